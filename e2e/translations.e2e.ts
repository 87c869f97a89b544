// slow: app/domain/posts/ app/http/api/admin/posts.ts app/pages/admin/editor/ app/pages/public/story/ app/pages/public/cards/

import { test } from "./account-visitor.ts";
import { createDraft, expectFine, newTitle, openPanel, paper, slugOf, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("an article gets a translation, and readers find each from the other", async ({ visitor, newBrowser }) => {
  visitor.forgive("409");
  const title = newTitle("Morning light");
  const slug = slugOf(title);
  const editor = await createDraft(visitor, title);
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText(`/story/${slug}`);

  await openPanel(visitor, "Post");
  const panel = visitor.getByRole("region", { name: "Language and translations" });
  await panel.getByRole("button", { name: "Add a translation" }).click();
  await panel.getByLabel("Language of the translation").selectOption({ label: "German (Deutsch)" });
  await expectFine(visitor, "adding a translation");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toast(visitor, "Translation added")).toBeVisible();
  await expect(visitor).not.toHaveURL(editor);
  await expect(visitor.getByLabel("Slug")).toHaveValue(`${slug}-de`);
  await expect(panel.getByLabel("Language", { exact: true })).toHaveValue("de");
  await expect(panel.getByRole("list", { name: "Translations" })).toContainText(`English`);

  await visitor.getByLabel("Title", { exact: true }).fill("Morgenlicht");
  await paper(visitor).fill("Das erste Licht ist still, und wir sind es auch, bis jemand Wasser aufsetzt.");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText(`/story/${slug}-de`);

  const reader = await newBrowser();
  await visit(reader, `/story/${slug}`);
  const german = reader.getByRole("link", { name: "Deutsch", exact: true });
  await expect(german).toHaveAttribute("hreflang", "de");
  await expectFine(reader, "an article with a translation");
  await german.click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Morgenlicht");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "de");
  await expectFine(reader, "a translation");
  await reader.getByRole("link", { name: "English", exact: true }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);

  // The other version is offered no second time, and a taken language is refused beside its field.
  await panel.getByRole("link", { name: "English" }).click();
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);
  await panel.getByRole("button", { name: "Add a translation" }).click();
  const offered = panel.getByLabel("Language of the translation").locator("option");
  await expect(offered.filter({ hasText: /^German/ })).toHaveCount(0);
  await panel.getByLabel("Language", { exact: true }).selectOption({ label: "German (Deutsch)" });
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(panel.getByText("This article already has a version in this language")).toBeVisible();
});
