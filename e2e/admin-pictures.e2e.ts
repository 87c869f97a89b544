import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import { dialog, expectFine, fillIn, newTitle, paper, signInAsAdmin, slugOf, source } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const jpeg = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer(),
});

const picture = (page: Page) => paper(page).locator("figure img");
const altText = (page: Page) => page.getByLabel("Alt text");
const writeAs = (page: Page, format: string) =>
  page.getByRole("group", { name: "Write the content as" }).getByRole("button", { name: format }).click();

/** Inserts a picture from the toolbar; its description has the keyboard then. */
async function insert(page: Page, name: string): Promise<void> {
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Picture" }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await jpeg(name));
  await expect(altText(page)).toBeFocused();
}

test("typing on after inserting a picture never replaces it", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("Before.");
  await insert(visitor, "hill.jpg");
  await visitor.keyboard.type("A hill");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type("After.");
  await expect(picture(visitor)).toHaveAttribute("alt", "A hill");
  await expect(paper(visitor).locator("> p")).toHaveText(["Before.", "After."]);

  // Selected, it stays; what is typed opens a paragraph after it. So does what comes without keys.
  await picture(visitor).click();
  await visitor.keyboard.type("Typed. ");
  await picture(visitor).click();
  await visitor.keyboard.insertText("Spoken.");
  await expect(paper(visitor).locator("> p")).toHaveText(["Before.", "Spoken.", "Typed. ", "After."]);
  await picture(visitor).click();
  await visitor.keyboard.press("ArrowDown");
  await visitor.keyboard.type("Below: ");
  await expect(paper(visitor).locator("> p").nth(1)).toHaveText("Below: Spoken.");

  // Escape leads into the paragraph that is there.
  await picture(visitor).click();
  await altText(visitor).press("Escape");
  await visitor.keyboard.type("Then ");
  await expect(paper(visitor).locator("> p").nth(1)).toHaveText("Then Below: Spoken.");

  // The last picture of an article has a paragraph after it, which a click finds.
  await visitor.keyboard.press("Control+End");
  await insert(visitor, "end.jpg");
  await expect(picture(visitor)).toHaveCount(2);
  await paper(visitor).locator("> p").last().click();
  await visitor.keyboard.type("The end.");
  await expect(paper(visitor).locator("> p").last()).toHaveText("The end.");
  await expect(picture(visitor)).toHaveCount(2);
});

test("caption and width of a picture survive every way of writing and reach the reader", async ({ visitor }) => {
  test.slow();
  const title = newTitle("Captioned");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await visitor.keyboard.press("Control+End");
  await insert(visitor, "lake.jpg");
  await visitor.keyboard.type("A lake");
  const width = visitor.getByRole("group", { name: "Width" });
  await width.getByRole("button", { name: "Wide" }).click();
  await expect(width.getByRole("button", { name: "Wide" })).toHaveAttribute("aria-pressed", "true");
  const caption = paper(visitor).locator("figcaption");
  await caption.click();
  await visitor.keyboard.type("Before dawn");
  await expectFine(visitor, "a picture and its tools");
  // A heading would leave no room for the picture.
  await visitor.keyboard.press("Control+Alt+2");
  await visitor.keyboard.press("Home");
  await visitor.keyboard.press("Backspace");
  await expect(picture(visitor)).toHaveCount(1);
  await expect(caption).toHaveText("Before dawn");

  // Taken out, brought back, cut and pasted.
  await visitor.keyboard.press("Backspace");
  await expect(picture(visitor)).toHaveCount(0);
  await visitor.keyboard.press("Control+z");
  await expect(caption).toHaveText("Before dawn");
  await picture(visitor).click();
  await visitor.keyboard.press("Control+x");
  await expect(picture(visitor)).toHaveCount(0);
  await visitor.keyboard.press("Control+v");
  await expect(picture(visitor)).toHaveCount(1);
  await expect(caption).toHaveText("Before dawn");

  await writeAs(visitor, "HTML");
  const figure =
    /<figure class="picture-wide"><img src="\/media\/[^"]+" alt="A lake" width="1600" height="900">\s*<figcaption>Before dawn<\/figcaption>\s*<\/figure>/;
  await expect(source(visitor)).toHaveValue(figure);
  await writeAs(visitor, "Markdown");
  // Nothing is lost on the way, so nothing is named.
  await expect(dialog(visitor).getByRole("listitem")).toHaveCount(0);
  await dialog(visitor).getByRole("button", { name: "Convert to Markdown" }).click();
  await expect(source(visitor)).toHaveValue(figure);
  await writeAs(visitor, "Rich text");
  await expect(dialog(visitor).getByRole("listitem")).toHaveCount(0);
  await dialog(visitor).getByRole("button", { name: "Convert to HTML" }).click();
  await expect(caption).toHaveText("Before dawn");

  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor).toHaveURL(/\/admin\/posts\/edit\//);
  await visit(visitor, `/story/${slugOf(title)}`);
  const shown = visitor.getByRole("figure").filter({ hasText: "Before dawn" });
  await expect(shown.getByRole("img", { name: "A lake" })).toBeVisible();
  const wideOf = async () => (await shown.boundingBox())?.width ?? 0;
  await visitor.setViewportSize({ width: 1440, height: 900 });
  expect(await wideOf()).toBe(768);
  await visitor.setViewportSize({ width: 390, height: 800 });
  expect(await wideOf()).toBeLessThanOrEqual(390);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
