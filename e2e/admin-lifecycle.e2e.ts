import { test } from "./account-visitor.ts";
import { createDraft, dialog, newTitle, slugOf, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("a post's life: written, published, read, moved, archived, deleted", async ({ visitor, newBrowser }) => {
  test.slow();
  visitor.forgive("404");
  const title = newTitle("A life in six steps");
  const edit = await createDraft(visitor, title);
  const reader = await newBrowser();
  const statusOf = async (address: string) => (await reader.request.get(address, { maxRedirects: 0 })).status();
  const address = `/story/${slugOf(title)}`;
  expect(await statusOf(address)).toBe(404);

  await visitor.getByLabel("Status").selectOption("published");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await visit(reader, address);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);

  await visitor.getByLabel("Title", { exact: true }).fill(`${title}, moved`);
  await visitor.getByLabel("Slug").fill(`${slugOf(title)}-moved`);
  await expect(toast(visitor, "Post updated")).toHaveCount(0);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expect.poll(() => statusOf(address)).toBe(301);
  await visit(reader, address);
  await expect(reader).toHaveURL(`${address}-moved`);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(`${title}, moved`);

  await visitor.getByLabel("Status").selectOption("archived");
  await expect(toast(visitor, "Post updated")).toHaveCount(0);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expect.poll(() => statusOf(`${address}-moved`)).toBe(404);
  await expect.poll(() => statusOf(address)).toBe(404);

  await visit(visitor, `/admin/posts?search=${encodeURIComponent(slugOf(title))}`);
  await visitor.getByRole("button", { name: /^Delete/ }).click();
  await expect(dialog(visitor)).toContainText(
    "Are you sure you want to delete this post? It can be restored from the trash for 30 days.",
  );
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Post deleted")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No posts found" })).toBeVisible();
  await visit(visitor, edit);
  await expect(visitor.getByText("Post not found")).toBeVisible();
});
