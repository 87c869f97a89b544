// slow: app/browser/ app/domain/audit/ app/domain/auth/ app/domain/posts/ app/domain/trash/ app/domain/users/ app/http/api/admin/
// slow: app/http/auth-v1/ app/pages/account/ app/pages/admin/ app/ui/

import type { Locator, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  expectState,
  newTitle,
  paper,
  signInAsAdmin,
  slugOf,
  writeOn,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const toasts = (page: Page) => page.locator(".toast");
const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const undo = (page: Page) => toasts(page).getByRole("button", { name: "Undo" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** Opens the posts as an admin, filtered to one. */
async function openPosts(page: Page, search: string): Promise<void> {
  await signInAsAdmin(page, `/admin/posts?search=${encodeURIComponent(search)}`);
  await expect(rowOf(page, search)).toBeVisible();
}

/** Stores a draft as the signed-in admin, without the form. */
async function write(page: Page, title: string): Promise<void> {
  const input = { title, slug: slugOf(title), description: "What is thrown away", content: `<p>${CONTENT}</p>` };
  const status = await page.evaluate(async (values) => {
    const { access_token } = JSON.parse(localStorage.getItem("skylark.session") ?? "{}") as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const categories = await (await fetch("/api/admin/categories", { headers })).json();
    const body = JSON.stringify({ ...values, category_id: (categories as { items: { id: string }[] }).items[0]?.id });
    return (await fetch("/api/admin/posts", { method: "POST", headers, body })).status;
  }, input);
  expect(status).toBe(201);
}

/** Deletes the post of a row. */
async function deletePost(page: Page, text: string): Promise<void> {
  await rowOf(page, text)
    .getByRole("button", { name: /^Delete / })
    .click();
  await expect(dialog(page)).toContainText(
    "Are you sure you want to delete this post? It can be restored from the trash for 30 days.",
  );
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).filter({ hasText: "Post deleted" })).toBeVisible();
}

test("a deleted post leaves the site, and Undo in the toast restores it as it was", async ({ visitor, newBrowser }) => {
  visitor.forgive("404");
  const slug = "two-small-gaps-in-a-wheat-field";
  await openPosts(visitor, slug);
  const reader = await newBrowser();
  const status = async () => (await reader.request.get(`/story/${slug}`)).status();
  expect(await status()).toBe(200);
  const before = await rowOf(visitor, slug).textContent();

  await deletePost(visitor, slug);
  await expect(heading(visitor, "No posts found")).toBeVisible();
  await expect.poll(status).toBe(404);
  // The message stays as long as the button has the focus.
  await undo(visitor).focus();
  await expectFine(visitor, "a toast with Undo");
  await visitor.keyboard.press("Enter");
  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
  await expect(visitor.getByRole("main")).toBeFocused();
  await expect(rowOf(visitor, slug)).toHaveText(before ?? "");
  await expect.poll(status).toBe(200);
});

test("Ctrl+Z undoes what the toast reports, and a taken slug is replaced with a message", async ({ visitor }) => {
  const title = newTitle("Twice told");
  await signInAsAdmin(visitor, "/admin/posts");
  await write(visitor, title);
  await visit(visitor, `/admin/posts?search=${slugOf(title)}`);
  await deletePost(visitor, slugOf(title));
  await visitor.keyboard.press("Control+z");
  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
  await deletePost(visitor, slugOf(title));

  await write(visitor, title);
  await visit(visitor, `/admin/trash?search=${slugOf(title)}`);
  await rowOf(visitor, slugOf(title))
    .getByRole("button", { name: /^Restore / })
    .click();
  await expect(toasts(visitor)).toContainText(`“${title}” is at ${slugOf(title)}-2 now`);
  await expect(heading(visitor, "Nothing found")).toBeVisible();
});

test("the trash shows what was deleted and by whom; one item is restored, another deleted permanently, then all", async ({
  visitor,
}) => {
  const titles = ["Kept after all", "Gone for good", "Gone with the rest"].map(newTitle);
  await signInAsAdmin(visitor, "/admin/posts");
  for (const title of titles) await write(visitor, title);
  const [kept = "", gone = "", rest = ""] = titles;
  for (const title of titles) {
    await visit(visitor, `/admin/posts?search=${slugOf(title)}`);
    await deletePost(visitor, slugOf(title));
  }
  await visitor.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Settings" }).click();
  await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Trash" }).click();
  await expect(visitor).toHaveURL("/admin/trash");
  await expect(visitor).toHaveTitle(/^Trash · /);
  for (const title of titles) await expect(rowOf(visitor, title)).toContainText(/Post.*30 days/s);
  await expectFine(visitor, "the trash");
  await visitor.setViewportSize({ width: 320, height: 720 });
  await expect.poll(() => visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectFine(visitor, "the trash on a phone");
  await visitor.setViewportSize({ width: 1280, height: 720 });

  await visitor.getByRole("button", { name: `Restore ${kept}` }).click();
  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
  await expect(rowOf(visitor, kept)).toHaveCount(0);

  await visitor.getByRole("button", { name: `Delete ${gone} permanently` }).click();
  await expect(dialog(visitor)).toContainText("Are you sure you want to delete this post? This action cannot be undone.");
  await dialog(visitor).getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(visitor, gone)).toHaveCount(1);
  await visitor.getByRole("button", { name: `Delete ${gone} permanently` }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(visitor).filter({ hasText: /^Post deleted$/ })).toBeVisible();
  await expect(rowOf(visitor, gone)).toHaveCount(0);

  await expect(rowOf(visitor, rest)).toHaveCount(1);
  await visitor.getByRole("group", { name: "Kind" }).getByRole("button", { name: "Posts" }).click();
  await expect(visitor).toHaveURL("/admin/trash?kind=post");
  await visitor.getByRole("button", { name: "Empty trash" }).click();
  await expect(dialog(visitor)).toContainText("This action cannot be undone.");
  await dialog(visitor).getByRole("button", { name: "Empty trash" }).click();
  await expect(toasts(visitor).filter({ hasText: "Trash emptied" })).toBeVisible();
  await expect(heading(visitor, "Nothing found")).toBeVisible();
  await visit(visitor, `/admin/posts?search=${slugOf(kept)}`);
  await expect(rowOf(visitor, kept)).toBeVisible();
});

test("a comment and a category are restored by Undo, with what belonged to them", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/comments?search=pancakes");
  const comments = visitor.getByRole("list", { name: "Comments" }).getByRole("listitem");
  await expect(comments.first()).toBeVisible();
  const there = await comments.count();
  await comments
    .first()
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await visitor.getByRole("menuitem", { name: "Delete" }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await undo(visitor).click();
  await expect(toasts(visitor).filter({ hasText: "Comment restored" })).toBeVisible();
  await expect(comments).toHaveCount(there);

  await visit(visitor, "/admin/categories?search=Philosophy");
  const card = visitor.locator(".category-cards li").filter({ hasText: "Philosophy" });
  const before = await card.textContent();
  await card.getByRole("button", { name: /^Delete/ }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(heading(visitor, "No categories found")).toBeVisible();
  await undo(visitor).click();
  await expect(toasts(visitor).filter({ hasText: "Category restored" })).toBeVisible();
  await expect(card).toHaveText(before ?? "");
});

test("a post that is trashed while it is open says so, and is restored without leaving it", async ({ visitor }) => {
  visitor.forgive("404");
  const edit = await createDraft(visitor, newTitle("Thrown away under the pen"));
  const token = await visitor.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}").access_token);
  const deleted = await visitor.request.delete(`/api/admin/posts/${edit.split("/").at(-1)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(deleted.status()).toBe(204);

  await writeOn(visitor, " More words.");
  await expectState(visitor, "In the trash: saved in this browser");
  const note = visitor.getByRole("region", { name: "In the trash" });
  await expect(note).toContainText("This post is in the trash. Restore it to continue writing.");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByRole("alert")).toContainText("The post has not been saved");
  await expectFine(visitor, "a post that was trashed while it is open");

  const restores: string[] = [];
  visitor.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/trash/restore")) restores.push(request.url());
  });
  await note.getByRole("button", { name: "Restore post" }).dblclick();

  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
  await expect(note).toBeHidden();
  await expect(visitor.getByRole("alert")).toBeHidden();
  await expect(paper(visitor)).toBeFocused();
  await expectState(visitor, /^Saved at/);
  expect(restores).toHaveLength(1);
  await visitor.reload();
  await expect(paper(visitor)).toHaveText(`${CONTENT} More words.`);
});

test("the address of a post in the trash leads there", async ({ visitor }) => {
  visitor.forgive("404");
  const title = newTitle("Looked for in vain");
  const edit = await createDraft(visitor, title);
  const token = await visitor.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}").access_token);
  const headers = { authorization: `Bearer ${token}` };
  expect((await visitor.request.delete(`/api/admin/posts/${edit.split("/").at(-1)}`, { headers })).status()).toBe(204);
  await writeOn(visitor, " More words.");
  await expectState(visitor, "In the trash: saved in this browser");

  await visitor.reload();
  await expect(heading(visitor, "Post not found")).toBeVisible();
  await expectFine(visitor, "the address of a post in the trash");
  await visitor.getByRole("main").getByRole("link", { name: "Open the trash" }).click();
  await expect(visitor).toHaveURL("/admin/trash?kind=post");
  await visitor.getByRole("button", { name: `Restore ${title}` }).click();
  await expect(toasts(visitor).filter({ hasText: "Post restored" })).toBeVisible();
});
