import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import {
  CONTENT,
  dialog,
  expectFine,
  expectState,
  newTitle,
  paper,
  signInAsAdmin,
  slugOf,
  source,
  toast,
  writeAs,
} from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const CHANGED = /^Changes not public · Saved at/;
const title = (page: Page) => page.getByLabel("Title", { exact: true });
const description = (page: Page) => page.getByLabel("Description", { exact: true });
const formatting = (page: Page) => page.getByRole("toolbar", { name: "Formatting" });

test("the first line is high on the screen, and Enter leads from the title to the text", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/posts/create");
  await expect(title(visitor)).toBeFocused();
  const end = () =>
    paper(visitor)
      .locator("> p")
      .first()
      .evaluate((line) => line.getBoundingClientRect().bottom);
  await expect.poll(end).toBeLessThanOrEqual(270);
  await expect(paper(visitor).locator("> p").first()).toHaveAttribute("data-placeholder", /press \/ for images/);
  await expect(visitor.getByRole("button", { name: "Insert an image, quote or more" })).toHaveCount(0);

  await visitor.keyboard.type("Slow mornings");
  await visitor.keyboard.press("Enter");
  await expect(description(visitor)).toBeFocused();
  await visitor.keyboard.type("What the first hour is for");
  await visitor.keyboard.press("Enter");
  await expect(paper(visitor)).toBeFocused();
  await expect(title(visitor)).toHaveValue("Slow mornings");

  // An empty line offers the menu of "/" to the mouse.
  await visitor.getByRole("button", { name: "Insert an image, quote or more" }).click();
  await visitor.getByRole("listbox", { name: "Insert" }).getByRole("option", { name: "Heading 2" }).click();
  await expect(paper(visitor)).toBeFocused();
  await visitor.keyboard.type("Dawn");
  await expect(paper(visitor).getByRole("heading", { level: 2 })).toHaveText("Dawn");
  await expect(visitor.getByRole("button", { name: "Insert an image, quote or more" })).toHaveCount(0);
});

test("the toolbar comes with a selection, or stays by choice; the panel folds", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("The first light");
  await expect(formatting(visitor)).toBeHidden();
  await visitor.keyboard.press("Control+a");
  await formatting(visitor).getByRole("button", { name: "Bold" }).click();
  await expect(paper(visitor).locator("strong")).toHaveText("The first light");
  await expect(async () => {
    const [bar, text] = [await formatting(visitor).boundingBox(), await paper(visitor).locator("strong").boundingBox()];
    expect(bar?.y ?? 0, "below the text").toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  }).toPass();
  await expectFine(visitor, "a selection with its toolbar");
  for (const other of ["Undo", "Table", "Divider", "Image"])
    await expect(formatting(visitor).getByRole("button", { name: other })).toHaveCount(0);
  await expect(formatting(visitor).getByRole("button", { name: "Footnote" })).toBeVisible();
  await visitor.keyboard.press("ArrowRight");
  await expect(formatting(visitor)).toBeHidden();

  await visitor.getByRole("button", { name: "Toolbar", exact: true }).click();
  await expect(formatting(visitor)).toBeVisible();
  await visitor.getByRole("button", { name: "Hide panel" }).click();
  await expect(visitor.getByLabel("Slug")).toBeHidden();
  await visitor.reload();
  await expect(formatting(visitor)).toBeVisible();
  await expect(visitor.getByLabel("Slug")).toBeHidden();
  // A problem of a folded field unfolds the panel at the right tab.
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await visitor.getByRole("main").getByRole("alert").getByRole("link", { name: "Category is required" }).click();
  await expect(visitor.getByLabel("Category", { exact: true })).toBeFocused();
  await visitor.getByRole("tab", { name: "Post", exact: true }).press("ArrowLeft");
  await expect(visitor.getByRole("tab", { name: "Review", exact: true })).toBeFocused();
  await expectFine(visitor, "the panel's last tab");
});

test("Ctrl+S saves, also what isn't complete, and never publishes; Ctrl+Enter opens the sheet", async ({ visitor }) => {
  test.slow();
  const name = newTitle("By keys");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await title(visitor).fill(name);
  await visitor.keyboard.press("Control+s");
  await expectState(visitor, /^Saved at/);
  await expect(visitor.getByRole("main").getByRole("alert")).toHaveCount(0);
  await description(visitor).fill("What the first hour of a day is for");
  await visitor.getByLabel("Category", { exact: true }).selectOption({ label: "Productivity" });
  await paper(visitor).click();
  await visitor.keyboard.insertText(CONTENT);
  await visitor.keyboard.press("Control+s");
  await expect(toast(visitor, "Post created")).toBeVisible();
  await expect(visitor.locator(".stored-status")).toHaveText("Draft");
  await paper(visitor).click();
  await visitor.getByLabel("Status").selectOption("published");
  await visitor.keyboard.press("Control+s");
  await expectState(visitor, CHANGED);
  await expect(visitor.locator(".stored-status")).toHaveText("Draft");
  await paper(visitor).click();
  await visitor.keyboard.press("Control+Enter");
  await expect(dialog(visitor).getByRole("button", { name: "Publish", exact: true })).toBeFocused();
  await visitor.keyboard.press("Control+Enter");
  await expect(visitor.getByRole("region", { name: "Published" })).toContainText(`/story/${slugOf(name)}`);
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(paper(visitor).locator("br:not(.ProseMirror-trailingBreak)")).toHaveCount(0);

  await paper(visitor).click();
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.insertText(" Later words.");
  await visitor.keyboard.press("Control+s");
  await expectState(visitor, CHANGED);
  expect(await (await visitor.request.get(`/story/${slugOf(name)}`)).text()).not.toContain("Later words.");
  await visitor.keyboard.press("Control+Enter");
  await visitor.keyboard.press("Enter");
  await expect(toast(visitor, "Post updated")).toBeVisible();
  await expectState(visitor, "All changes saved");
});

test("quotes and dashes become typographic while they are typed, unless the author switches it off", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type('"It\'s dawn," she said--then left...');
  await expect(paper(visitor)).toHaveText("“It’s dawn,” she said—then left…");
  await visitor.keyboard.type(' "');
  await visitor.keyboard.press("Backspace");
  await expect(paper(visitor)).toHaveText('“It’s dawn,” she said—then left… "');
  // Over everything, and over a block that isn't a line.
  await visitor.keyboard.press("Control+a");
  await visitor.keyboard.type('"Over"');
  await expect(paper(visitor)).toHaveText("“Over”");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type("---");
  await visitor.keyboard.press("ArrowUp");
  await expect(paper(visitor).locator("hr.ProseMirror-selectednode")).toBeVisible();
  await visitor.keyboard.type('"New"');
  await expect(paper(visitor).locator("> p")).toHaveText(["“Over”", "“New”", ""]);
  await visitor.getByRole("button", { name: "Smart punctuation" }).click();
  await paper(visitor).click();
  await visitor.keyboard.press("Control+a");
  await visitor.keyboard.type("\"Plain\" -- and 'straight'...");
  await expect(paper(visitor)).toHaveText("\"Plain\" -- and 'straight'...");
});

/** The families of the font faces that a page has loaded. */
const loadedFonts = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family));

test("Markdown is as wide as the article and shows its headings; the first picture is offered as the article's", async ({
  visitor,
}) => {
  test.slow();
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor.evaluate(() => document.fonts.ready);
  const column = await paper(visitor).boundingBox();
  await writeAs(visitor, "Markdown");
  await source(visitor).fill(`${"line\n".repeat(80)}## Dawn\n\n\`\`\`\n# no heading\n\`\`\``);
  // A face is loaded once a text is set in it, so the boxes have their sizes a moment after the first letter.
  await expect.poll(() => loadedFonts(visitor)).toContain("Commit Mono");
  await expect(visitor.locator(".source-heading")).toHaveText(["## Dawn\n"]);
  await expect(async () => {
    const [field, lines] = [await source(visitor).boundingBox(), await visitor.locator(".source-lines").boundingBox()];
    expect([field?.x, field?.width]).toEqual([column?.x, column?.width]);
    expect(lines?.height).toBe(field?.height);
    expect(await source(visitor).evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(0);
  }).toPass();
  await expectFine(visitor, "Markdown");

  await source(visitor).fill("");
  await writeAs(visitor, "Rich text");
  await paper(visitor).click();
  await visitor.keyboard.type("/ima");
  await visitor.keyboard.press("Enter");
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  await dialog(visitor).locator("input[type=file]").setInputFiles({ name: "lake.jpg", mimeType: "image/jpeg", buffer });
  await expect(visitor.getByLabel("Alt text", { exact: true })).toBeFocused();
  await visitor.keyboard.type("A lake");
  await visitor.getByRole("button", { name: "Use the first image in the text" }).click();
  const featured = visitor.getByRole("group", { name: "Featured image" });
  await expect(featured.getByRole("img", { name: "A lake" })).toHaveAttribute("src", /^\/media\//);
  await expect(visitor.getByRole("button", { name: "Use the first image in the text" })).toHaveCount(0);
});
