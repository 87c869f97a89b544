// slow: app/browser/ app/domain/posts/ app/domain/previews/ app/domain/users/ app/http/api/admin/ app/pages/admin/

import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, arrive, someone, test } from "./account-visitor.ts";
import { dialog, expectFine, fillIn, newTitle, openPanel, paper, signInAsAdmin, toast, writeOn } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const strip = (page: Page) => page.getByRole("region", { name: "Handed in" });

async function asAdmin(request: APIRequestContext) {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
}

async function give(request: APIRequestContext, email: string, grant: string): Promise<void> {
  const headers = await asAdmin(request);
  const found = await request.get(`/api/admin/users?search=${encodeURIComponent(email)}`, { headers });
  const { items } = (await found.json()) as { items: { id: string }[] };
  const changed = await request.put(`/api/admin/users/${items[0]?.id}/grants`, { headers, data: { grants: [grant] } });
  expect(changed.status()).toBe(200);
}

/** The subjects of the emails to an address, the newest first. */
async function subjectsTo(request: APIRequestContext, email: string, about: string): Promise<string[]> {
  const answer = await request.get("/api/admin/outbox?limit=100", { headers: await asAdmin(request) });
  const { items } = (await answer.json()) as { items: { recipient: string; subject: string }[] };
  return items.filter(({ recipient, subject }) => recipient === email && subject.includes(about)).map(({ subject }) => subject);
}

async function handIn(page: Page, note: string): Promise<void> {
  await button(page, "Hand in").click();
  await dialog(page).getByLabel("Note to the editor").fill(note);
  await dialog(page).getByRole("button", { name: "Hand in" }).click();
  await expect(strip(page)).toContainText("You handed this post in");
}

test("a contributor hands in, an editor sends back, and publishes what was mended", async ({
  visitor,
  newBrowser,
  ownSite,
  request,
}) => {
  const grace = someone("Grace Contributor");
  await arrive(visitor, ownSite, grace);
  await give(request, grace.email, "contributor");
  const editor = await newBrowser();
  const emmy = someone("Emmy Editor");
  await arrive(editor, ownSite, emmy);
  await give(request, emmy.email, "editor");

  const title = newTitle("A contribution");
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await button(visitor, "Hand in").click();
  await expect(dialog(visitor)).toContainText("Until then you can’t change it.");
  await expectFine(visitor, "the dialog that hands in");
  await button(visitor, "Cancel").click();
  await handIn(visitor, "Is the end too long?");
  await expect(paper(visitor)).toBeHidden();
  for (const name of ["Hand in", "Save Draft", "Update Post"]) await expect(button(visitor, name)).toHaveCount(0);
  await expect(visitor.getByTitle("Preview of the article")).toBeVisible();
  await expectFine(visitor, "a post that is handed in");
  await button(visitor, "Withdraw").click();
  await expect(toast(visitor, "Withdrawn. You can change the post again.")).toBeVisible();
  await handIn(visitor, "Is the end too long?");
  await visitor.reload();
  await expect(strip(visitor)).toContainText("Is the end too long?");
  expect(await subjectsTo(request, emmy.email, title)).toHaveLength(2);

  const admin = await newBrowser();
  await signInAsAdmin(admin, "/admin/dashboard");
  await admin.getByRole("link", { name: "1 post is handed in" }).click();
  await expect(admin).toHaveURL(/\/admin\/posts\?handed_in=yes/);
  await expect(admin.getByRole("row").filter({ hasText: title })).toBeVisible();
  await visit(editor, "/admin/posts");
  await editor.getByLabel("Review").selectOption("Handed in");
  const row = editor.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("Grace Contributor");
  await expect(editor.getByRole("columnheader", { name: "Handed in" })).toBeVisible();
  await expect(editor.getByLabel("Review")).toHaveValue("yes");
  await expectFine(editor, "the posts that are handed in");
  await row.getByRole("link", { name: title, exact: true }).click();
  await expect(strip(editor)).toContainText("Grace Contributor handed this post in");
  await expectFine(editor, "the editor of a post that is handed in");
  await button(editor, "Send back...").click();
  await button(editor, "Send back").click();
  await expect(dialog(editor)).toContainText("A remark can’t be empty");
  await dialog(editor).getByLabel("Remark", { exact: true }).fill("Please end with the morning.");
  await dialog(editor).getByLabel("Passage that it is about").fill("The first light is quiet");
  await expectFine(editor, "the dialog that sends back");
  await button(editor, "Send back").click();
  await expect(toast(editor, "Sent back with your remarks")).toBeVisible();
  await expect(strip(editor)).toHaveCount(0);
  await expect.poll(() => subjectsTo(request, grace.email, title)).toEqual([expect.stringContaining("was sent back to you")]);

  await visitor.reload();
  await expect(paper(visitor)).toBeVisible();
  await openPanel(visitor, "Review");
  await expect(visitor.getByText("Please end with the morning.")).toBeVisible();
  await expect(visitor.getByRole("blockquote").filter({ hasText: "The first light is quiet" })).toBeVisible();
  await expect(visitor.getByText("Emmy Editor", { exact: true })).toBeVisible();
  await writeOn(visitor, " Then it is morning.");
  await handIn(visitor, "");
  expect(await subjectsTo(request, emmy.email, title)).toHaveLength(3);

  await editor.reload();
  await expect(paper(editor)).toContainText("Then it is morning.");
  await button(editor, "Publish").click();
  await expect(editor.getByRole("region", { name: "Published" })).toBeVisible();
  await expect(strip(editor)).toHaveCount(0);
  await expect
    .poll(() => subjectsTo(request, grace.email, title))
    .toEqual([expect.stringContaining("is published at"), expect.stringContaining("was sent back to you")]);
});
