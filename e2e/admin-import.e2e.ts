// slow: app/browser/ app/domain/imports/ app/http/api/admin/ app/pages/admin/frame/ app/pages/admin/imports/ app/ui/

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIResponse } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const SCREEN = "/admin/import";

/** An export of a few posts whose slugs, titles and dates no other journey uses, so that it is another blog. */
async function anExport(mark: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, "..", "test", "imports", "fixtures", "wordpress.xml"), "utf8");
  return text
    .replaceAll("a-lark", `lark-${mark}`)
    .replaceAll("the-lark", `former-lark-${mark}`)
    .replaceAll("https://old.example", `https://${mark}${".picturesofanoldblog".repeat(2)}.invalid`)
    .replaceAll("<title>", `<title>${mark} `)
    .replaceAll(/(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d/g, `$1:${10 + (mark.charCodeAt(0) % 49)}`);
}

test("another blog is checked, imported, read by everybody, found at its old paths, and removed again", async ({
  visitor,
  newBrowser,
}) => {
  const mark = `m${process.pid}`;
  await signInAsAdmin(visitor, SCREEN);
  await expect(visitor.getByRole("heading", { name: "Import and Export" })).toBeVisible();
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  await expect(visitor.getByText("Choose a file first.")).toBeVisible();
  await visitor.getByLabel("Export file").setInputFiles({ name: "old.xml", mimeType: "text/xml", buffer: Buffer.alloc(0) });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  await expect(visitor.getByText("old.xml is empty. Export it again.")).toBeVisible();
  await expectFine(visitor, "the screen before anything was imported");

  const buffer = Buffer.from(await anExport(mark));
  await visitor.getByLabel("Export file").setInputFiles({ name: `${mark}.xml`, mimeType: "text/xml", buffer });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  await expect(visitor.getByText("Nothing has been stored yet. This is what the import would do.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(visitor.getByRole("heading", { name: `${mark}.xml` })).toBeFocused();
  const what = visitor.getByRole("table", { name: "Result" });
  await expect(what.getByRole("row", { name: /^Posts/ })).toContainText("5");
  await visitor.getByRole("button", { name: /^Dropped \d+$/ }).click();
  await visitor.getByRole("button", { name: "A script isn’t shown: articles can’t contain any." }).click();
  const places = visitor.getByRole("table", { name: "A script isn’t shown: articles can’t contain any." });
  await expect(places.getByRole("cell", { name: /^item \d+ “.+”, line \d+$/ })).toBeVisible();
  await expectFine(visitor, "what an import would do");
  const reader = await newBrowser();
  expect((await reader.request.get(`/story/lark-${mark}`)).status()).toBe(404);

  await visitor.getByRole("button", { name: "Import now" }).click();
  await expect(visitor.getByRole("button", { name: "Import again" })).toBeVisible({ timeout: 60_000 });
  await expect(visitor.getByRole("heading", { name: `${mark}.xml` })).toBeFocused();
  await expect.poll(async () => (await reader.request.get(`/story/lark-${mark}`)).status()).toBe(200);
  const led = await reader.request.get(`/2019/05/04/lark-${mark}/`);
  expect([led.status(), new URL(led.url()).pathname]).toEqual([200, `/story/lark-${mark}`]);
  expect(await led.text()).toContain("Tom Reader");

  const opened = visitor.url();
  await visitor.goto("/admin/dashboard");
  await expect(visitor.getByRole("link", { name: /images on other sites/ })).toContainText(mark);
  await expect.poll(() => visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await visitor.goto(opened);

  await visitor.getByRole("button", { name: "Undo import" }).click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText("Anything edited here since then");
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(visitor.getByText("Everything it added was deleted.")).toBeVisible({ timeout: 60_000 });
  await expectFine(visitor, "an import that was undone");
  await expect.poll(async () => (await reader.request.get(`/story/lark-${mark}`)).status()).toBe(404);
});

test("an admin chooses author, status and category, and the file is checked with them", async ({ visitor }) => {
  const mark = `c${process.pid}`;
  await signInAsAdmin(visitor, SCREEN);
  const buffer = Buffer.from(await anExport(mark));
  await visitor.getByLabel("Export file").setInputFiles({ name: `${mark}.xml`, mimeType: "text/xml", buffer });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  const choices = visitor.getByRole("region", { name: "Choices" });
  await choices.getByLabel("Status").selectOption("All as drafts");
  await choices.getByLabel("Pages").selectOption("Leave them out");
  await expect(visitor.getByRole("button", { name: "Import now" })).toHaveCount(0);
  await expectFine(visitor, "choices that haven't been checked");
  await choices.getByRole("button", { name: "Check again with these choices" }).click();
  await expect(visitor.getByText("The file is checked again")).toBeVisible();
  await visitor.getByRole("button", { name: "Import now" }).click();
  await expect(visitor.getByRole("button", { name: "Import again" })).toBeVisible({ timeout: 60_000 });
  expect((await visitor.request.get(`/story/lark-${mark}`)).status()).toBe(404);
  await visitor.goto(`/admin/posts?status=draft&search=lark-${mark}`);
  await expect(visitor.getByRole("table")).toContainText(`lark-${mark}`);
});

test("a list that was opened during an import has the posts once the import is done", async ({ visitor }) => {
  const mark = `l${process.pid}`;
  await signInAsAdmin(visitor, SCREEN);
  const buffer = Buffer.from(await anExport(mark));
  await visitor.getByLabel("Export file").setInputFiles({ name: `${mark}.xml`, mimeType: "text/xml", buffer });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  const start = visitor.getByRole("button", { name: "Import now" });
  await expect(start).toBeVisible();

  // The list is answered as it was before the import, until the import is done.
  let before: APIResponse | undefined;
  let isDone = false;
  await visitor.route(/\/api\/admin\/posts\?/, async (route) => {
    if (isDone) return route.continue();
    before ??= await route.fetch();
    await route.fulfill({ response: before });
  });
  const menu = visitor.getByRole("navigation", { name: "Back office" });
  const openPosts = async () => {
    await menu.getByRole("link", { name: "Posts", exact: true }).click();
    await expect(visitor.getByRole("table")).toBeVisible();
  };
  await openPosts();
  await visitor.goBack();
  await start.click();
  await expect(visitor.getByText("Import started").first()).toBeVisible();
  await openPosts();
  await expect(visitor.getByRole("table")).not.toContainText(mark);
  await visitor.goBack();
  await expect(visitor.getByRole("button", { name: "Import again" })).toBeVisible({ timeout: 60_000 });
  isDone = true;
  await menu.getByRole("link", { name: "Posts", exact: true }).click();
  await expect(visitor.getByRole("table")).toContainText(mark);
});

test("a file is dropped on the field", async ({ visitor }) => {
  await signInAsAdmin(visitor, SCREEN);
  const text = await anExport(`d${process.pid}`);
  const files = await visitor.evaluateHandle((written) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([written], "dropped.xml", { type: "text/xml" }));
    return dropped;
  }, text);
  await visitor.getByText("or drop it here").dispatchEvent("drop", { dataTransfer: files });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  await expect(visitor.getByRole("heading", { name: "dropped.xml" })).toBeVisible();
});

test("a broken file is refused, and the screen says where it is broken", async ({ visitor }) => {
  await signInAsAdmin(visitor, SCREEN);
  const half = (await anExport(`h${process.pid}`)).slice(0, 4000);
  await visitor.getByLabel("Export file").setInputFiles({ name: "half.xml", mimeType: "text/xml", buffer: Buffer.from(half) });
  await visitor.getByRole("button", { name: "Upload and preview" }).click();
  await expect(visitor.getByRole("alert").filter({ hasText: "The file can’t be imported; nothing was stored." })).toContainText(
    /Line \d+: The file is cut off/,
    { timeout: 30_000 },
  );
  await expectFine(visitor, "a refused file");
  await visitor.getByRole("button", { name: "All imports" }).click();
  await expect(visitor.getByRole("row", { name: /half\.xml/ })).toContainText("The file is cut off");
  await visitor.getByRole("link", { name: "half.xml" }).click();
  await visitor.getByRole("button", { name: "Delete" }).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(visitor.getByRole("link", { name: "half.xml" })).toHaveCount(0);
});

test("everything is downloaded as an archive and as JSON", async ({ visitor }) => {
  await signInAsAdmin(visitor, SCREEN);
  const archive = visitor.waitForEvent("download");
  await visitor.getByRole("button", { name: "Download archive" }).click();
  expect((await archive).suggestedFilename()).toMatch(/^skylark-\d{4}-\d\d-\d\d\.zip$/);
  const document = visitor.waitForEvent("download");
  await visitor.getByRole("button", { name: "Download JSON" }).click();
  const text = await readFile(await (await document).path(), "utf8");
  expect((JSON.parse(text) as { posts: unknown[] }).posts.length).toBeGreaterThan(10);
});
