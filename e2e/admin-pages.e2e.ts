// slow: app/browser/ app/domain/appearance/ app/domain/categories/ app/domain/navigation/ app/domain/posts/ app/domain/settings/
// slow: app/http/api/admin/ app/http/pages/ app/pages/admin/ app/pages/public/ app/ui/

import { test } from "./account-visitor.ts";
import { CONTENT, dialog, expectFine, openPanel, paper, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("an imprint is written, published at its address, found, and deleted again", async ({ visitor, newBrowser }) => {
  visitor.forgive("404");
  await signInAsAdmin(visitor, "/admin/pages");
  await visitor.getByRole("link", { name: "New page" }).first().click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Create Page");
  await visitor.getByLabel("Title", { exact: true }).fill("Who answers for this");
  await expect(visitor.getByLabel("Category", { exact: true })).toHaveCount(0);
  await paper(visitor).click();
  await visitor.keyboard.insertText(CONTENT);
  await visitor.getByLabel("Slug").fill("login");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByText("This URL belongs to the site itself. Please choose a different slug.").first()).toBeVisible();
  await visitor.getByLabel("Slug").fill("imprint");
  await expectFine(visitor, "a new page");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Edit Page");
  const strip = visitor.getByRole("region", { name: "Published" });
  await expect(strip).toContainText("It is live at /imprint");
  await expect(strip.getByRole("link", { name: "View page" })).toHaveAttribute("href", "/imprint");

  await strip.getByRole("button", { name: "Add to footer" }).click();
  await expect(toast(visitor, "Added to the footer")).toBeVisible();
  await expect(strip.getByRole("button", { name: "Remove from footer" })).toBeFocused();
  await expectFine(visitor, "a page in the footer");

  const reader = await newBrowser();
  const inFooter = reader.getByRole("contentinfo").getByRole("link", { name: "Who answers for this" });
  await expect(async () => {
    await visit(reader, "/about");
    await expect(inFooter).toHaveAttribute("href", "/imprint", { timeout: 5000 });
  }).toPass();
  await strip.getByRole("button", { name: "Remove from footer" }).click();
  await expect(toast(visitor, "Removed from the footer")).toBeVisible();
  await expect(async () => {
    await visit(reader, "/about");
    await expect(inFooter).toHaveCount(0, { timeout: 5000 });
  }).toPass();
  await visit(reader, "/imprint");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Who answers for this");
  await expect(reader.getByRole("button", { name: /like/i })).toHaveCount(0);
  await expectFine(reader, "an own page");
  await visit(reader, "/view-all?search=answers%20for");
  await reader.getByRole("link", { name: "Who answers for this" }).click();
  await expect(reader).toHaveURL("/imprint");

  await visitor.getByRole("link", { name: "Back to Pages" }).click();
  await expectFine(visitor, "the list of pages");
  await visitor.getByRole("button", { name: "Delete Who answers for this" }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Page deleted")).toBeVisible();
  await expect.poll(async () => (await reader.request.get("/imprint")).status()).toBe(404);
});

test("texts that come with the site are the beginning of the owner's own", async ({ visitor, newBrowser }) => {
  await signInAsAdmin(visitor, "/admin/pages");
  await visitor.getByRole("link", { name: "Write your own: About" }).click();
  await expect(paper(visitor).locator("h2")).toHaveText(["Our mission", "Our vision", "Our values"]);
  await expect(paper(visitor).locator("h3").first()).toHaveText("Authenticity");
  await expect(paper(visitor)).toContainText("To put one good idea into a short article");
  await visitor.getByRole("link", { name: "Back to Pages" }).click();
  await visitor.getByRole("link", { name: "Write your own: Terms" }).click();
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue("Terms");
  await expect(paper(visitor)).toContainText("Everything published here may be read free of charge");
  await expect(paper(visitor)).toContainText("You can delete the account at any time on its page.");
  await openPanel(visitor, "Page");
  await expect(visitor.getByLabel("Slug")).toHaveValue("terms");
  await visitor.getByLabel("Title", { exact: true }).fill("House rules");
  await expect(visitor.getByLabel("Slug")).toHaveValue("terms");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText("/terms");
  const reader = await newBrowser();
  await visit(reader, "/terms");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("House rules");

  await visitor.getByRole("link", { name: "Back to Pages" }).click();
  await visitor.getByRole("button", { name: "Delete House rules" }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Page deleted")).toBeVisible();
  await visit(reader, "/terms");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Terms");
});
