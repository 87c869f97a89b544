// slow: app/browser/ app/domain/posts/ app/http/api/admin/ app/pages/admin/editor/ app/pages/admin/frame/

import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  expectState,
  gate,
  newTitle,
  paper,
  publishNew,
  signInAsAdmin,
  slugOf,
  storesWords,
  toast,
  writeOn,
} from "./admin-writer.ts";
import { sees } from "./settings-site.ts";
import { expect, visit } from "./visitor.ts";

const SAVED = /^Saved at \d/;
const STAGED = /^Changes not public · Saved at \d/;

test("a draft saves itself when typing pauses, and says so", async ({ visitor }) => {
  test.slow();
  const edit = await createDraft(visitor, newTitle("By itself"));
  await expectState(visitor, "All changes saved");
  const [first, second] = [" The kettle sings.", " The cups are out."];
  const saved = visitor
    .waitForRequest((request) => request.method() === "PATCH" && (request.postData() ?? "").includes(second))
    .then((request) => ({ body: request.postDataJSON() as unknown, at: Date.now() }));
  await writeOn(visitor, first);
  const written = Date.now();
  await visitor.keyboard.insertText(second);
  await expectState(visitor, "Unsaved changes");
  const { body, at } = await saved;
  expect(body).toMatchObject({ autosave: true, content: `<p>${CONTENT}${first}${second}</p>` });
  expect(at - written, "ms of rest before it is saved").toBeGreaterThan(2900);
  await expectState(visitor, SAVED);
  await expect(toast(visitor, "Post updated")).toHaveCount(0);

  await visit(visitor, edit);
  await expect(paper(visitor)).toHaveText(CONTENT + first + second);
  await expect(visitor.getByRole("region", { name: "Unsaved copy" })).toHaveCount(0);
});

test("a new post that was never saved is on the server, for other browsers too", async ({ visitor, newBrowser }) => {
  test.slow();
  const title = newTitle("Begun on a train");
  await signInAsAdmin(visitor, "/admin/posts/create");
  // The title may be saved before the text is.
  const stored = storesWords(visitor, "Two stations long.");
  await visitor.getByLabel("Title", { exact: true }).fill(title);
  await writeOn(visitor, "Two stations long.");
  await stored;
  await expectState(visitor, SAVED);

  await expect(visitor.locator(".stored-status")).toHaveText("Draft");

  // It is a draft of the list, for its author alone.
  const elsewhere = await newBrowser();
  const row = (page: Page) => page.getByRole("row").filter({ hasText: title });
  await signInAsAdmin(elsewhere, "/admin/posts?status=draft");
  await expect(row(elsewhere)).toContainText("Draft");
  await expect(row(elsewhere).getByRole("checkbox")).toHaveCount(0);
  await expectFine(elsewhere, "posts with an unfinished one");
  await visit(elsewhere, "/admin/posts?status=published");
  await expect(elsewhere.getByRole("row").nth(1)).toBeVisible();
  await expect(row(elsewhere)).toHaveCount(0);
  await visit(elsewhere, `/admin/posts?search=${encodeURIComponent(title.toLowerCase())}`);
  await row(elsewhere).getByRole("link", { name: title, exact: true }).click();
  await expect(elsewhere.getByLabel("Title", { exact: true })).toHaveValue(title);
  await expect(paper(elsewhere)).toHaveText("Two stations long.");

  // The dashboard names it and links to it, too.
  await visit(visitor, "/admin/dashboard");
  await visitor.getByRole("link", { name: `Continue “${title}”` }).click();
  await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);
  await expect(visitor).toHaveURL(/\/admin\/posts\/create\?continue=/);
  await visit(visitor, "/admin/posts");
  await row(visitor)
    .getByRole("button", { name: `Delete ${title}` })
    .click();
  await expect(dialog(visitor)).toContainText("Are you sure you want to delete this post? This action cannot be undone.");
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toast(visitor, "Post deleted")).toBeVisible();
  await expect(row(visitor)).toHaveCount(0);
  await visit(elsewhere, "/admin/posts");
  await expect(elsewhere.getByRole("row").nth(1)).toBeVisible();
  await expect(row(elsewhere)).toHaveCount(0);
});

test("a new text has an address of its own from its first save on, and is there after a reload", async ({ visitor }) => {
  test.slow();
  const [first, second] = [newTitle("First of two"), newTitle("Second of two")];
  const begin = async (title: string, words: string) => {
    const stored = storesWords(visitor, words);
    await visitor.getByLabel("Title", { exact: true }).fill(title);
    await writeOn(visitor, words);
    await stored;
    await expect(visitor).toHaveURL(/\/create\?continue=[\w-]+$/);
    return visitor.url();
  };
  const shows = async (title: string, words: string) => {
    await expect(visitor.getByLabel("Title", { exact: true })).toHaveValue(title);
    await expect(paper(visitor)).toHaveText(words);
  };
  await signInAsAdmin(visitor, "/admin/posts/create");
  const address = await begin(first, "Words of the first.");
  // The form stays as it is: what is typed on goes where the cursor is.
  const more = storesWords(visitor, "And more.");
  await visitor.keyboard.insertText(" And more.");
  await more;
  await expectState(visitor, SAVED);
  await visitor.reload();
  await shows(first, "Words of the first. And more.");
  await expect(visitor.getByRole("region", { name: "Unsaved copy" })).toHaveCount(0);

  // Another new text is another form; Back leads to the first one.
  await visit(visitor, "/admin/posts");
  await visitor.getByRole("link", { name: "New Post" }).first().click();
  await shows("", "");
  await expect(visitor.getByRole("region", { name: "Unsaved copy" })).toHaveCount(0);
  const other = await begin(second, "Words of the second.");
  expect(other).not.toBe(address);
  await expectState(visitor, SAVED);
  await visitor.goto(address);
  await shows(first, "Words of the first. And more.");
  await visitor.goBack();
  await shows(second, "Words of the second.");

  await signInAsAdmin(visitor, "/admin/pages/create");
  await begin("Contact", "Words of a page.");
  await expectState(visitor, SAVED);
  expect(new URL(visitor.url()).pathname).toBe("/admin/pages/create");
  await visitor.reload();
  await shows("Contact", "Words of a page.");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Create Page");
  await visit(visitor, "/admin/pages");
  await visitor.getByRole("row").filter({ hasText: "Draft" }).getByRole("link", { name: "Contact", exact: true }).first().click();
  await shows("Contact", "Words of a page.");

  visitor.forgive("404");
  await visitor.goto("/admin/posts/create?continue=00000000-0000-4000-8000-000000000000");
  await expect(visitor.getByRole("heading", { name: "Post not found" })).toBeVisible();
});

test("readers see changes of a published post when it is updated, and never those that are discarded", async ({
  visitor,
  newBrowser,
}) => {
  test.slow();
  const title = newTitle("Read by many");
  const edit = await publishNew(visitor, title);
  const reader = await newBrowser();
  // Their page is rendered again a moment after a change.
  const expectRead = (words: string) =>
    sees(reader, `/story/${slugOf(title)}`, (within) =>
      expect(reader.getByRole("article").first().getByText(CONTENT)).toHaveText(words, within),
    );
  await writeOn(visitor, " These are second thoughts.");
  await expectState(visitor, STAGED);
  await expectRead(CONTENT);

  await visit(visitor, edit);
  const note = visitor.getByRole("region", { name: "Changes not public" });
  await expect(note).toContainText(/These are changes from .*\d.* by \S/);
  await expect(note).toContainText("Readers see the post as it was before them, until you update it.");
  await expect(paper(visitor)).toHaveText(`${CONTENT} These are second thoughts.`);
  for (const width of [1280, 320]) {
    await visitor.setViewportSize({ width, height: 800 });
    await expectFine(visitor, `changes that wait, ${width} px wide`);
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, `px that one would have to scroll sideways for at ${width}`).toBe(0);
  }
  await visitor.setViewportSize({ width: 1280, height: 800 });

  await note.getByRole("button", { name: "Discard changes" }).click();
  await dialog(visitor).getByRole("button", { name: "Discard changes" }).click();
  await expect(toast(visitor, "Changes discarded")).toBeVisible();
  await expect(paper(visitor)).toHaveText(CONTENT);
  await expect(note).toHaveCount(0);
  await visit(visitor, edit);
  await expect(paper(visitor)).toHaveText(CONTENT);

  await writeOn(visitor, " Better second thoughts.");
  await expectState(visitor, STAGED);
  await expectRead(CONTENT);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expectState(visitor, "All changes saved");
  await expect(note).toHaveCount(0);
  await expectRead(`${CONTENT} Better second thoughts.`);
});

for (const { kind, begin, method, state } of [
  { kind: "a draft", begin: createDraft, method: "PATCH", state: SAVED },
  { kind: "a published post", begin: publishNew, method: "PUT", state: STAGED },
]) {
  test(`what is typed during a slow save of ${kind} stays, and is saved after it`, async ({ visitor }) => {
    test.slow();
    const edit = await begin(visitor, newTitle("On a slow line"));
    const { open, opened } = gate();
    const sent: string[] = [];
    await visitor.route("**/api/admin/posts/**", async (route) => {
      if (route.request().method() !== method) return route.continue();
      const answer = await route.fetch();
      sent.push(route.request().postData() ?? "");
      await opened;
      await route.fulfill({ response: answer });
    });
    await writeOn(visitor, " First words,");
    await expectState(visitor, "Saving...");
    await expect.poll(() => sent.length).toBe(1);
    await visitor.keyboard.insertText(" more words,");
    await visitor.getByLabel("Excerpt").fill("Typed meanwhile");
    await writeOn(visitor, " last words.");
    open();
    await expectState(visitor, state);
    const all = `${CONTENT} First words, more words, last words.`;
    await expect(paper(visitor)).toHaveText(all);
    await expect(visitor.getByLabel("Excerpt")).toHaveValue("Typed meanwhile");
    expect(sent[0]).toContain("First words,");
    expect(sent[0]).not.toContain("more words,");
    expect(sent.at(-1)).toContain("First words, more words, last words.");

    await visit(visitor, edit);
    await expect(paper(visitor)).toHaveText(all);
    await expect(visitor.getByLabel("Excerpt")).toHaveValue("Typed meanwhile");
  });
}

test("the browser's Back asks about words that were just typed", async ({ visitor }) => {
  const title = newTitle("Back at once");
  const edit = await createDraft(visitor, title);
  await visitor.getByRole("link", { name: "Back to Posts" }).click();
  await visitor.getByRole("link", { name: title, exact: true }).first().click();
  await expect(visitor).toHaveURL(edit);
  await paper(visitor).click();
  await visitor.keyboard.press("Control+End");
  // Types and goes back within one task, before the text has reached the form.
  await paper(visitor).evaluate(() => {
    document.execCommand("insertText", false, " One more thing.");
    history.back();
  });
  await expect(dialog(visitor)).toContainText("Your changes on this screen haven’t been saved.");
  await dialog(visitor).getByRole("button", { name: "Stay" }).click();
  await expect(visitor).toHaveURL(edit);
  await expect(paper(visitor)).toHaveText(`${CONTENT} One more thing.`);
});
