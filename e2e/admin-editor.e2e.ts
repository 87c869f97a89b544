import type { Locator, Page } from "@playwright/test";
import { wav } from "../test/media/files.ts";
import { jpeg } from "../test/media/pictures.ts";
import { SESSION_KEY, test } from "./account-visitor.ts";
import {
  CONTENT,
  createDraft,
  dialog,
  expectFine,
  expectState,
  fillIn,
  newTitle,
  paper,
  signInAsAdmin,
  slugOf,
  source,
  storesWords,
  toast,
  writeAs,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

test("a post is written, refused with reasons, saved as a draft, published and read", async ({ visitor }) => {
  test.slow();
  const title = newTitle("Slow mornings");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await expect(visitor).toHaveTitle(/^Create Post · /);
  await expectFine(visitor, "an empty form");

  await visitor.getByRole("button", { name: "Publish" }).click();
  await expect(toast(visitor, "Validation Error: Please fix the errors below before saving.")).toBeVisible();
  const refusal = visitor.getByRole("main").getByRole("alert");
  await expect(refusal).toBeFocused();
  await expect(refusal.getByRole("link")).toHaveText([
    "Title is required",
    "Slug is required",
    "Description must be at least 10 characters",
    "Content must be at least 50 characters",
    "Category is required",
  ]);
  await expectFine(visitor, "a refused form");
  await refusal.getByRole("link", { name: "Content must" }).click();
  await expect(paper(visitor)).toBeFocused();
  await visitor.keyboard.insertText("x");
  await expect(refusal.getByRole("link", { name: "Content must" })).toHaveCount(0);
  await visitor.keyboard.press("Backspace");

  await fillIn(visitor, title);
  await expect(visitor.getByLabel("Slug")).toHaveValue(slugOf(title));
  await expect(refusal).toHaveCount(0);
  const statistics = visitor.getByRole("region", { name: "Statistics" });
  await expect(statistics.getByText("15", { exact: true })).toBeVisible();
  await expect(statistics.getByText(String(CONTENT.length), { exact: true })).toBeVisible();
  await expect(statistics.getByText("1 min", { exact: true })).toBeVisible();
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();
  await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
  await expect(visitor.getByText("All changes saved")).toBeVisible();

  await visitor.getByLabel("Status").selectOption("published");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await visit(visitor, `/story/${slugOf(title)}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(visitor.getByText(CONTENT)).toBeVisible();
});

test("an existing post is saved unless title or slug is missing, and a taken slug is reported", async ({ visitor }) => {
  test.slow();
  visitor.forgive("409");
  visitor.forgive("404");
  const [first, second] = [newTitle("First post"), newTitle("Second post")];
  await createDraft(visitor, first);
  await visit(visitor, "/admin/posts/create");
  await fillIn(visitor, second);
  await visitor.getByLabel("Slug").fill(slugOf(first));
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  const taken = "A post with this slug already exists. Please choose a different slug.";
  await expect(toast(visitor, `Failed to create post: ${taken}`)).toBeVisible();
  await expect(visitor.getByLabel("Slug")).toHaveAccessibleDescription(taken);
  await visitor.getByLabel("Slug").fill("");
  await visitor.getByLabel("Title", { exact: true }).fill(second);
  await visitor.getByLabel("Slug").fill(slugOf(second));
  await visitor.getByRole("button", { name: "Save Draft" }).click();
  await expect(visitor).toHaveURL(/\/edit\//);
  await visitor.reload();

  await visitor.getByLabel("Description").fill("Short");
  await expect(visitor.getByRole("region", { name: "Warnings" })).toContainText("Description must be at least 10 characters");
  await visitor.getByLabel("Slug").fill("");
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(visitor.getByRole("main").getByRole("alert")).toContainText("Slug is required");
  await visitor.getByLabel("Title", { exact: true }).fill(`${second} again`);
  await expect(visitor.getByLabel("Slug")).toHaveValue(slugOf(`${second} again`));
  await visitor.getByLabel("Slug").fill(slugOf(first));
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, `Failed to update post: ${taken}`)).toBeVisible();
  await visitor.getByLabel("Slug").fill(slugOf(`${second} again`));
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();

  await visit(visitor, "/admin/posts/edit");
  await expect(visitor.getByText("Post ID is missing")).toBeVisible();
  await visit(visitor, "/admin/posts/edit/11111111-1111-4111-8111-111111111111");
  await expect(visitor.getByText("Post not found")).toBeVisible();
  await visitor.getByRole("main").getByRole("link", { name: "Back to Posts" }).click();
  await expect(visitor).toHaveURL("/admin/posts");
});

test("two admins on one post choose side by side, field by field", async ({ visitor, newBrowser }) => {
  test.slow();
  visitor.forgive("409");
  const title = newTitle("Shared post");
  const address = await createDraft(visitor, title);
  const other = await newBrowser();
  await signInAsAdmin(other, address);
  await other.getByLabel("Excerpt").fill("Written by the other one");
  await other.getByLabel("Title", { exact: true }).fill(`${title} of theirs`);
  await other.getByRole("button", { name: "Update Post" }).click();
  await expect(toast(other, "Post updated")).toBeVisible();

  await visitor.getByLabel("Title", { exact: true }).fill(`${title} of mine`);
  await visitor.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(visitor).getByRole("heading", { name: "Someone else has saved this post" })).toBeVisible();
  await expectFine(visitor, "a conflict");
  const titles = dialog(visitor).getByRole("group", { name: "Title" });
  await expect(titles).toContainText("Changed by both");
  await expect(titles.getByLabel("Mine")).toBeChecked();
  await expect(dialog(visitor).getByRole("group", { name: "Excerpt" }).getByLabel("Theirs")).toBeChecked();
  await titles.getByLabel("Theirs").check();
  await titles.getByLabel("Mine").check();
  await dialog(visitor).getByRole("button", { name: "Save this version" }).click();
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(visitor.getByLabel("Excerpt")).toHaveValue("Written by the other one");
  await other.reload();
  await expect(other.getByLabel("Title", { exact: true })).toHaveValue(`${title} of mine`);
});

test("a title in any script suggests a slug, until somebody types one", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const [title, slug] = [visitor.getByLabel("Title", { exact: true }), visitor.getByLabel("Slug")];
  await title.pressSequentially("Привет");
  await expect(slug).toHaveValue("privet");
  await title.pressSequentially(", мир 日本");
  await expect(slug).toHaveValue("privet-mir-ri-ben");
  await slug.fill("hello-world");
  await title.pressSequentially(" ещё");
  await expect(slug).toHaveValue("hello-world");
  await slug.fill("");
  await title.pressSequentially("!");
  await expect(slug).toHaveValue("privet-mir-ri-ben-eshchyo");
  await title.fill("Die große Straße");
  await expect(slug).toHaveValue("die-grosse-strasse");
});

/** Puts a file into the library. */
async function store(page: Page, path: string, type: string, data: Buffer): Promise<void> {
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").access_token, SESSION_KEY);
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  expect((await page.request.post(path, { headers, data })).ok()).toBe(true);
}

/** What the dialogs of the menu's entries ask for. */
const ANSWERS: Record<string, (asked: Locator, page: Page) => Promise<void>> = {
  Image: (asked) => asked.getByRole("button", { name: /hill/ }).first().click(),
  Gallery: async (asked) => {
    await asked.getByRole("button", { name: /hill/ }).first().click();
    await asked.getByRole("button", { name: "Add 1 image" }).click();
  },
  Audio: (asked) => asked.getByRole("button", { name: /song/ }).click(),
  File: (asked) => asked.getByRole("button", { name: /score/ }).click(),
  Embed: (_, page) => page.keyboard.type("https://vimeo.com/76979871\n"),
  "Link to a post": (_, page) => page.keyboard.type("https://example.com/\n"),
};
/** They need another site, or a film. */
const NOT_HERE = ["Bookmark", "Video"];

test("after each block inserted at the end of a long text, the next words are in the text, in sight and there after a reload", async ({
  visitor,
}) => {
  test.slow();
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/posts/create");
  await store(visitor, "/api/admin/media?name=hill.jpg", "image/jpeg", await jpeg(800, 450));
  await store(visitor, "/api/admin/media/files?name=song.wav", "audio/wav", wav());
  await store(visitor, "/api/admin/media/files?name=score.txt", "text/plain", Buffer.from("do re mi\n"));
  await writeAs(visitor, "HTML");
  await source(visitor).fill(
    Array.from({ length: 40 }, (_, n) => `<p>${n} ${"Words of a long text. ".repeat(12)}</p>`).join("\n"),
  );
  await writeAs(visitor, "Rich text");
  await paper(visitor).locator("> p").first().click();
  const menu = visitor.getByRole("listbox", { name: "Insert" });
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.type(" /");
  await expect(menu.getByRole("group")).toHaveCount(2);
  const labels = (await menu.getByRole("option").allTextContents()).map((label) => label.replace(/^H\d(?=H)/, ""));
  await visitor.keyboard.press("Escape");
  await visitor.keyboard.press("Backspace");
  const chosen = labels.filter((one) => !NOT_HERE.includes(one));
  // The bar may still tell of an earlier save.
  const stored = storesWords(visitor, `zebra${chosen.length - 1}z`);
  const written: string[] = [];
  for (const label of chosen) {
    const word = `zebra${written.length}z`;
    written.push(word);
    await visitor.keyboard.press("Control+End");
    await visitor.keyboard.type("\nLine /");
    const from = await visitor.evaluate(() => scrollY);
    const overlap = () =>
      menu.evaluate((list) => {
        const { top, bottom, height } = list.getBoundingClientRect();
        const line = getSelection()?.getRangeAt(0).getBoundingClientRect();
        return { covers: !!line && line.bottom > top && line.top < bottom, isLow: height <= 361 };
      });
    await expect.poll(overlap, `the menu before ${label}`).toEqual({ covers: false, isLow: true });
    await visitor.keyboard.type(`${label.toLowerCase()}\n`);
    await ANSWERS[label]?.(dialog(visitor), visitor);
    if (ANSWERS[label]) await expect(dialog(visitor)).toHaveCount(0);
    await visitor.keyboard.type(word);
    const fields = visitor.locator(".editor :is(input, textarea):focus");
    const isThere = async () =>
      (await fields.count()) > 0 ? (await fields.inputValue()) === word : (await paper(visitor).innerText()).includes(word);
    await expect.poll(isThere, `the word after ${label}`).toBe(true);
    const barOnLine = () =>
      paper(visitor).evaluate((text) => {
        const bar = document.querySelector(".editor-context:not([style*='hidden'])")?.getBoundingClientRect();
        const lines = [...text.querySelectorAll(":scope > p:not(:has(.ProseMirror-selectednode))")];
        const line = lines.findLast((one) => one.textContent?.trim() === "Line");
        const { top = 0, bottom = 0 } = line?.getBoundingClientRect() ?? {};
        return bar ? Math.max(0, Math.min(bar.bottom, bottom) - Math.max(bar.top, top)) : 0;
      });
    await expect.poll(barOnLine, `px of the line above that the bar of ${label} covers`).toBeLessThan(1);
    const moved = async () => Math.abs((await visitor.evaluate(() => scrollY)) - from);
    expect(await moved(), `px scrolled by ${label}`).toBeLessThan(900);
    if ((await fields.count()) > 0) {
      await expect(fields).toBeInViewport();
      await visitor.keyboard.press("Enter");
      await expect(paper(visitor)).toBeFocused();
    }
  }
  await stored;
  await expectState(visitor, /^Saved at/);
  await visitor.reload();
  for (const word of written) {
    const place = `${word}: text, alternative text or note`;
    await expect.poll(() => paper(visitor).evaluate((text, one) => text.innerHTML.includes(one), word), place).toBe(true);
  }
});

/** Sends a key as browsers do while a word is composed. @returns whether somebody has made something else of it */
const composes = (field: Locator, key: string, how: { isComposing?: boolean; keyCode?: number }) =>
  field.evaluate(
    (target, [name, mark]) =>
      !target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...mark })),
    [key, how] as const,
  );

test("keys of a word that is being composed do nothing else", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const tags = visitor.getByRole("combobox", { name: "Tags" });
  await tags.pressSequentially("mo");
  await expect(visitor.getByRole("listbox", { name: "Existing tags" }).getByRole("option").first()).toBeVisible();
  const title = visitor.getByLabel("Title", { exact: true });
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const key of ["ArrowDown", "ArrowUp", "Enter", "Escape"]) {
      expect(await composes(tags, key, how), `${key} in the tags`).toBe(false);
      expect(await composes(title, key, how), `${key} in the title`).toBe(false);
    }
  }
  await expect(tags).toHaveValue("mo");
  await expect(visitor.getByRole("listbox", { name: "Existing tags" }).getByRole("option").first()).toBeVisible();
  await paper(visitor).click();
  await visitor.keyboard.type("Words ");
  await visitor.keyboard.press("Control+k");
  const address = dialog(visitor).getByLabel("URL");
  await address.pressSequentially("mood");
  await expect(dialog(visitor).getByRole("option").first()).toBeVisible();
  expect(await composes(address, "ArrowDown", { keyCode: 229 }), "the link's address").toBe(false);
  await visitor.keyboard.press("Escape");

  await visit(visitor, "/");
  const search = visitor.getByRole("banner").getByRole("combobox").or(visitor.getByRole("banner").getByRole("searchbox")).first();
  await search.pressSequentially("mood");
  await expect(visitor.getByRole("banner").getByRole("option").first()).toBeVisible();
  expect(await composes(search, "ArrowDown", { isComposing: true }), "the search").toBe(false);
  await visitor.keyboard.press("ArrowDown");
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) expect(await composes(search, "Enter", how)).toBe(false);
  await expect(visitor).toHaveURL("/");
});
