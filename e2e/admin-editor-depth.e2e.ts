import type { Page } from "@playwright/test";
import { wav } from "../test/media/files.ts";
import { jpeg } from "../test/media/pictures.ts";
import { randomArticle } from "../test/random-articles.ts";
import { test } from "./account-visitor.ts";
import {
  dialog,
  expectFine,
  fillIn,
  newTitle,
  openPanel,
  paper,
  signInAsAdmin,
  slugOf,
  source,
  toast,
  writeAs,
} from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const type = (page: Page, ...parts: string[]) =>
  parts.reduce(async (before, part) => {
    await before;
    await (/^<.+>$/.test(part) ? page.keyboard.press(part.slice(1, -1)) : page.keyboard.type(part));
  }, Promise.resolve());
const options = (page: Page) => page.getByRole("listbox", { name: "Insert" }).getByRole("option");

test("a slash offers what can be inserted, and the keyboard never leaves the text", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "/");
  await expect(options(visitor)).toHaveCount(22);
  await expect(paper(visitor)).toHaveAttribute("aria-activedescendant", "slash-list-0");
  await expectFine(visitor, "the menu of a slash");
  await type(visitor, "<ArrowDown>");
  await expect(paper(visitor)).toHaveAttribute("aria-activedescendant", "slash-list-1");
  await expect(options(visitor).nth(1)).toHaveAttribute("aria-selected", "true");
  await type(visitor, "<ArrowUp>", "<ArrowUp>");
  await expect(options(visitor).last()).toHaveAttribute("aria-selected", "true");
  await type(visitor, "<Escape>");
  await expect(options(visitor)).toHaveCount(0);
  await expect(paper(visitor)).toBeFocused();
  await expect(paper(visitor)).toHaveText("/");
  await visitor.setViewportSize({ width: 320, height: 640 });
  await type(visitor, "<Backspace>", "/");
  await expect(options(visitor)).toHaveCount(22);
  await expectFine(visitor, "the menu, 320 px wide");
  await type(visitor, "h3");
  await expect(options(visitor)).toHaveText(["H3Heading 3"]);
  await type(visitor, "<Enter>", "Dawn", "<Enter>", "and/or ");
  await expect(options(visitor)).toHaveCount(0);
  await type(visitor, "/tab");
  await options(visitor).filter({ hasText: "Table" }).click();
  await expect(paper(visitor).getByRole("table")).toBeVisible();
  await expect(paper(visitor).getByRole("heading", { level: 3 })).toHaveText("Dawn");
  await expect(paper(visitor)).toContainText("and/or");
});

test("blocks are inserted by a slash, and random articles of all blocks lose nothing in rich text", async ({ visitor }) => {
  test.slow();
  // The articles' pictures are nowhere.
  visitor.forgive("404");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "/callout", "<Enter>", "Mind the cat");
  await visitor.getByLabel("Callout").selectOption("Warning");
  await paper(visitor).focus();
  await type(visitor, "<Enter>", "<Enter>", "/toggle", "<Enter>", "More", "<Enter>", "inside", "<Enter>", "<Enter>");
  await type(visitor, "So $E=mc^2$", " is it", "<Enter>", "/diagram", "<Enter>");
  await expectFine(visitor, "blocks while they are written");
  await writeAs(visitor, "HTML");
  await expect(source(visitor)).toHaveValue(
    [
      '<aside class="callout-warning"><p>Mind the cat</p>\n</aside>',
      "<details>\n<summary>More</summary><p>inside</p>\n</details>",
      '<p>So <code class="language-math">E=mc^2</code> is it</p>',
      '<pre><code class="language-mermaid">graph LR\n  A[Dawn] --&gt; B[Song]</code></pre>',
    ].join("\n"),
  );
  for (let seed = 0; seed < 10; seed += 1) {
    await source(visitor).fill(randomArticle(seed));
    await writeAs(visitor, "Rich text");
    await expect(paper(visitor), `article ${seed} loses something in rich text`).toBeVisible();
    await writeAs(visitor, "HTML");
  }
});

/** A short video, recorded by the browser. */
const record = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 180 });
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let step = 0; step < 10; step += 1) {
      canvas.getContext("2d")?.fillRect(step * 20, 0, 20, 180);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });

test("audio, video and files are uploaded where they are, and readers play and save them", async ({ visitor }) => {
  test.slow();
  visitor.forgive("400");
  const title = newTitle("Larks to hear");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, title);
  await type(visitor, "<Enter>", "/audio", "<Enter>");
  const choose = dialog(visitor).locator('input[type="file"]');
  await expectFine(visitor, "the dialog of a recording");
  await choose.setInputFiles({ name: "lying.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("<script>alert(1)</script>") });
  await expect(dialog(visitor).getByRole("alert")).toHaveText(/^lying.mp3 contains HTML, SVG or other markup/);
  await choose.setInputFiles({ name: "Larks at dawn.wav", mimeType: "audio/wav", buffer: wav(1) });
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(paper(visitor).locator("figure.audio audio")).toHaveCount(1);
  await paper(visitor).locator("figure.audio figcaption").click();
  await visitor.getByRole("button", { name: "Add transcript" }).click();
  await type(visitor, "What the larks say");
  await expect(paper(visitor).locator(".toggle-draft")).toHaveText("TranscriptWhat the larks say");
  await paper(visitor).locator("figure.audio figcaption").click();
  await expect(visitor.getByRole("button", { name: "Remove audio" })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Add transcript" })).toHaveCount(0);
  await paper(visitor).locator("> p").last().click();
  await type(visitor, "/file", "<Enter>");
  await choose.setInputFiles({ name: "Days.csv", mimeType: "text/csv", buffer: Buffer.from("bird,day\nlark,1\n") });
  await expect(paper(visitor).locator("figure.file")).toContainText("CSV file, 16 B");
  const film = await record(visitor);
  await type(visitor, "/video", "<Enter>");
  await choose.setInputFiles({ name: "Flight.webm", mimeType: "video/webm", buffer: Buffer.from(film) });
  await expect(paper(visitor).locator('figure.video video[width="320"][height="180"]')).toHaveCount(1);
  await paper(visitor).locator("figure.video figcaption").click();
  await type(visitor, "A lark in *flight*");
  const finding = visitor.getByRole("button", { name: /Video 1 has no captions/ });
  await openPanel(visitor, "Check");
  await visitor.getByRole("button", { name: "Check the post" }).click();
  await finding.click();
  await expect(paper(visitor).locator("figure.video")).toHaveClass(/ProseMirror-selectednode/);
  await visitor.getByRole("button", { name: "Add captions" }).click();
  const vtt = "WEBVTT\n\n00:00.000 --> 00:05.000\nIt rises.\n";
  await choose.setInputFiles({ name: "Days.txt", mimeType: "text/plain", buffer: Buffer.from("no captions\n") });
  await expect(dialog(visitor).getByRole("alert")).toHaveText("This isn’t a WebVTT file.");
  await choose.setInputFiles({ name: "Flight.vtt", mimeType: "text/vtt", buffer: Buffer.from(vtt) });
  await expect(visitor.getByRole("button", { name: "Remove captions" })).toBeVisible();
  await expect(visitor.getByLabel("Captions in")).toHaveValue("en");
  await visitor.getByLabel("Captions in").selectOption("German (Deutsch)");
  await expect(finding).toHaveCount(0);
  await visitor.getByRole("button", { name: "Add still image" }).click();
  await expectFine(visitor, "the dialog of a still image");
  await dialog(visitor)
    .locator('input[type="file"]')
    .setInputFiles({ name: "still.jpg", mimeType: "image/jpeg", buffer: await jpeg(320, 180) });
  await expect(visitor.getByRole("button", { name: "Remove still image" })).toBeVisible();
  await expect(paper(visitor).locator("figure.video video[poster]")).toHaveCount(1);
  await expectFine(visitor, "audio, video and a file while they are written");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(visitor.getByRole("link", { name: "View article" }).first()).toBeVisible();
  await visit(visitor, `/story/${slugOf(title)}`);
  const prose = visitor.locator(".prose");
  await expect(prose.locator("figure.video figcaption")).toHaveText("A lark in flight");
  await expect(
    prose.locator('figure.video video[poster^="/media/"] > track[kind="captions"][srclang="de"][label="Deutsch"][default]'),
  ).toHaveCount(1);
  await prose.getByText("Transcript").click();
  await expect(prose.locator("figure.audio + details")).toContainText("What the larks say");
  const lines = () => prose.locator("video").evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length);
  for (const [player, seconds] of [["audio", 1] as const, ["video", 0] as const]) {
    const element = prose.locator(player);
    await expect(element).toHaveJSProperty("preload", "none");
    await element.evaluate(async (media: HTMLMediaElement) => {
      media.muted = true;
      await media.play();
    });
    expect(await element.evaluate((media: HTMLMediaElement) => media.duration)).toBeGreaterThanOrEqual(seconds);
  }
  await expect.poll(lines, "lines of the captions").toBe(1);
  const saving = visitor.waitForEvent("download");
  await prose.getByRole("link", { name: "Days.csv" }).click();
  expect((await saving).suggestedFilename()).toBe("days.csv");
  await expectFine(visitor, "an article with audio, video and a file");
});

test("a file is added by its address, and one of another site in pasted text is fetched", async ({ visitor }) => {
  visitor.forgive("400");
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, newTitle("Larks far away"));
  await type(visitor, "<Enter>", "/audio", "<Enter>");
  const add = dialog(visitor).getByRole("button", { name: "Add audio" });
  await expect(async () => {
    const [field, button] = [await dialog(visitor).getByLabel("URL").boundingBox(), await add.boundingBox()];
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeCloseTo((field?.x ?? 0) + (field?.width ?? 0), 0);
  }).toPass();
  await add.click();
  await expect(dialog(visitor)).toContainText("This must be the URL of a file, as in https://example.com/larks.mp3");
  await dialog(visitor).getByLabel("URL").fill("http://127.0.0.1:9/larks.mp3");
  await add.click();
  await expect(dialog(visitor)).toContainText("The file can’t be fetched: 127.0.0.1 leads into a private network");
  await dialog(visitor)
    .locator('input[type="file"]')
    .setInputFiles({ name: "Dawn.wav", mimeType: "audio/wav", buffer: wav(1) });
  const player = paper(visitor).locator("figure.audio audio");
  await expect(player).toHaveCount(1);
  await type(visitor, "/video", "<Enter>");
  await dialog(visitor)
    .locator('input[type="file"]')
    .setInputFiles({ name: "Dawn.mov", mimeType: "video/quicktime", buffer: Buffer.from("moov") });
  await expect(dialog(visitor)).toContainText("Choose an MP4 or WebM video.");
  await type(visitor, "<Escape>");
  await paper(visitor).click();
  await type(visitor, "<Control+End>");
  await expect(player).toHaveAttribute("src", /^\/media\//);
  const address = await player.getAttribute("src");
  // The address of a file in the library names that file.
  await type(visitor, "/audio", "<Enter>");
  await dialog(visitor)
    .getByLabel("URL")
    .fill(new URL(address ?? "", visitor.url()).href);
  await add.click();
  await expect(player).toHaveCount(2);

  await visitor.setViewportSize({ width: 1280, height: 800 });
  await writeAs(visitor, "HTML");
  await source(visitor).fill(
    '<p>Hear:</p><figure class="audio"><audio src="https://other.example/far.mp3"></audio></figure><p>End.</p>',
  );
  await writeAs(visitor, "Rich text");
  const note = paper(visitor).locator(".offsite-picture");
  await expect(note).toContainText("An audio file · on other.example");
  await expectFine(visitor, "a recording of another site");
  await visitor.route("**/api/admin/media/files/fetch*", (route) => route.fulfill({ status: 201, json: { url: address } }));
  await note.getByRole("button", { name: "Fetch into the library" }).click();
  await expect(player).toHaveAttribute("src", address ?? "");
  await expect(note).toHaveCount(0);
});

test("the slash menu stays within the window, above the bars at its edges", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  const isInSight = (index: number) =>
    options(visitor)
      .nth(index)
      .evaluate((option) => {
        const { left, top, bottom } = option.getBoundingClientRect();
        const isSeen = (y: number) => option.contains(document.elementFromPoint(left + 20, y));
        return isSeen(top + 2) && isSeen(bottom - 2);
      });
  for (const [height, lines] of [
    [900, 6],
    [640, 3],
    [420, 3],
  ] as const) {
    await visitor.setViewportSize({ width: 1280, height });
    await paper(visitor).click();
    await type(visitor, "<Control+a>", "<Delete>", ...Array.from({ length: lines }, () => "<Enter>"), "/");
    await expect(options(visitor)).toHaveCount(22);
    // The editor may still scroll to the line, and the menu follows.
    await expect.poll(() => isInSight(0), `the first option, ${height} px high`).toBe(true);
    await type(visitor, "<ArrowUp>");
    await expect(options(visitor).last()).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => isInSight(21), `the last option, ${height} px high`).toBe(true);
    await type(visitor, "<Escape>");
  }
});

test("on a phone, bars stay within the window and leave with the text that they are for", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  const plus = visitor.getByRole("button", { name: "Insert" });
  await expect(async () => {
    const [button, line] = [await plus.boundingBox(), await paper(visitor).locator("> p").boundingBox()];
    const room = await paper(visitor)
      .locator("> p")
      .evaluate((paragraph) => Number.parseFloat(getComputedStyle(paragraph).paddingInlineEnd));
    expect(button?.x ?? 0, "the button covers no word of the placeholder").toBeGreaterThanOrEqual(
      (line?.x ?? 0) + (line?.width ?? 0) - room,
    );
  }).toPass();
  await type(visitor, "Words", "<Control+a>");
  const bar = visitor.getByRole("toolbar", { name: "Formatting" });
  await expect(bar).toBeVisible();
  await expect
    .poll(async () => ((await bar.boundingBox())?.x ?? 0) + ((await bar.boundingBox())?.width ?? 0))
    .toBeLessThanOrEqual(390);
  await type(visitor, "<ArrowRight>", "<Enter>", "/table", "<Enter>");
  const tools = visitor.getByRole("group", { name: "Selection" });
  await expect(tools).toBeVisible();
  await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(paper(visitor).locator("table")).not.toBeInViewport();
  await expect(tools).toBeHidden();
  await visitor.evaluate(() => scrollTo(0, 0));
  await expect(tools).toBeVisible();
});

test("Markdown is converted while it is typed", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "## Two", "<Enter>", "### Three", "<Enter>", "#### Four", "<Enter>");
  await type(visitor, "**bold** and *italic* and ~~gone~~ and `code` and [text](/about) end", "<Enter>");
  await type(visitor, "- one", "<Enter>", "two", "<Enter>", "<Enter>", "1. first", "<Enter>", "<Enter>");
  await type(
    visitor,
    "> said",
    "<Enter>",
    "<Enter>",
    "---",
    "```js ",
    "let lark;",
    "<Enter>",
    "<Enter>",
    "<Enter>",
    "end[^A note]",
  );
  await writeAs(visitor, "HTML");
  await expect(source(visitor)).toHaveValue(
    [
      "<h2>Two</h2>",
      "<h3>Three</h3>",
      "<h4>Four</h4>",
      '<p><strong>bold</strong> and <em>italic</em> and <s>gone</s> and <code>code</code> and <a href="/about">text</a> end</p>',
      "<ul>",
      "<li>one</li>",
      "<li>two</li>",
      "</ul>",
      "<ol>",
      "<li>first</li>",
      "</ol>",
      "<blockquote><p>said</p></blockquote>",
      "<hr>",
      '<pre><code class="language-js">let lark;</code></pre>',
      '<p>end<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup></p>',
      '<section class="footnotes"><ol>',
      '<li id="fn-1">A note <a href="#fnref-1" class="footnote-back">↩\ufe0e</a></li>',
      "</ol>",
      "</section>",
    ].join("\n"),
  );
});

test("a new block has its layout at once: keys before the next frame appear in the order of typing", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "one", "<Enter>", "two");
  // Only the layout far from the cursor may wait for a frame.
  const laidOut = await paper(visitor).evaluate((editor) => {
    const seen: string[] = [];
    const watch = new MutationObserver(() => {
      for (const block of editor.children) seen.push(`${block.textContent}: ${getComputedStyle(block).contentVisibility}`);
    });
    watch.observe(editor, { childList: true });
    const enter = { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true };
    editor.dispatchEvent(new KeyboardEvent("keydown", enter));
    return new Promise<string[]>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(seen))));
  });
  expect(laidOut).toEqual(["one: auto", "two: auto", ": visible"]);
});

test("footnotes are numbered in the order of the text, survive Markdown, and link both ways for readers", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  const title = newTitle("With footnotes");
  await fillIn(visitor, title);
  await type(visitor, " Later /foot", "<Enter>");
  const note = visitor.getByLabel(/^Footnote \d$/);
  await expect(note).toBeFocused();
  await type(visitor, "Told by *Ada*, see [the list](/about).");
  await expectFine(visitor, "a footnote");
  await type(visitor, "<Enter>");
  await expect(paper(visitor)).toBeFocused();
  // Keys that follow at once go into the footnote.
  await type(visitor, " and on.", "<Home>", "/foot", "<Enter>", "Earlier");
  await expect(visitor.getByLabel("Footnote 1")).toBeFocused();
  await expect(visitor.getByLabel("Footnote 1")).toHaveValue("Earlier");
  await type(visitor, "<Escape>");
  await writeAs(visitor, "Markdown");
  await dialog(visitor).getByRole("button", { name: "Convert to Markdown" }).click();
  await expect(source(visitor)).toHaveValue(
    /\[\^1\].*Later\[\^2\] and on\.\n\n\[\^1\]: Earlier\n\n\[\^2\]: Told by \*Ada\*, see \[the list\]\(\/about\)\.$/s,
  );
  await writeAs(visitor, "Rich text");
  await expect(dialog(visitor)).toContainText("Nothing is lost.");
  await dialog(visitor).getByRole("button", { name: "Convert to HTML" }).click();
  await paper(visitor).locator("sup").last().click();
  await expect(visitor.getByLabel("Footnote 2")).toHaveValue("Told by *Ada*, see [the list](/about).");
  await visitor.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(visitor, "Post created")).toBeVisible();

  await visit(visitor, `/story/${slugOf(title)}`);
  const notes = visitor.locator("section.footnotes[role=doc-endnotes]");
  await expect(notes.getByRole("listitem")).toHaveText([/^Earlier/, /^Told by Ada, see the list\./]);
  await visitor.locator("a[role=doc-noteref][aria-label='Footnote 2']").click();
  await expect(visitor).toHaveURL(/#fn-2$/);
  await expect(notes.getByRole("listitem").nth(1)).toBeInViewport();
  await notes.locator("a[role=doc-backlink]").nth(1).click();
  await expect(visitor).toHaveURL(/#fnref-2$/);
  await expectFine(visitor, "an article with footnotes");
});

test("text in a footnote is found and replaced, too", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "Birds[^A lark, early] sing.", "<Control+h>");
  const bar = visitor.getByRole("search", { name: "Find and replace" });
  await expect(bar.getByLabel("Find", { exact: true })).toBeFocused();
  await type(visitor, "lark");
  await expect(bar.getByRole("status")).toHaveText("1 found");
  await type(visitor, "<Enter>");
  await expect(paper(visitor).locator("sup.find-match.is-active")).toHaveCount(1);
  await bar.getByLabel("Replace with").fill("finch");
  await bar.getByRole("button", { name: "Replace all" }).click();
  await expect(bar.getByRole("status")).toHaveText("1 replaced");
  await type(visitor, "<Escape>");
  await paper(visitor).locator("sup").click();
  await expect(visitor.getByLabel("Footnote 1")).toHaveValue("A finch, early");
});

test("matches can be replaced, one by one and all at once, in the text and in the source", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "A lark, two **larks**, and a Lark.", "<Enter>", "No bird but a lark.");
  await type(visitor, "<Control+h>");
  const bar = visitor.getByRole("search", { name: "Find and replace" });
  await expect(bar.getByLabel("Find", { exact: true })).toBeFocused();
  await type(visitor, "lark");
  await expect(bar.getByRole("status")).toHaveText("4 found");
  await expect(visitor.locator(".find-match")).toHaveCount(4);
  await bar.getByLabel("Match case").check();
  await expect(bar.getByRole("status")).toHaveText("3 found");
  await bar.getByLabel("Whole words").check();
  await expect(bar.getByRole("status")).toHaveText("2 found");
  await expectFine(visitor, "find and replace");
  await bar.getByLabel("Whole words").uncheck();
  await bar.getByLabel("Find", { exact: true }).focus();
  await type(visitor, "<Enter>");
  await expect(bar.getByRole("status")).toHaveText(/^[123] of 3$/);
  await bar.getByLabel("Replace with").fill("finch");
  await bar.getByRole("button", { name: "Replace all" }).click();
  await expect(bar.getByRole("status")).toHaveText("3 replaced");
  await expect(paper(visitor)).toHaveText("A finch, two finchs, and a Lark.No bird but a finch.");
  await expect(paper(visitor).locator("strong")).toHaveText("finchs");
  await type(visitor, "<Escape>");
  await expect(paper(visitor)).toBeFocused();
  await type(visitor, "<Control+z>");
  await expect(paper(visitor)).toHaveText("A lark, two larks, and a Lark.No bird but a lark.");

  await writeAs(visitor, "HTML");
  await visitor.getByRole("button", { name: "Find and replace" }).click();
  await expect(bar.getByLabel("Find", { exact: true })).toBeFocused();
  await type(visitor, "lark");
  await expect(bar.getByRole("status")).toHaveText("4 found");
  await bar.getByRole("button", { name: "Next" }).click();
  await expect
    .poll(() =>
      source(visitor).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd)),
    )
    .toMatch(/^lark$/i);
  await bar.getByLabel("Replace with").fill("wren");
  await bar.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(bar.getByRole("status")).toHaveText(/of 3$/);
  await bar.getByRole("button", { name: "Replace all" }).click();
  await expect(source(visitor)).toHaveValue("<p>A wren, two <strong>wrens</strong>, and a wren.</p>\n<p>No bird but a wren.</p>");
  await source(visitor).focus();
  await type(visitor, "<Control+z>");
  await expect(source(visitor)).toHaveValue(/wren.*lark/is);
});

test("contents, a goal and focus mode help while writing", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "## Dawn", "<Enter>", "The first light.", "<Enter>", "### Late dawn", "<Enter>", "Then the sun.");
  await openPanel(visitor, "Check");
  const contents = visitor.getByRole("navigation", { name: "Contents" });
  await expect(contents.getByRole("button")).toHaveText(["Dawn", "Late dawn"]);
  await expect(contents.getByRole("button", { name: "Late dawn" })).toHaveAttribute("aria-current", "location");
  await contents.getByRole("button", { name: "Dawn", exact: true }).click();
  await expect(paper(visitor)).toBeFocused();
  await expect(contents.getByRole("button", { name: "Dawn", exact: true })).toHaveAttribute("aria-current", "location");
  await type(visitor, "Early ");
  await expect(contents.getByRole("button").first()).toHaveText("Early Dawn");

  await visitor.getByRole("spinbutton", { name: "Word goal" }).fill("18");
  const goal = visitor.getByRole("region", { name: "Word goal" });
  await expect(goal).toContainText("10 of 18 words");
  await expect(goal.getByRole("status")).toHaveText("Halfway there.");
  await paper(visitor).focus();
  await type(visitor, "<Control+End>", " And eight more words so that it counts.");
  await expect(goal.getByRole("status")).toHaveText("Goal reached.");
  await expectFine(visitor, "contents and goal");

  await visitor.getByRole("button", { name: "Focus mode" }).click();
  await expect(visitor.getByRole("button", { name: "Save Draft" })).toBeHidden();
  await expect(visitor.getByLabel("Title", { exact: true })).toBeHidden();
  await expect(paper(visitor)).toBeVisible();
  await expect(paper(visitor).locator(".is-current")).toContainText("And eight more words so that it counts.");
  await expectFine(visitor, "focus mode");
  await visitor.reload();
  await expect(visitor.getByRole("button", { name: "Leave focus mode" })).toBeVisible();
  await paper(visitor).focus();
  await type(visitor, "<Escape>");
  await expect(visitor.getByLabel("Title", { exact: true })).toBeVisible();
  await openPanel(visitor, "Check");
  await expect(visitor.getByRole("spinbutton", { name: "Word goal" })).toHaveValue("18");
});

test("words typed as a link's URL find the site's own posts", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await type(visitor, "<Control+k>");
  await expect(dialog(visitor).getByLabel("URL")).toBeFocused();
  await type(visitor, "mood track");
  const found = visitor.getByRole("listbox", { name: "Posts" }).getByRole("option");
  await expect(found.first()).toContainText("Mood Tracking");
  await expectFine(visitor, "posts to link to");
  await type(visitor, "<ArrowDown>", "<Enter>");
  await expect(dialog(visitor).getByLabel("URL")).toHaveValue("/story/mood-tracking-guide");
  await expect(dialog(visitor).getByLabel("Text")).toHaveValue(/^Mood Tracking/);
  await type(visitor, "<Enter>");
  await expect(paper(visitor).getByRole("link", { name: /^Mood Tracking/ })).toHaveAttribute(
    "href",
    "/story/mood-tracking-guide",
  );
});
