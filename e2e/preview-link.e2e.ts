import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { CONTENT, createDraft, dialog, expectFine, newTitle, openPanel, slugOf, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

/** Creates a link in the editor. @returns its URL */
async function makeLink(page: Page): Promise<string> {
  await openPanel(page, "Review");
  await page.getByRole("button", { name: "Share preview" }).click();
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  const link = dialog(page).getByLabel("Preview link");
  await expect(link).toHaveValue(/\/preview\/[0-9a-f]{64}$/);
  return new URL(await link.inputValue()).pathname;
}

const review = (page: Page) => page.getByRole("region", { name: "Review" });

test("somebody without an account reads a draft and leaves a note; the author settles it and revokes the link", async ({
  visitor,
  newBrowser,
}) => {
  test.slow();
  visitor.forgive("404");
  visitor.forgive("400");
  const title = newTitle("Read this first");
  const edit = await createDraft(visitor, title);
  const address = await makeLink(visitor);
  await expect(dialog(visitor).getByRole("heading", { name: "Links that work now" })).toBeVisible();
  await expectFine(visitor, "sharing a preview");
  await dialog(visitor).getByRole("button", { name: "Close" }).last().click();

  const guest = await newBrowser();
  await guest.goto(address);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(guest.getByText("Preview: not published.")).toBeVisible();
  await expect(guest.getByText(CONTENT)).toBeVisible();
  await expectFine(guest, "a preview");
  expect((await guest.request.get(`/story/${slugOf(title)}`)).status()).toBe(404);

  // An empty note isn't sent, and what was typed stays.
  await guest.getByLabel("Your name").fill("Grace");
  await guest.getByRole("button", { name: "Send the note" }).click();
  await expect(guest.getByText("A note can’t be empty")).toBeVisible();
  await expect(guest.getByLabel("Your name")).toHaveValue("Grace");
  await expectFine(guest, "a refused note");

  // Selected text can be quoted in the note.
  await guest.getByText(CONTENT).selectText();
  await guest.getByRole("button", { name: "Note on this passage" }).click();
  await expect(guest.getByLabel("The passage it is about")).toHaveValue(CONTENT);
  await expect(guest.getByLabel("Your note")).toBeFocused();
  await guest.keyboard.insertText("This made me put the kettle on.");
  await guest.getByRole("button", { name: "Send the note" }).click();
  await expect(guest.getByText("Thank you. Your note has been sent to the author.")).toBeVisible();

  await visit(visitor, edit);
  await openPanel(visitor, "Review");
  await expect(review(visitor)).toContainText("This made me put the kettle on.");
  await expect(review(visitor).getByRole("blockquote")).toHaveText(CONTENT);
  await expectFine(visitor, "notes next to a post");
  await review(visitor).getByRole("button", { name: "Resolve the note of Grace" }).click();
  await expect(toast(visitor, "Note resolved")).toBeVisible();
  await review(visitor).getByText("1 resolved note").click();
  await review(visitor).getByRole("button", { name: "Delete the note of Grace" }).click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Note deleted")).toBeVisible();
  await expect(review(visitor)).not.toContainText("kettle");

  await review(visitor).getByRole("button", { name: "Share preview" }).click();
  await dialog(visitor)
    .getByRole("button", { name: /^Revoke the link/ })
    .click();
  await expect(toast(visitor, "Link revoked")).toBeVisible();
  const ended = await guest.request.get(address);
  expect([ended.status(), (await ended.text()).includes(title)]).toEqual([404, false]);
});

test("a preview is read and answered without scripts, and doesn't reveal its URL", async ({ visitor, newBrowser }) => {
  test.slow();
  const title = newTitle("Without a script");
  const edit = await createDraft(visitor, title);
  const address = await makeLink(visitor);
  const guest = await newBrowser({ javaScriptEnabled: false });
  const answer = await guest.goto(address);
  expect(answer?.headers()).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "private, no-store" });
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(title);
  await guest.getByLabel("Your name").fill("Grace");
  await guest.getByLabel("Your note").fill("Reads well on paper, too.");
  await guest.getByRole("button", { name: "Send the note" }).click();
  await expect(guest.getByText("Thank you. Your note has been sent to the author.")).toBeVisible();
  await visit(visitor, edit);
  await openPanel(visitor, "Review");
  await openPanel(visitor, "Review");
  await expect(review(visitor)).toContainText("Reads well on paper, too.");
});

test("an invalid link says so in one sentence", async ({ visitor }) => {
  visitor.forgive("404");
  await visitor.goto(`/preview/${"0".repeat(64)}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This preview is no longer available");
  await expectFine(visitor, "an ended preview");
});
