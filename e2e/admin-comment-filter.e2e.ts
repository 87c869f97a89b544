import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { dialog, signInAsAdmin, toast } from "./admin-writer.ts";
import type { OwnSite } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("listitem");

/** Comments that wait, as if readers had written them. */
const waiting = (site: OwnSite, texts: string[]) =>
  site.query(
    "insert into comments (content, post_id, status) select text, (select id from posts where status = 'published' order by id limit 1), 'pending' from unnest($1::text[]) text",
    [texts],
  );
const numbered = (text: string) => Array.from({ length: 20 }, (_, n) => `${text} (${n + 1})`);

/** Decides about all comments of a page with these words, and waits until the filter has learned it. */
async function decide(page: Page, site: OwnSite, words: string, action: string): Promise<void> {
  await visit(page, `/admin/comments?status=pending&search=${encodeURIComponent(words)}`);
  await expect(rows(page)).toHaveCount(20);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: action, exact: true }).last().click();
  await expect(toast(page, "20 comments updated")).toBeVisible();
  const unlearned = () => site.query("select from comments where learned_as is distinct from decided_as");
  await expect.poll(async () => (await unlearned()).length).toBe(0);
}

test("the filter learns from decisions, says why it holds a comment, and those alike are decided at once", async ({
  visitor,
  ownSite,
}) => {
  await waiting(ownSite, numbered("Thank you, this article about the journal helps me"));
  await waiting(ownSite, numbered("Win money in our casino, free bonus at https://casino.example"));
  await signInAsAdmin(visitor, "/admin/comments?status=pending");
  await expect(visitor.getByText("The filter hasn’t learned enough yet to look again.")).toBeVisible();
  await decide(visitor, ownSite, "journal helps me", "Approve");
  await decide(visitor, ownSite, "our casino", "Mark as Spam");

  await waiting(ownSite, ["New casino bonus at https://www.casino.example/new", "https://casino.example/win is free money"]);
  await visit(visitor, "/admin/comments?status=pending");
  await visitor.getByRole("button", { name: "Look at these again" }).click();
  const held = rows(visitor).filter({ hasText: "New casino bonus" });
  await expect(held).toContainText(/Like spam: \d+% · links to casino\.example, which was spam 20 times; .*typical of spam/);
  await expect(held).toContainText("Spam");
  await expect(visitor.getByRole("button", { name: "Look at these again" })).toBeEnabled();
  await expectAccessible(visitor, "held comments with reasons");

  await held.getByRole("button", { name: /^Alike \(1\)/ }).click();
  await expect(visitor.getByText("2 selected")).toBeVisible();
  await visitor.getByRole("button", { name: "Mark as Spam", exact: true }).last().click();
  await expect(dialog(visitor)).toContainText("Mark as Spam all 2 comments that are alike?");
  await dialog(visitor).getByRole("button", { name: "Mark as Spam" }).click();
  await expect(toast(visitor, "2 comments updated")).toBeVisible();
  await expect(rows(visitor).filter({ hasText: "casino" })).toHaveCount(0);
});

test("the slider shows what it does before it is saved, and what was learned can be reset", async ({ visitor, ownSite }) => {
  await signInAsAdmin(visitor, "/admin/settings/discussion");
  const slider = visitor.getByRole("slider", { name: "Strictness of the spam filter" });
  await expect(slider).toHaveValue("5");
  await expect(visitor.getByText(/^Of the newest \d+ comments, it would hold \d+, \d+ of them as spam\./)).toBeVisible();
  await slider.focus();
  await visitor.keyboard.press("ArrowRight");
  await visitor.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("7");
  await expectAccessible(visitor, "the strictness of the filter");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await ownSite.query<{ value: object }>("select value from settings"))[0]?.value)
    .toMatchObject({ filterStrictness: 7 });
  await visitor.getByRole("button", { name: "Reset what it learned" }).click();
  await dialog(visitor).getByRole("button", { name: "Reset", exact: true }).click();
  await expect(toast(visitor, "The filter starts from nothing")).toBeVisible();
  await expect(visitor.getByText(/It has learned from 0 approved and 0 rejected comments, spam included\./)).toBeVisible();
});
