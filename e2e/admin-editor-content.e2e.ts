import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import {
  createDraft,
  dialog,
  expectFine,
  fillIn,
  newTitle,
  paper,
  signInAsAdmin,
  source,
  toast,
  writeAs,
} from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head><body>
<!--StartFragment--><h1><span lang=EN-US style='mso-ansi-language:EN-US'>From Word<o:p></o:p></span></h1>
<p class=MsoNormal>A <b>bold</b> word<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>boots</p>
<!--EndFragment--></body></html>`;

/** As Google Docs has a picture and a footnote. */
const DOCS = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span><img src="https://docs.example/lark.png" alt="A lark"></span></p>
<p>Larks sing<span style="vertical-align:super"><a href="#ftnt1" id="ftnt_ref1">[1]</a></span></p><hr>
<div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> So we hear.</p></div></b>`;

/** Pastes HTML, a picture or a plain text, as the browser would. */
const paste = (page: Page, html: string, picture?: string, plain?: string) =>
  paper(page).evaluate(
    async (element, [markup, name, text]) => {
      const data = new DataTransfer();
      if (markup) data.setData("text/html", markup);
      if (text) data.setData("text/plain", text);
      if (name) {
        const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
        const context = canvas.getContext("2d");
        if (context) context.fillRect(8, 8, 32, 32);
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        if (blob) data.items.add(new File([blob], name, { type: "image/png" }));
      }
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [html, picture ?? "", plain ?? ""] as const,
  );

test("pasted text is cleaned, and pictures are uploaded where they are", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await paste(visitor, WORD);
  await expect(paper(visitor).getByRole("heading", { name: "From Word" })).toBeVisible();
  await visitor.keyboard.press("Control+End");
  await paste(visitor, "", "dawn.png");
  await expect(paper(visitor).locator("img[src^='/media/']")).toBeVisible();
  await expect(visitor.getByText("One image has no alternative text.")).toBeVisible();
  await visitor.getByRole("button", { name: "Describe it" }).click();
  await expect(visitor.getByLabel("Alt text")).toBeFocused();
  await visitor.keyboard.insertText("A square");
  await expect(visitor.getByText("One image has no alternative text.")).toHaveCount(0);
  await expectFine(visitor, "a picture that is selected");
  await writeAs(visitor, "HTML");
  const html = await source(visitor).inputValue();
  expect(html).toContain("<h2>From Word</h2>\n<p>A <strong>bold</strong> word</p>");
  expect(html).toContain("<li>boots");
  expect(html).toMatch(/<img src="\/media\/[^"]+" alt="A square" width="64" height="48">/);
  expect(html).not.toMatch(/mso|class=|<o:p|<span/i);
});

test("pictures and footnotes of other programs stay in their places", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await paste(visitor, DOCS);
  await expect(paper(visitor).locator("figure .offsite-picture")).toContainText("A lark · on docs.example");
  await writeAs(visitor, "HTML");
  const html = await source(visitor).inputValue();
  expect(html).toMatch(/^<figure><img src="https:\/\/docs\.example\/lark\.png" alt="A lark">\s*<\/figure>/);
  expect(html).toContain('<p>Larks sing<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup></p>');
  expect(html).toMatch(/<li id="fn-1">So we hear\. <a /);
});

test("pictures within pasted text are uploaded to their places", async ({ visitor, forgiven }) => {
  forgiven.push("400 (Bad Request)");
  await signInAsAdmin(visitor, "/admin/posts/create");
  const jpeg = async (width: number, height: number) => {
    const file = sharp({ create: { width, height, channels: 3, background: "#7aa6d8" } }).jpeg();
    return `data:image/jpeg;base64,${(await file.toBuffer()).toString("base64")}`;
  };
  const [large, small, broken] = [await jpeg(900, 600), await jpeg(60, 40), `data:image/png;base64,${"AAAA".repeat(40)}`];
  await paper(visitor).click();
  await paste(
    visitor,
    `<p>One</p><p><img src="${large}" alt="A lake"></p><figure><img src="${small}"><figcaption>A boat</figcaption></figure>
     <p>Two <img src="${small}"> words</p><figure><img src="${broken}"><figcaption>Nothing</figcaption></figure>`,
  );
  await expect(toast(visitor, "Image not uploaded")).toBeVisible();
  await expect(paper(visitor).locator("img[src^='/media/']")).toHaveCount(3);
  await expect(paper(visitor).locator(".editor-upload")).toHaveCount(0);
  await writeAs(visitor, "HTML");
  const html = (await source(visitor).inputValue()).replaceAll(/\/media\/[^"]+/g, "").replaceAll("\n", "");
  expect(html).toBe(
    '<p>One</p><figure><img src="" alt="A lake" width="900" height="600"></figure>' +
      '<figure><img src="" alt="" width="60" height="40"><figcaption>A boat</figcaption></figure>' +
      '<p>Two <img src="" alt="" width="60" height="40"> words</p><p>Nothing</p>',
  );
});

test("a plain text that is Markdown is pasted as what it means, any other as it is", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("Before");
  await visitor.keyboard.press("Enter");
  await paste(
    visitor,
    "",
    undefined,
    "# Larks\r\n\r\nThey *sing*[^1].\r\n\r\n- at dawn\r\n- at noon\r\n\r\n[^1]: So we hear.\r\n",
  );
  await expect(paper(visitor).locator("em")).toHaveText("sing");
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.press("Enter");
  await paste(visitor, "", undefined, "import os\n# the folder\nprint(1)");
  await expect(paper(visitor)).toContainText("# the folder");
  await writeAs(visitor, "HTML");
  const html = await source(visitor).inputValue();
  expect(html).toMatch(/^<p>Before<\/p>\n<h[12]>Larks<\/h[12]>\n<p>They <em>sing<\/em><sup/);
  expect(html).toMatch(/<ul>\s*<li>at dawn<\/li>\s*<li>at noon<\/li>\s*<\/ul>/);
  expect(html).toContain("So we hear.");
  expect(html).toContain("<p>import os<br># the folder<br>print(1)</p>");
});

test("source and back: what can't be kept is named first, and the author decides", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await writeAs(visitor, "HTML");
  const html = '<h2>Dawn</h2>\n<dl><dt>More</dt><dd>inside</dd></dl>\n<p style="color:red">Red</p>';
  await source(visitor).fill(html);
  await writeAs(visitor, "Rich text");
  await expect(dialog(visitor)).toContainText("definition list <dl>");
  await expect(dialog(visitor)).toContainText("style on <p>");
  await expectFine(visitor, "a loss");
  await dialog(visitor).getByRole("button", { name: "Stay" }).click();
  await expect(source(visitor)).toHaveValue(html);
  await source(visitor).fill(
    "<h2>Dawn</h2>\n<p>Some <em>light</em></p>\n<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>",
  );
  await writeAs(visitor, "Rich text");
  await expect(paper(visitor).getByRole("heading", { name: "Dawn" })).toBeVisible();
  await paper(visitor).getByRole("cell", { name: "b" }).click();
  await visitor.getByRole("button", { name: "Row below" }).click();
  await expect(paper(visitor).getByRole("row")).toHaveCount(3);
  await paper(visitor).getByRole("row").last().getByRole("cell").click();
  await visitor.getByRole("button", { name: "Delete row" }).click();
  await expect(paper(visitor).getByRole("row")).toHaveCount(2);
  await writeAs(visitor, "Markdown");
  await dialog(visitor).getByRole("button", { name: "Convert to Markdown" }).click();
  await expect(source(visitor)).toHaveValue("## Dawn\n\nSome *light*\n\n| a |\n| --- |\n| b |");
  await writeAs(visitor, "Rich text");
  await dialog(visitor).getByRole("button", { name: "Convert to HTML" }).click();
  await expect(paper(visitor).locator("em")).toHaveText("light");
});

test("the preview is the article's own page, on a desktop and on a phone", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  const title = newTitle("Seen ahead");
  await visitor.getByLabel("Title", { exact: true }).fill(title);
  await visitor.getByRole("tab", { name: "Preview" }).click();
  const article = visitor.frameLocator("iframe").getByRole("article");
  await expect(article.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(article).toContainText("5 min read");
  await visitor.getByRole("tab", { name: "Preview" }).press("ArrowLeft");
  await fillIn(visitor, title);
  await visitor.getByRole("tab", { name: "Preview" }).click();
  await expect(article).toContainText("1 min read");
  await expect(article).toContainText("The first light is quiet");
  await expect(article.getByRole("link", { name: "Productivity" })).toBeVisible();
  await visitor.getByRole("button", { name: "Phone" }).click();
  await expect.poll(() => article.evaluate((element) => element.ownerDocument.defaultView?.innerWidth)).toBe(390);
  await article.getByRole("link", { name: "Productivity" }).click();
  // A slow machine has saved the text by now, and the address names it.
  await expect(visitor).toHaveURL(/\/admin\/posts\/create(\?continue=[\w-]+)?$/);
  await expectFine(visitor, "a preview");
});

test("a closed tab, a slow save and an ended session lose nothing", async ({ visitor, context }) => {
  test.slow();
  visitor.forgive("401");
  visitor.forgive("400");
  const address = await createDraft(visitor, newTitle("Never lost"));
  // The server receives nothing of what follows.
  await visitor.route("**/api/admin/posts/*", async (route) => {
    if (route.request().method() !== "PATCH") await route.continue();
  });
  await paper(visitor).click();
  await visitor.keyboard.press("Control+End");
  await visitor.keyboard.insertText(" And then the sun came up.");
  await expect(visitor.getByText("Unsaved changes")).toBeVisible();
  const kept = () => visitor.evaluate(() => JSON.stringify(localStorage).includes("the sun came up"));
  await expect.poll(kept).toBe(true);
  await visitor.close();

  const page = await context.newPage();
  await page.goto(address);
  const offer = page.getByRole("region", { name: "Unsaved copy" });
  await expect(offer).toBeVisible();
  await expectFine(page, "an offered copy");
  await offer.getByRole("button", { name: "Restore it" }).click();
  await expect(paper(page)).toContainText("And then the sun came up.");

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/admin/posts/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Update Post" }).click();
  await expect(page.getByText("Saving...")).toBeVisible();
  await paper(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" Later.");
  release();
  await expect(toast(page, "Post updated")).toBeVisible();
  await expect(paper(page)).toContainText("came up. Later.");
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.unroute("**/api/admin/posts/*");

  await page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem("skylark.session") ?? "{}") as { access_token: string };
    await fetch("/auth/v1/logout?scope=global", { method: "POST", headers: { authorization: `Bearer ${access_token}` } });
  });
  await page.getByRole("button", { name: "Update Post" }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByLabel("Password", { exact: true }).fill("a lark sings early");
  await page.keyboard.press("Enter");
  await expect(page.getByText("All changes saved")).toBeVisible();
  await expect(paper(page)).toContainText("came up. Later.");
});

test("a post is written without a mouse", async ({ visitor }) => {
  test.slow();
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).focus();
  await visitor.keyboard.press("Alt+F10");
  const toolbar = visitor.getByRole("toolbar", { name: "Formatting" });
  await expect(toolbar.getByRole("button", { name: "Heading 2" })).toBeFocused();
  await visitor.keyboard.press("Enter");
  await expect(paper(visitor)).toBeFocused();
  await visitor.keyboard.type("By hand");
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.press("Control+B");
  await expect(toolbar.getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
  await visitor.keyboard.type("bold");
  await visitor.keyboard.press("Control+B");
  await visitor.keyboard.press("Control+K");
  await expect(dialog(visitor).getByLabel("URL")).toBeFocused();
  await visitor.keyboard.type("javascript:alert(1)");
  await visitor.keyboard.press("Enter");
  await expect(dialog(visitor).getByLabel("URL")).toHaveAccessibleDescription(/must begin with/);
  await dialog(visitor).getByLabel("URL").fill("example.com");
  await expectFine(visitor, "a link's address");
  await visitor.keyboard.press("Enter");
  await expect(paper(visitor)).toBeFocused();
  await expect(paper(visitor).getByRole("link")).toHaveAttribute("href", "https://example.com");
  await visitor.keyboard.press("Control+Z");
  await expect(paper(visitor).getByRole("link")).toHaveCount(0);
  await visitor.setViewportSize({ width: 320, height: 640 });
  await expectFine(visitor, "the editor, 320 px wide");
  const hidden = () => visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(hidden, "px that one would have to scroll sideways for").toBe(0);
});
