import { test } from "./account-visitor.ts";
import { CONTENT, createDraft, expectFine, newTitle, openPanel, paper, signInAsAdmin, slugOf, toast } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

test("a draft is published from its edit screen, which then links to the article", async ({ visitor }) => {
  test.slow();
  visitor.forgive("400");
  const title = newTitle("Out at last");
  await createDraft(visitor, title);
  await expect(visitor.locator(".stored-status")).toHaveText("Draft");
  await expect(visitor.getByText(`Will be published at /story/${slugOf(title)}`)).toBeVisible();
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  const strip = visitor.getByRole("region", { name: "Published" });
  await expect(strip).toContainText(`Published. It is live at /story/${slugOf(title)}`);
  await expect(visitor.locator(".stored-status")).toHaveText("Published · View");
  await expect(visitor.getByRole("link", { name: `/story/${slugOf(title)}` })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expectFine(visitor, "a published post");
  const opening = visitor.context().waitForEvent("page");
  await strip.getByRole("link", { name: "View article" }).click();
  const opened = await opening;
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText(title);
  // Open, it would report a view of an article that is archived below.
  await opened.close();
  // It stays while editing continues, and appears again after an update.
  await visitor.getByLabel("Excerpt").fill("Later.");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await expect(strip).toBeVisible();
  // A date is chosen in the site's zone, and rules over the moment of the update; the future is what the schedule is for.
  const date = visitor.getByLabel("Publication date", { exact: true });
  await date.fill("2999-01-01T08:00");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByRole("main").getByRole("alert")).toContainText(
    "Publication date must not be in the future: schedule the post instead",
  );
  await date.fill("2019-05-04T08:30");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await expect(date).toHaveValue("2019-05-04T08:30");
  await visitor.getByLabel("Status").selectOption("archived");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(strip).toHaveCount(0);
});

test("missing fields are marked, the check reports them, and a category is created on the way", async ({ visitor }) => {
  test.slow();
  const title = newTitle("The very first");
  await signInAsAdmin(visitor, "/admin/posts/create");
  for (const label of ["Title", "Slug", "Description"])
    await expect(visitor.getByLabel(label, { exact: true })).toHaveAttribute("aria-required", "true");
  await expect(visitor.getByLabel("Excerpt")).not.toHaveAttribute("aria-required", "true");
  await visitor.getByLabel("Title", { exact: true }).fill(title);
  await paper(visitor).click();
  await visitor.keyboard.insertText(CONTENT);
  const panel = visitor.getByRole("region", { name: "Before publishing" });
  await openPanel(visitor, "Check");
  await panel.getByRole("button", { name: "Check the post" }).click();
  await expect(panel.getByRole("status")).toContainText("2 required before publishing");
  await panel.getByRole("button", { name: "Required Category is required" }).click();
  await expect(visitor.getByLabel("Category", { exact: true })).toBeFocused();
  await visitor.getByLabel("Category", { exact: true }).selectOption("+ New category...");
  const dialog = visitor.getByRole("dialog", { name: "Create category" });
  await dialog.getByLabel("Name", { exact: true }).fill(`Harbors ${process.pid}`);
  await dialog.getByRole("button", { name: "Create category" }).click();
  await expect(dialog).toBeHidden();
  await expect(visitor.getByLabel("Category", { exact: true }).locator("option:checked")).toHaveText(`Harbors ${process.pid}`);
  await visitor.getByLabel("Description", { exact: true }).fill("What the first hour of a day is for");
  await openPanel(visitor, "Check");
  await expect(panel.getByRole("status")).toContainText("You can still publish.");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("region", { name: "Published" })).toBeVisible();
});
