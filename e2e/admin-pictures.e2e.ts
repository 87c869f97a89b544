// slow: app/browser/ app/domain/content/ app/domain/media/ app/pages/admin/editor/ app/pages/admin/media/ app/ui/

import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { wav } from "../test/media/files.ts";
import { SESSION_KEY, test } from "./account-visitor.ts";
import { dialog, expectFine, fillIn, newTitle, paper, signInAsAdmin, slugOf, source, toast, writeAs } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const jpeg = async (name: string, background = "#7aa6d8") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

const picture = (page: Page) => paper(page).locator("figure img");
const altText = (page: Page) => page.getByLabel("Alt text");

/** Uploads a picture to the library, without the screens. */
async function upload(page: Page): Promise<{ id: string; url: string }> {
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").access_token, SESSION_KEY);
  const answer = await page.request.post("/api/admin/media?name=fetched.jpg", {
    headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" },
    data: (await jpeg("fetched.jpg")).buffer,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** Inserts a picture from the toolbar, which the keyboard calls; the focus is then in its description. */
async function insert(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Alt+F10");
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Image" }).click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles(await jpeg(name));
  await expect(altText(page)).toBeFocused();
}

test("typing after inserting a picture never replaces it", async ({ visitor }) => {
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

  // A selected picture stays; typed text opens a paragraph after it. So does input that doesn't come from keys.
  await picture(visitor).click();
  await visitor.keyboard.type("Typed. ");
  await picture(visitor).click();
  await visitor.keyboard.insertText("Spoken.");
  await expect(paper(visitor).locator("> p")).toHaveText(["Before.", "Spoken.", "Typed. ", "After."]);
  await picture(visitor).click();
  await visitor.keyboard.press("ArrowDown");
  await visitor.keyboard.type("Below: ");
  await expect(paper(visitor).locator("> p").nth(1)).toHaveText("Below: Spoken.");

  // Escape leads to the existing paragraph.
  await picture(visitor).click();
  await altText(visitor).press("Escape");
  await visitor.keyboard.type("Then ");
  await expect(paper(visitor).locator("> p").nth(1)).toHaveText("Then Below: Spoken.");

  // The last picture of an article has a paragraph after it, which a click reaches.
  await visitor.keyboard.press("Control+End");
  await insert(visitor, "end.jpg");
  await expect(picture(visitor)).toHaveCount(2);
  await paper(visitor).locator("> p").last().click();
  await visitor.keyboard.type("The end.");
  await expect(paper(visitor).locator("> p").last()).toHaveText("The end.");
  await expect(picture(visitor)).toHaveCount(2);
});

test("text typed over a selected gallery or table never replaces it", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const { url } = await upload(visitor);
  const figure = `<figure><img src="${url}" alt="A hill"></figure>`;
  const blocks = {
    ".gallery": `<figure class="gallery">${figure}${figure}</figure>`,
    table: "<table><tbody><tr><td>Larks</td></tr></tbody></table>",
  };
  for (const [block, html] of Object.entries(blocks)) {
    await writeAs(visitor, "HTML");
    await source(visitor).fill(`<p>Before.</p>\n${html}\n<p>After.</p>`);
    await writeAs(visitor, "Rich text");
    // Backspace at the beginning of a paragraph selects the block before it.
    await paper(visitor).locator("> p").last().click();
    await visitor.keyboard.press("Home");
    await visitor.keyboard.press("Backspace");
    await visitor.keyboard.type("Typed. ");
    await expect(paper(visitor).locator(block)).toHaveCount(1);
    await expect(paper(visitor).locator("> p")).toHaveText(["Before.", "Typed. ", "After."]);
    // Once more deletes it.
    await paper(visitor).locator("> p").nth(1).click();
    await visitor.keyboard.press("Home");
    await visitor.keyboard.press("Backspace");
    await visitor.keyboard.press("Backspace");
    await expect(paper(visitor).locator(block)).toHaveCount(0);
  }
});

test("Backspace after a box selects it and leaves the paragraph as it is", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const boxes = {
    aside: '<aside class="callout-tip"><p>A tip</p></aside>',
    ".toggle-draft": "<details><summary>More</summary><p>Hidden</p></details>",
    pre: "<pre><code>let x</code></pre>",
  };
  for (const [box, html] of Object.entries(boxes)) {
    await writeAs(visitor, "HTML");
    await source(visitor).fill(`${html}\n<p><strong>After.</strong></p>`);
    await writeAs(visitor, "Rich text");
    await paper(visitor).locator("> p").click();
    await visitor.keyboard.press("Home");
    await visitor.keyboard.press("Backspace");
    await expect(paper(visitor).locator(`> ${box}.ProseMirror-selectednode`)).toHaveCount(1);
    await expect(paper(visitor).locator("> p > strong")).toHaveText("After.");
    // Text that is typed then goes after it.
    await visitor.keyboard.type("Typed.");
    await expect(paper(visitor).locator("> p")).toHaveText(["Typed.", "After."]);
    await visitor.keyboard.press("Home");
    await visitor.keyboard.press("Backspace");
    await visitor.keyboard.press("Backspace");
    await expect(paper(visitor).locator(`> ${box}`)).toHaveCount(0);
  }
});

test("leaving while a picture is uploaded asks first", async ({ visitor, forgiven }) => {
  forgiven.push("net::ERR_FAILED");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  await visitor.route("**/api/admin/media?*", (route) => wait.then(() => route.abort()));
  await paper(visitor).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["slow"], "slow.png", { type: "image/png" }));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(paper(visitor).getByText("Uploading slow.png...")).toBeVisible();
  await visitor.getByRole("link", { name: "Categories", exact: true }).click();
  await expect(dialog(visitor)).toContainText("Leave without saving?");
  await dialog(visitor).getByRole("button", { name: "Stay" }).click();
  go();
  await expect(toast(visitor, "Image not uploaded")).toBeVisible();
});

test("text typed in a gallery goes after it", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const { url } = await upload(visitor);
  const figure = `<figure><img src="${url}" alt="A hill"></figure>`;
  await writeAs(visitor, "HTML");
  await source(visitor).fill(`<figure class="gallery">${figure}${figure}</figure>\n<p>After.</p>`);
  await writeAs(visitor, "Rich text");
  await picture(visitor).first().click();
  await visitor.keyboard.type("Typed.");
  await picture(visitor).first().click();
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type("First.");
  await expect(paper(visitor).locator("> p")).toHaveText(["First.", "Typed.", "After."]);
  await expect(paper(visitor).locator("> .gallery")).toHaveCount(1);
  await expect(picture(visitor)).toHaveCount(2);
});

test("paragraphs pasted into a gallery's caption become its text", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const { url } = await upload(visitor);
  const figure = `<figure><img src="${url}" alt="A hill"></figure>`;
  await writeAs(visitor, "HTML");
  await source(visitor).fill(`<figure class="gallery">${figure}${figure}<figcaption>Hills</figcaption></figure>\n<p>After.</p>`);
  await writeAs(visitor, "Rich text");
  const caption = paper(visitor).locator("> .gallery > figcaption");
  await caption.click();
  await visitor.keyboard.press("End");
  await paper(visitor).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", "<h2> in Wales</h2><p>at <em>dawn</em><br>and later</p>");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await visitor.keyboard.type(".");
  await expect(caption).toHaveText(/^Hills ?in Wales at dawn and later\.$/);
  await expect(caption.locator("em")).toHaveText("dawn");
  await expect(paper(visitor).locator("> *")).toHaveCount(2);
  await expect(picture(visitor)).toHaveCount(2);
});

test("caption and width of a picture survive every editing mode and reach the reader", async ({ visitor }) => {
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
  await expect(caption).toHaveText("Before dawn");
  await expectFine(visitor, "a picture and its tools");
  // In a heading there would be no space for the picture.
  await visitor.keyboard.press("Control+Alt+2");
  await visitor.keyboard.press("Home");
  await visitor.keyboard.press("Backspace");
  await expect(picture(visitor)).toHaveCount(1);
  await expect(caption).toHaveText("Before dawn");

  // Removed, restored, cut and pasted.
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
  // Nothing is lost, so nothing is reported.
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
  await expect.poll(wideOf).toBe(768);
  await visitor.setViewportSize({ width: 390, height: 800 });
  await expect.poll(wideOf).toBeLessThanOrEqual(390);
  await expect.poll(() => visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("keys act at the caret, however late the browser reports that it has moved", async ({ visitor }) => {
  await visitor.addInitScript(() => {
    document.addEventListener("selectionchange", (event) => event.isTrusted && event.stopImmediatePropagation(), true);
  });
  await signInAsAdmin(visitor, "/admin/posts/create");
  // At the beginning of the article, where the editor takes a new caret for one that the browser has lost.
  await paper(visitor).click();
  await insert(visitor, "lake.jpg");
  const caption = paper(visitor).locator("figcaption");
  await caption.click();
  await visitor.keyboard.type("Before dawn");
  await expect(caption).toHaveText("Before dawn");
  await visitor.keyboard.press("Home");
  await visitor.keyboard.press("Backspace");
  await expect(caption).toHaveText("Before dawn");
  // The picture was selected and not joined with its caption, so the next key removes it.
  await visitor.keyboard.press("Backspace");
  await expect(picture(visitor)).toHaveCount(0);
});

/** Files as they are dragged from the desktop. */
const dragged = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      for (const [data, name, type] of list) {
        const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => [buffer.toString("base64"), name, mimeType] as const),
  );

test("a picture file dropped into the text is uploaded and appears where it was dropped", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("First.");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type("Second.");
  const files = await dragged(visitor, await jpeg("dropped-hill.jpg"));
  const first = paper(visitor).locator("> p").first();
  const box = await first.boundingBox();
  if (!box) throw new Error("the first paragraph isn't on the screen");
  const at = { clientX: box.x + box.width - 4, clientY: box.y + box.height / 2 };
  for (const type of ["dragenter", "dragover", "drop"])
    await first.dispatchEvent(type, { dataTransfer: files, bubbles: true, cancelable: true, ...at });
  await expect(picture(visitor)).toHaveAttribute("src", /^\/media\//);
  const order = await paper(visitor).evaluate((page) =>
    [...page.children].map((block) => (block.tagName === "FIGURE" ? "picture" : block.textContent)).filter(Boolean),
  );
  expect(order).toEqual(["First.", "picture", "Second."]);
  await expect(visitor.getByRole("button", { name: /Alternative text|Describe/i }).first()).toBeVisible();
});

test("several files dropped at once appear in their order, whichever has been uploaded first", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("First.");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.type("Last.");
  /** The media address that the upload of a file is answered with. */
  const uploaded = async (name: string): Promise<string> => {
    const response = await visitor.waitForResponse((one) => new URL(one.url()).searchParams.get("name") === name);
    return ((await response.json()) as { url: string }).url;
  };
  const lake = uploaded("lake.jpg");
  const others = [uploaded("notes.txt"), uploaded("hill.jpg")];
  // The first file isn't sent before the others have arrived.
  await visitor.route(/[?&]name=lake\.jpg/, async (route) => {
    await Promise.all(others);
    await route.continue();
  });
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Larks") };
  const dataTransfer = await dragged(visitor, await jpeg("lake.jpg"), notes, await jpeg("hill.jpg", "#3f6b4a"));
  const first = paper(visitor).locator("> p").first();
  const box = await first.boundingBox();
  const at = { clientX: (box?.x ?? 0) + (box?.width ?? 0) - 4, clientY: (box?.y ?? 0) + 4 };
  await first.dispatchEvent("drop", { dataTransfer, bubbles: true, cancelable: true, ...at });
  const wanted = ["First.", await lake, ...(await Promise.all(others)), "Last."];
  const blocks = () =>
    paper(visitor).evaluate(
      (page, files) =>
        [...page.children]
          .map((block) => files.find((file) => block.outerHTML.includes(file)) ?? block.textContent)
          .filter(Boolean),
      wanted,
    );
  await expect.poll(blocks).toEqual(wanted);
});

test("other files that are dropped become players and cards, and never replace the page", async ({ visitor }) => {
  visitor.forgive("400");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("First.");
  const drop = async (target: Locator, name: string, mimeType: string, buffer: Buffer) => {
    const box = await target.boundingBox();
    const at = { clientX: (box?.x ?? 0) + 8, clientY: (box?.y ?? 0) + 8 };
    const dataTransfer = await dragged(visitor, { name, mimeType, buffer });
    // Whether the browser would open the file in place of the page.
    return target.evaluate(
      (element, [init, transfer]) =>
        element.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: transfer, bubbles: true, cancelable: true })),
      [at, dataTransfer] as const,
    );
  };
  expect(await drop(visitor.getByLabel("Description"), "notes.txt", "text/plain", Buffer.from("Larks"))).toBe(false);
  expect(await drop(paper(visitor).locator("> p").first(), "notes.txt", "text/plain", Buffer.from("Larks"))).toBe(false);
  await expect(paper(visitor).locator("figure.file, .file")).toContainText("notes.txt");
  expect(await drop(paper(visitor).locator("> p").first(), "lark.flac", "audio/flac", Buffer.from("fLaC"))).toBe(false);
  await expect(toast(visitor, "File not uploaded")).toBeVisible();
  expect(await drop(paper(visitor).locator("> p").first(), "lark.wav", "audio/wav", wav(1))).toBe(false);
  await expect(paper(visitor).locator("figure.audio audio")).toHaveAttribute("src", /\/lark\.wav$/);
  await expect(paper(visitor)).toContainText("First.");
});

test("a picture of another site is a note with its URL until its author has it fetched", async ({ visitor }) => {
  // The refused fetch.
  visitor.forgive("400");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor.getByRole("button", { name: "HTML", exact: true }).click();
  await source(visitor).fill(
    '<p>Far <img src="http://127.0.0.1:9/near.jpg" alt=""> away.</p><figure><img src="//other.example/lake.jpg" alt="A lake"><figcaption>Far</figcaption></figure><p>End.</p>',
  );
  await visitor.getByRole("button", { name: "Rich text" }).click();
  const notes = paper(visitor).locator(".offsite-picture");
  await expect(notes).toHaveCount(2);
  await expect(paper(visitor).locator("img")).toHaveCount(0);
  await expect(notes.first()).toContainText("An image · on 127.0.0.1:9");
  await expect(notes.last()).toContainText("A lake · on other.example");
  await expect(notes.last()).toContainText("//other.example/lake.jpg");
  await expectFine(visitor, "images of other sites");

  await notes.first().getByRole("button", { name: "Fetch into the library" }).click();
  await expect(notes.first().getByRole("status")).toHaveText("Couldn’t fetch it: 127.0.0.1 leads into a private network.");
  // A picture of the library is shown itself; undo restores the note.
  const { id, url } = await upload(visitor);
  await visitor.route("**/api/admin/media/fetch*", (route) => route.fulfill({ status: 201, json: { id, url } }));
  await notes.last().getByRole("button", { name: "Fetch into the library" }).click();
  await expect(picture(visitor)).toHaveAttribute("src", url);
  await expect(notes).toHaveCount(1);
  await notes.first().click();
  await expect(notes.first()).toHaveClass(/ProseMirror-selectednode/);
});
