import { test } from "./account-visitor.ts";
import { CONTENT, dialog, expectFine, newTitle, publishNew, signInAsAdmin, slugOf, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("the first admin sets a name and a bio, and her article shows both", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/dashboard");
  const prompt = visitor.getByRole("region", { name: "What’s your name?" });
  await expectFine(visitor, "dashboard asking for a name");
  await prompt.getByRole("button", { name: "Save name" }).click();
  await expect(prompt.getByLabel("Full Name")).toHaveAccessibleDescription(/Full name is required/);
  await prompt.getByLabel("Full Name").fill("Ada Keeper");
  await prompt.getByRole("button", { name: "Save name" }).click();
  await expect(prompt).toHaveCount(0);

  await visit(visitor, "/account");
  await expect(visitor.getByLabel("Full Name")).toHaveValue("Ada Keeper");
  await visitor.getByLabel("Bio", { exact: true }).fill("Keeps larks and writes about them.");
  await visitor.getByRole("region", { name: "Name and bio" }).getByRole("button", { name: "Save name and bio" }).click();
  await expect(toast(visitor, "Name and bio saved")).toBeVisible();
  await expectFine(visitor, "account of an author");

  const title = newTitle("By a name");
  await publishNew(visitor, title);
  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.getByRole("main")).toContainText("Ada Keeper");
  await expect(visitor.getByRole("main")).toContainText("Keeps larks and writes about them.");
});

test("an admin edits another author's name, gives them an article and closes its comments", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/users?search=ines");
  await visitor.getByRole("button", { name: /^Actions for Ines/ }).click();
  await visitor.getByRole("menuitem", { name: "Edit name and bio" }).click();
  await expectFine(visitor, "editing a user's name and bio");
  await dialog(visitor).getByLabel("Full Name").fill("");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(dialog(visitor).getByLabel("Full Name")).toHaveAccessibleDescription("Full name is required");
  await dialog(visitor).getByLabel("Full Name").fill("Ines Marlow-Reed");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("row").filter({ hasText: "Ines Marlow-Reed" })).toBeVisible();

  const title = newTitle("Handed over");
  await publishNew(visitor, title);
  const options = visitor.getByRole("region", { name: "Author and comments" });
  await visitor.reload();
  await expect(options.getByLabel("Allow comments")).toBeChecked();
  const answered = visitor.waitForResponse((answer) => answer.url().endsWith("/options"));
  await options.getByLabel("Author", { exact: true }).selectOption({ label: "The Skylark editors" });
  await answered;
  await expect(options.getByLabel("Author", { exact: true })).toHaveValue("");
  const closed = visitor.waitForResponse((answer) => answer.url().endsWith("/options"));
  await options.getByLabel("Allow comments").uncheck();
  await closed;
  await expect(options.getByLabel("Allow comments")).not.toBeChecked();
  // Changing options neither saves nor loses what was typed.
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);

  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.getByRole("main")).toContainText(CONTENT);
  await expect(visitor.getByRole("main")).toContainText("The Skylark editors");
  await expect(visitor.getByRole("button", { name: "Post comment" })).toHaveCount(0);
});
