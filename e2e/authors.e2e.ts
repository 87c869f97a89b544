// slow: app/domain/authors/ app/http/api/ app/pages/account/ app/pages/admin/ app/pages/public/

import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { someone, test } from "./account-visitor.ts";
import { newTitle, publishNew, signInAsAdmin, slugOf, toast } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Pixels for people: `SHOTS=<folder>` keeps them. */
async function look(page: Page, name: string): Promise<void> {
  for (const viewport of SIZES)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      await expectAccessible(page, `${name}, ${colorScheme}, ${viewport.width} px wide`);
      const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
      if (process.env.SHOTS) {
        mkdirSync(process.env.SHOTS, { recursive: true });
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${viewport.width}-${colorScheme}.png`, fullPage: true });
      }
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A picture, drawn in the browser. */
const drawing = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 400 });
    const brush = canvas.getContext("2d");
    for (const [color, x] of [
      ["#e8875b", 0],
      ["#1d4ed8", 300],
    ] as const) {
      if (brush) brush.fillStyle = color;
      brush?.fillRect(x, 0, 300, 400);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });

test("an author writes about herself, and readers come from her article to all of them", async ({ visitor }) => {
  test.slow();
  visitor.forgive("400");
  visitor.forgive("404");
  await signInAsAdmin(visitor, "/account");
  await visitor.getByLabel("Full Name").fill("Ada Keeper");
  await visitor.getByRole("region", { name: "Name and bio" }).getByRole("button", { name: "Save name and bio" }).click();
  await expect(toast(visitor, "Name and bio saved")).toBeVisible();
  const title = newTitle("Known by name");
  await publishNew(visitor, title);

  await visit(visitor, "/account");
  await visitor.getByRole("region", { name: "Author page" }).getByRole("link", { name: "Edit your author page" }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Your author page" })).toBeVisible();
  await visitor.getByLabel("Bio", { exact: true }).fill("Keeps larks.\n\nHer notes are at https://larks.example/notes.");
  const buffer = Buffer.from(await drawing(visitor), "base64");
  await visitor.locator('input[type="file"]').first().setInputFiles({ name: "ada.png", mimeType: "image/png", buffer });
  await expect(visitor.getByRole("img", { name: "The chosen image" })).toBeVisible();
  await visitor.getByRole("button", { name: "Add link" }).click();
  await visitor.getByLabel("Label").fill("Field notes");
  await visitor.getByLabel("URL", { exact: true }).fill("javascript:alert(1)");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(visitor.getByLabel("URL", { exact: true })).toHaveAccessibleDescription("URL must begin with https:// or http://");
  await look(visitor, "profile");
  await visitor.getByLabel("URL", { exact: true }).fill("https://ada.example/");
  await visitor.getByLabel("Slug").fill("ada");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(visitor, "Author page saved")).toBeVisible();
  await expect(visitor.getByText("Former slugs lead to it, too: ")).toBeVisible();

  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.getByText(/^Written by/)).toHaveText(/^Written by Ada Keeper Published on /);
  await look(visitor, "article");
  await visitor.locator(".about-author").getByRole("link", { name: "Ada Keeper" }).click();
  await expect(visitor).toHaveURL(/\/author\/ada$/);
  await expect(visitor.getByRole("heading", { level: 1, name: "Ada Keeper" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "https://larks.example/notes" })).toBeVisible();
  await expect(visitor.getByRole("navigation", { name: "Links of Ada Keeper" }).getByRole("link")).toHaveAttribute(
    "href",
    "https://ada.example/",
  );
  await expect(visitor.getByRole("link", { name: title, exact: true })).toBeVisible();
  await look(visitor, "page");

  await visit(visitor, "/admin/users?search=ada");
  await visitor.getByRole("button", { name: /^Actions for Ada Keeper/ }).click();
  await visitor.getByRole("menuitem", { name: "Author page" }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Author page of Ada Keeper" })).toBeVisible();
  await visitor.getByLabel("Page for readers").uncheck();
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(visitor, "Author page saved")).toBeVisible();
  await look(visitor, "profile-of-another");
  await visit(visitor, "/author/ada");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
});

test("an article gets a second author, who then becomes the first", async ({ visitor, ownSite }) => {
  test.slow();
  const { name, email, password } = someone("Bea Second");
  const signedUp = await visitor.request.post("/auth/v1/signup", { data: { email, password, data: { full_name: name } } });
  expect(signedUp.status()).toBe(200);
  await ownSite.query(`insert into grants (user_id, "grant", given_at) select id, 'author', now() from users where email = $1`, [
    email,
  ]);
  await ownSite.query("update users set full_name = 'Ada Keeper' where role = 'admin' and full_name is null", []);
  const title = newTitle("Written by two");
  await publishNew(visitor, title);
  await visitor.reload();
  const options = visitor.getByRole("region", { name: "Author and comments" });
  const authors = options.getByRole("list", { name: "Authors" }).getByRole("listitem");
  const stored = () => visitor.waitForResponse((answer) => answer.url().includes("/options") && answer.status() === 200);
  await expect(options.getByLabel("Author", { exact: true }).locator("option:checked")).toHaveText("Ada Keeper");
  await Promise.all([options.getByLabel("Another author").selectOption({ label: name }), stored()]);
  await expect(authors).toHaveCount(2);
  await expect(authors.last()).toContainText(name);
  await authors.last().scrollIntoViewIfNeeded();
  await look(visitor, "authors-of-a-post");
  await options.getByRole("button", { name: `Actions for ${name}` }).click();
  await Promise.all([visitor.getByRole("menuitem", { name: "Move up" }).click(), stored()]);
  await expect(authors.first()).toContainText(name);
  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.locator(".written-by")).toContainText(`Written by ${name} and Ada Keeper`);
  await look(visitor, "article-of-two");
});
