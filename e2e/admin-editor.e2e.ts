import { test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  fillIn,
  newTitle,
  paper,
  signInAsAdmin,
  slugOf,
  toast,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("a post is written, refused with reasons, saved as a draft, published and read", async ({ visitor }) => {
  test.slow();
  const title = newTitle("Slow mornings");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await expect(visitor).toHaveTitle(/^Create Post · /);
  await expectFine(visitor, "an empty form");

  await visitor.getByRole("button", { name: "Publish" }).click();
  await expect(toast(visitor, "Validation Error: Please fix the errors below before saving.")).toBeVisible();
  const refusal = visitor.getByRole("main").getByRole("alert");
  await expect(refusal).toBeFocused();
  await expect(refusal.getByRole("link")).toHaveText([
    "Title is required",
    "Slug is required",
    "Description must be at least 10 characters",
    "Content must be at least 50 characters",
    "Category is required",
  ]);
  await expectFine(visitor, "a refused form");
  await refusal.getByRole("link", { name: "Content must" }).click();
  await expect(paper(visitor)).toBeFocused();
  await visitor.keyboard.insertText("x");
  await expect(refusal.getByRole("link", { name: "Content must" })).toHaveCount(0);
  await visitor.keyboard.press("Backspace");

  await fillIn(visitor, title);
  await expect(visitor.getByLabel("Slug")).toHaveValue(slugOf(title));
  await expect(refusal).toHaveCount(0);
  const statistics = visitor.getByRole("region", { name: "Statistics" });
  await expect(statistics.getByText("15", { exact: true })).toBeVisible();
  await expect(statistics.getByText(String(CONTENT.length), { exact: true })).toBeVisible();
  await expect(statistics.getByText("1 min", { exact: true })).toBeVisible();
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();
  await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(visitor.getByText("All changes saved")).toBeVisible();

  await visitor.getByLabel("Status").selectOption("published");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(visitor.getByText(CONTENT)).toBeVisible();
});

test("an existing post is saved unless title or slug is missing, and a taken slug is reported", async ({ visitor }) => {
  test.slow();
  visitor.forgive("409");
  visitor.forgive("404");
  const [first, second] = [newTitle("First post"), newTitle("Second post")];
  await createDraft(visitor, first);
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, second);
  await visitor.getByLabel("Slug").fill(slugOf(first));
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  const taken = "A post with this slug already exists. Please choose a different slug.";
  await expect(toast(visitor, `Failed to create post: ${taken}`)).toBeVisible();
  await expect(visitor.getByLabel("Slug")).toHaveAccessibleDescription(taken);
  await visitor.getByLabel("Slug").fill("");
  await visitor.getByLabel("Title", { exact: true }).fill(second);
  await visitor.getByLabel("Slug").fill(slugOf(second));
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  await expect(visitor).toHaveURL(/\/edit\//);
  await visitor.reload();

  await visitor.getByLabel("Description").fill("Short");
  await expect(visitor.getByRole("region", { name: "Warnings" })).toContainText("Description must be at least 10 characters");
  await visitor.getByLabel("Slug").fill("");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByRole("main").getByRole("alert")).toContainText("Slug is required");
  await visitor.getByLabel("Title", { exact: true }).fill(`${second} again`);
  await expect(visitor.getByLabel("Slug")).toHaveValue(slugOf(`${second} again`));
  await visitor.getByLabel("Slug").fill(slugOf(first));
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, `Failed to update post: ${taken}`)).toBeVisible();
  await visitor.getByLabel("Slug").fill(slugOf(`${second} again`));
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();

  await visit(visitor, "/admin/posts/edit");
  await expect(visitor.getByText("Post ID is missing")).toBeVisible();
  await visit(visitor, "/admin/posts/edit/11111111-1111-4111-8111-111111111111");
  await expect(visitor.getByText("Post not found")).toBeVisible();
  await visitor.getByRole("main").getByRole("link", { name: "Back to Posts" }).click();
  await expect(visitor).toHaveURL("/admin/posts");
});

test("two admins on one post choose side by side, field by field", async ({ visitor, newBrowser }) => {
  test.slow();
  visitor.forgive("409");
  const title = newTitle("Shared post");
  const address = await createDraft(visitor, title);
  const other = await newBrowser();
  await signInAsAdmin(other, address);
  await other.getByLabel("Excerpt").fill("Written by the other one");
  await other.getByLabel("Title", { exact: true }).fill(`${title} of theirs`);
  await other.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(other, "Post updated")).toBeVisible();

  await visitor.getByLabel("Title", { exact: true }).fill(`${title} of mine`);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(visitor).getByRole("heading", { name: "Someone else has saved this post" })).toBeVisible();
  await expectFine(visitor, "a conflict");
  const titles = dialog(visitor).getByRole("group", { name: "Title" });
  await expect(titles).toContainText("Changed by both");
  await expect(titles.getByLabel("Mine")).toBeChecked();
  await expect(dialog(visitor).getByRole("group", { name: "Excerpt" }).getByLabel("Theirs")).toBeChecked();
  await titles.getByLabel("Theirs").check();
  await titles.getByLabel("Mine").check();
  await dialog(visitor).getByRole("button", { name: "Save this version" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByLabel("Excerpt")).toHaveValue("Written by the other one");
  await other.reload();
  await expect(other.getByLabel("Title", { exact: true })).toHaveValue(`${title} of mine`);
});

test("a title in any script suggests a slug, until somebody types one", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const [title, slug] = [visitor.getByLabel("Title", { exact: true }), visitor.getByLabel("Slug")];
  await title.pressSequentially("Привет");
  await expect(slug).toHaveValue("privet");
  await title.pressSequentially(", мир 日本");
  await expect(slug).toHaveValue("privet-mir-ri-ben");
  await slug.fill("hello-world");
  await title.pressSequentially(" ещё");
  await expect(slug).toHaveValue("hello-world");
  await slug.fill("");
  await title.pressSequentially("!");
  await expect(slug).toHaveValue("privet-mir-ri-ben-eshchyo");
  await title.fill("Die große Straße");
  await expect(slug).toHaveValue("die-grosse-strasse");
});
