// slow: app/browser/ app/domain/audit/ app/domain/auth/ app/domain/posts/ app/domain/trash/ app/domain/users/ app/http/api/admin/
// slow: app/http/auth-v1/ app/pages/account/ app/pages/admin/ app/ui/

import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  newTitle,
  openPanel,
  paper,
  publishNew,
  signInAsAdmin,
  slugOf,
  toast,
} from "./admin-writer.ts";
import { sees } from "./settings-site.ts";
import { expect, visit } from "./visitor.ts";

const list = (page: Page) => page.getByRole("navigation", { name: "Versions" });
const chosen = (page: Page) => page.getByRole("region", { name: "Chosen version" });
const update = async (page: Page) => {
  await expect(toast(page, "Post updated")).toHaveCount(0);
  await page.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(page, "Post updated")).toBeVisible();
};

test("an earlier revision of a draft is named, viewed and restored", async ({ visitor }) => {
  test.slow();
  const title = newTitle("Kept for ever");
  const edit = await createDraft(visitor, title);
  await openPanel(visitor, "Review");
  await visitor.getByRole("link", { name: "History" }).click();
  await expect(visitor).toHaveURL(`${edit}/history`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("History");
  await expect(list(visitor).getByRole("link")).toHaveCount(1);
  await expect(list(visitor)).toContainText("15 words added, 0 words removed");

  // A named revision stays as it is, whatever is saved after it.
  await chosen(visitor).getByRole("button", { name: "Name this version" }).click();
  await dialog(visitor).getByLabel("Name").fill("The quiet one");
  await dialog(visitor).getByRole("button", { name: "Save name" }).click();
  await expect(toast(visitor, "Version named")).toBeVisible();
  await expect(chosen(visitor).getByRole("heading", { name: "The quiet one" })).toBeVisible();

  await visitor.getByRole("link", { name: "Back to the post" }).click();
  await expect(visitor).toHaveURL(edit);
  await paper(visitor).click();
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.insertText(" Then the loud part begins.");
  await visitor.getByLabel("Title", { exact: true }).fill(`${title}, louder`);
  await update(visitor);

  await openPanel(visitor, "Review");
  await visitor.getByRole("link", { name: "History" }).click();
  await expect(list(visitor).getByRole("link")).toHaveCount(2);
  await expect(list(visitor)).toContainText("5 words added, 0 words removed");
  await expect(chosen(visitor).locator(".history-fields")).toContainText(`${title}, louder`);
  await expect(chosen(visitor).locator("ins").filter({ hasText: "Then the loud part begins." }).last()).toBeVisible();
  await expectFine(visitor, "the history of a post");
  await visitor.getByRole("button", { name: "Compare with current" }).click();
  await expect(chosen(visitor)).toContainText("The text is the same.");

  await list(visitor).getByRole("link", { name: "The quiet one" }).click();
  await expect(visitor.getByRole("button", { name: "Compare with current" })).toHaveAttribute("aria-pressed", "true");
  await chosen(visitor).getByRole("button", { name: "Restore" }).click();
  await expect(dialog(visitor)).toContainText("The current text stays in the history.");
  await expectFine(visitor, "the question before restoring");
  await dialog(visitor).getByRole("button", { name: "Restore" }).click();
  await expect(toast(visitor, "Version restored")).toBeVisible();
  await expect(visitor).toHaveURL(edit);
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);
  await expect(paper(visitor)).toHaveText(CONTENT);
  await visit(visitor, `${edit}/history`);
  await expect(list(visitor).getByRole("link")).toHaveCount(3);
  await expect(list(visitor)).toContainText("Restored");
});

test("what readers see stays as it is until the restored revision is saved", async ({ visitor, newBrowser }) => {
  test.slow();
  const title = newTitle("Seen by everybody");
  const edit = await publishNew(visitor, title);
  await visitor.getByLabel("Title", { exact: true }).fill(`${title}, renamed`);
  await expect(visitor.getByLabel("Slug"), "an address that readers know").toHaveValue(slugOf(title));
  await update(visitor);

  await visit(visitor, `${edit}/history`);
  await expect(list(visitor).getByRole("link")).toHaveCount(2);
  await list(visitor).getByRole("link").last().click();
  await chosen(visitor).getByRole("button", { name: "Restore" }).click();
  await expect(dialog(visitor)).toContainText("Readers don’t see it until you update the post.");
  await dialog(visitor).getByRole("button", { name: "Restore" }).click();
  await expect(visitor).toHaveURL(edit);
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);
  const reader = await newBrowser();
  // A change reaches cached pages within a second.
  const readerSees = (text: string) =>
    sees(reader, `/story/${slugOf(title)}`, (within) =>
      expect(reader.getByRole("heading", { level: 1 })).toHaveText(text, within),
    );
  await readerSees(`${title}, renamed`);

  await update(visitor);
  await readerSees(title);
});

test("on a phone the list of revisions comes first, then the selected one", async ({ visitor }) => {
  test.slow();
  const edit = await createDraft(visitor, newTitle("In the pocket"));
  await visitor.setViewportSize({ width: 390, height: 800 });
  await visit(visitor, `${edit}/history`);
  await expect(chosen(visitor)).toBeHidden();
  await list(visitor).getByRole("link").first().click();
  await expect(chosen(visitor).locator("ins").filter({ hasText: CONTENT }).first()).toBeVisible();
  await expect(list(visitor)).toBeHidden();
  await expectFine(visitor, "a version on a phone");
  await visitor.getByRole("link", { name: "All versions" }).click();
  await expect(list(visitor)).toBeVisible();
});

test("a post that nobody has changed has no history yet", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts?search=mood-tracking-guide");
  await visitor.getByRole("link", { name: /Mood/ }).first().click();
  await expect(visitor).toHaveURL(/\/edit\//);
  await openPanel(visitor, "Review");
  await visitor.getByRole("link", { name: "History" }).click();
  await expect(visitor.getByRole("heading", { name: "No earlier versions yet" })).toBeVisible();
  await expectFine(visitor, "an empty history");
});
