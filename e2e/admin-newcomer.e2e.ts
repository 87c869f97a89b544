import type { Locator, Page } from "@playwright/test";
import { onSiteWith } from "./account-visitor.ts";
import { CONTENT, paper, toast } from "./admin-writer.ts";
import { ADMIN } from "./own-site.ts";
import { expect, visit } from "./visitor.ts";

/** A site as its owner first sees it, without demo content. */
const test = onSiteWith({ DEMO_CONTENT: "false" });

/** Counts what a person has to do. */
function counting(page: Page) {
  const done = { clicks: 0, fields: 0 };
  return {
    done,
    async click(target: Locator) {
      done.clicks += 1;
      await target.click();
    },
    /** Types where the cursor is. */
    async write(target: Locator, words: string) {
      done.fields += 1;
      await expect(target).toBeFocused();
      await page.keyboard.insertText(words);
    },
  };
}

test("the first article of an empty site takes five clicks and four fields after signing in", async ({ visitor }) => {
  const { done, click, write } = counting(visitor);
  await visit(visitor, "/admin/login");
  await visitor.getByLabel("Email").fill(ADMIN.email);
  await visitor.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await visitor.keyboard.press("Enter");
  await expect(visitor).toHaveURL("/admin/dashboard");

  await click(visitor.getByRole("link", { name: "Write the first post" }));
  await write(visitor.getByLabel("Title", { exact: true }), "The first light");
  await visitor.keyboard.press("Enter");
  await write(visitor.getByLabel("Description"), "What the first hour of a day is for");
  await visitor.keyboard.press("Enter");
  await write(paper(visitor), CONTENT);

  // A person opens the list and takes its last entry.
  done.clicks += 2;
  await visitor.getByLabel("Category", { exact: true }).selectOption("+ New category...");
  const dialog = visitor.getByRole("dialog", { name: "New category" });
  await write(dialog.getByLabel("Name", { exact: true }), "Mornings");
  await visitor.keyboard.press("Enter");
  await expect(toast(visitor, "Category created")).toBeVisible();
  await expect(visitor.getByLabel("Category", { exact: true }).locator("option:checked")).toHaveText("Mornings");

  await click(visitor.getByRole("button", { name: "Publish", exact: true }));
  await expect(toast(visitor, "Post created")).toBeVisible();
  const opened = visitor.context().waitForEvent("page");
  await click(visitor.getByRole("region", { name: "Published" }).getByRole("link", { name: "View article" }));
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText("The first light");
  expect(done.clicks).toBeLessThanOrEqual(5);
  expect(done.fields).toBeLessThanOrEqual(4);
});
