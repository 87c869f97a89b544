// slow: app/base-path.ts app/boot/ app/browser/ app/domain/content/ app/http/ app/pages/ app/ui/ deploy/nginx-path.conf
// slow: test/base-path/ test/several/ vite.config.ts

import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { signIn } from "./account-visitor.ts";
import { dialog, fillIn, newTitle, paper, slugOf } from "./admin-writer.ts";
import { ADMIN, freePort, type OwnSite, startOwnSite } from "./own-site.ts";
import { test as base, expect, hydrated, visit } from "./visitor.ts";

/** A site under a path. A request that leaves the path fails the test, as one to another host does. */
const test = base.extend<object, { blog: OwnSite }>({
  blog: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
    async ({}, use) => {
      const port = String(await freePort());
      const blog = await startOwnSite({ PORT: port, SITE_URL: `http://127.0.0.1:${port}/blog` });
      await use(blog);
      await blog.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  site: async ({ blog }, use) => use(blog.address),
});

/** Waits until a picture is there, not only its element. */
const expectLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);

const like = (page: Page) =>
  page.getByRole("region", { name: "Like and share" }).getByRole("button", { name: /Like this article|Updating/ });

test("a site under a path is read, liked and commented on, and an article with a picture is published", async ({
  visitor,
  site,
}) => {
  test.slow();
  await visit(visitor, `${site}/`);
  await visitor.getByRole("banner").getByRole("link", { name: "Categories" }).click();
  await expect(visitor).toHaveURL(`${site}/view-all`);
  await visitor.getByRole("main").locator('a[href^="/blog/story/"]').first().click();
  await expect(visitor).toHaveURL((url) => url.href.startsWith(`${site}/story/`));
  await expect(like(visitor)).toHaveAttribute("aria-pressed", "false");
  // It shows at once; the reloaded page has it when the site does.
  const stored = visitor.waitForResponse("**/api/likes/toggle");
  await like(visitor).click();
  await expect(like(visitor)).toHaveAttribute("aria-pressed", "true");
  await (await stored).finished();
  const story = visitor.url();
  await visitor.reload();
  await hydrated(visitor);
  await expect(like(visitor)).toHaveAttribute("aria-pressed", "true");

  await visit(visitor, `${site}/login?next=${encodeURIComponent(new URL(story).pathname.slice("/blog".length))}`);
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL(story);
  await visitor.getByLabel("Your comment").fill("A lark on the path.");
  await visitor.getByRole("button", { name: "Post comment" }).click();
  await expect(visitor.getByText("A lark on the path.")).toBeVisible();

  await visit(visitor, `${site}/admin/posts/create`);
  const title = newTitle("Under a path");
  await fillIn(visitor, title);
  await visitor.keyboard.press("Alt+F10");
  await visitor.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Image" }).click();
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#7aa6d8" } }).jpeg();
  await dialog(visitor)
    .locator("input[type=file]")
    .setInputFiles({ name: "hill.jpg", mimeType: "image/jpeg", buffer: await picture.toBuffer() });
  await expect(visitor.getByLabel("Alt text")).toBeFocused();
  await visitor.keyboard.type("A hill");
  await expectLoaded(paper(visitor).locator("figure img"));
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor).toHaveURL((url) => url.href.startsWith(`${site}/admin/posts/edit/`));
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  await expectLoaded(paper(visitor).locator("figure img"));
  await visitor.getByRole("link", { name: "Media" }).first().click();
  await expect(visitor).toHaveURL(`${site}/admin/media`);
  await expectLoaded(visitor.locator("img.thumbnail").first());

  await visit(visitor, `${site}/story/${slugOf(title)}`);
  const shown = visitor.locator(".prose figure img");
  await expect(shown).toHaveAttribute("src", /^\/blog\/media\//);
  await expectLoaded(shown);
  // Come to from within, it is the same.
  await visitor.getByRole("banner").getByRole("link", { name: "Skylark" }).first().click();
  await expect(visitor).toHaveURL(`${site}/`);
  await visitor.goBack();
  await expect(visitor).toHaveURL(`${site}/story/${slugOf(title)}`);
  await expectLoaded(shown);
});
