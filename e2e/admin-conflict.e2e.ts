// slow: app/browser/ app/domain/posts/ app/http/api/admin/ app/pages/admin/editor/ app/pages/admin/frame/

import { test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  expectState,
  newTitle,
  paper,
  publishNew,
  signInAsAdmin,
  slugOf,
  storesWords,
  toast,
  writeOn,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const OVERTAKEN = "Changed elsewhere. Your version is saved in this browser.";
const SAVED = /^Saved at \d/;
const STAGED = /^Changes not public · Saved at \d/;

test("two admins who change what readers see both keep their words, and choose side by side", async ({ visitor, newBrowser }) => {
  test.slow();
  visitor.forgive("409");
  const title = newTitle("Two at a desk");
  const edit = await publishNew(visitor, title);
  const other = await newBrowser();
  await signInAsAdmin(other, edit);
  await expect(paper(other)).toHaveText(CONTENT);

  // The title may be saved before the text is.
  const stored = storesWords(visitor, "Words of the first.");
  await visitor.getByLabel("Title", { exact: true }).fill(`${title}, by the first`);
  await writeOn(visitor, " Words of the first.");
  await stored;
  await expectState(visitor, STAGED);
  await writeOn(other, " Words of the second.");
  await expectState(other, OVERTAKEN);
  await expect(paper(other)).toHaveText(`${CONTENT} Words of the second.`);

  await other.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(other)).toContainText("Someone else is changing this post");
  const content = dialog(other).getByRole("group", { name: /^Content/ });
  await expect(content).toContainText("Words of the first.");
  await expect(content).toContainText("Words of the second.");
  await expect(dialog(other).getByRole("group", { name: /^Title/ })).toContainText(`${title}, by the first`);
  await expectFine(other, "changes of two");
  await dialog(other).getByRole("button", { name: "Save this version" }).click();
  await expect(toast(other, "Post updated")).toBeVisible();
  await expect(paper(other)).toHaveText(`${CONTENT} Words of the second.`);
  await expect(other.getByLabel("Title", { exact: true })).toHaveValue(`${title}, by the first`);

  // Nothing of the first admin's text is lost.
  await writeOn(visitor, " And on.");
  await expectState(visitor, OVERTAKEN);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(visitor)).toContainText("Someone else has saved this post");
  await expect(dialog(visitor).getByRole("group", { name: /^Content/ })).toContainText("Words of the second.");
  await dialog(visitor).getByRole("button", { name: "Keep editing" }).click();
  await expect(paper(visitor)).toHaveText(`${CONTENT} Words of the first. And on.`);
  await visit(other, `/story/${slugOf(title)}`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(`${title}, by the first`);
  await expect(other.getByRole("article").first().getByText(CONTENT)).toHaveText(`${CONTENT} Words of the second.`);
});

test("a draft that saves itself never overwrites someone else's words", async ({ visitor, newBrowser }) => {
  test.slow();
  visitor.forgive("409");
  const edit = await createDraft(visitor, newTitle("Two at a draft"));
  const other = await newBrowser();
  await signInAsAdmin(other, edit);
  await expect(paper(other)).toHaveText(CONTENT);
  await writeOn(visitor, " Words of the first.");
  await expectState(visitor, SAVED);
  await writeOn(other, " Words of the second.");
  await expectState(other, OVERTAKEN);

  await other.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(other)).toContainText("Someone else has saved this post");
  const content = dialog(other).getByRole("group", { name: /^Content/ });
  await expect(content).toContainText("Words of the first.");
  await expect(content).toContainText("Words of the second.");
  await content.getByRole("radio", { name: /^Theirs/ }).check();
  await dialog(other).getByRole("button", { name: "Save this version" }).click();
  await expect(toast(other, "Post updated")).toBeVisible();
  await expect(paper(other)).toHaveText(`${CONTENT} Words of the first.`);
  await visit(visitor, edit);
  await expect(paper(visitor)).toHaveText(`${CONTENT} Words of the first.`);
});
