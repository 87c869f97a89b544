// slow: app/browser/ app/domain/content/ app/domain/media/ app/pages/admin/editor/ app/pages/admin/media/ app/ui/

import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { expectFine, fillIn, newTitle, paper, signInAsAdmin, slugOf, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const PLAYER = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=42";

/** The other site, as far as it is needed, so that no journey depends on the network. @returns the requests to it */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Player</title><p>It plays.</p>" });
  });
  return asked;
}

test("an embed is a still until a reader plays it, and only then the other site receives a request", async ({
  visitor,
  newBrowser,
}) => {
  test.slow();
  const asked = await standIn(visitor);
  await signInAsAdmin(visitor, "/admin/posts/create");
  const title = newTitle("With a film");
  await fillIn(visitor, title);
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.insertText("https://youtu.be/dQw4w9WgXcQ?t=42");
  await visitor.keyboard.press("Enter");
  await expect(paper(visitor).locator("figure.embed")).toHaveCount(1);
  await visitor.keyboard.type("/embed");
  await visitor.keyboard.press("Enter");
  const dialog = visitor.getByRole("dialog");
  await dialog.getByLabel("URL").fill("https://videos.example/1");
  await visitor.keyboard.press("Enter");
  await expect(dialog.getByLabel("URL")).toHaveAccessibleDescription(/YouTube, Vimeo, Spotify/);
  await expectFine(visitor, "what can't be embedded");
  await dialog.getByLabel("URL").fill("https://vimeo.com/76979871");
  await dialog.getByLabel("Title").fill("A lark rises");
  await visitor.keyboard.press("Enter");
  await expect(paper(visitor).locator("figure.embed")).toHaveText([/youtube\.com/, "A lark rises"]);
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();

  const address = `/story/${slugOf(title)}`;
  await visit(visitor, address);
  const play = visitor.getByRole("button", { name: "Play on this page: Video on YouTube" });
  await expect(play).toBeVisible();
  await expect(visitor.getByRole("link", { name: "A lark rises" })).toHaveAttribute("href", "https://vimeo.com/76979871");
  await expect(visitor.getByText("This loads from Vimeo, which will then know about your visit.")).toBeVisible();
  await expectFine(visitor, "stills");
  expect(asked).toEqual([]);
  await expect(visitor.locator("iframe")).toHaveCount(0);

  visitor.forgive(`request to ${PLAYER}`);
  await play.click();
  const frame = visitor.locator("iframe");
  await expect(frame).toHaveAttribute("src", PLAYER);
  await expect(frame).toHaveAttribute("sandbox", /allow-scripts/);
  await expect(frame).toHaveAttribute("referrerpolicy", "strict-origin-when-cross-origin");
  await expect(visitor.frameLocator("iframe").getByText("It plays.")).toBeVisible();
  expect(asked).toEqual([PLAYER]);

  // From a page whose policy allows no frames, the article is loaded again and plays.
  await visit(visitor, `/view-all?search=${encodeURIComponent(title)}`);
  await visitor.getByRole("link", { name: title }).first().click();
  await expect(visitor).toHaveURL(address);
  await play.click();
  await expect(visitor.frameLocator("iframe").getByText("It plays.")).toBeVisible();
  expect(asked).toEqual([PLAYER, PLAYER]);

  // Only an article with a still may have frames, and only of listed sites.
  const policyOf = async (path: string) => (await visitor.request.get(path)).headers()["content-security-policy"] ?? "";
  expect(await policyOf(address)).toContain(
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://w.soundcloud.com https://codepen.io;",
  );
  for (const path of ["/", "/story/mood-tracking-guide", "/view-all", "/about", "/login", "/api/posts"]) {
    expect(await policyOf(path), path).not.toContain("frame-src");
  }
  // The back office previews pages of the site itself.
  expect(await policyOf("/admin/login")).toContain("frame-src 'self';");

  const plain = await newBrowser({ javaScriptEnabled: false });
  await plain.goto(address);
  await expect(plain.getByRole("link", { name: "Video on YouTube" })).toHaveAttribute(
    "href",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42",
  );
  await expect(plain.getByRole("button", { name: /^Play/ })).toHaveCount(0);
});
