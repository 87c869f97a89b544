import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { BLOCK_ATTRIBUTES, BLOCK_CLASSES } from "../../app/domain/content/markup/article-blocks.ts";
import type { Element } from "../../app/domain/content/markup/tree.ts";
import { parseTree } from "../../app/domain/content/parse-tree.ts";
import { renderContent } from "../../app/domain/content/render-content.ts";
import { mediaAt } from "../../app/domain/media/media-rules.ts";
import { addressIssue } from "../../app/domain/newsletter/mail/address-issue.ts";
import { composeIssue } from "../../app/domain/newsletter/mail/compose-issue.ts";
import { FIGURE_FORMS, FORMS } from "../../app/domain/newsletter/mail/issue-forms.ts";
import { ISSUE_MAX_BYTES, type Issue, type IssueArticle } from "../../app/domain/newsletter/mail/issue-mail.ts";
import type { Site } from "../../app/domain/settings/settings.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { openTestContext } from "../context.ts";
import { SITE } from "../mail/post-office.ts";
import { randomArticle } from "../random-articles.ts";
import { EVERY_BLOCK, MEDIA } from "./every-block.ts";

const { ctx, close } = await openTestContext();
const folder = mkdtempSync(join(tmpdir(), "issue-"));
const media = createFolderStore(folder);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await close();
});

const ARTICLE: IssueArticle = {
  id: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4d",
  path: "/story/dawn",
  title: "What larks know",
  summary: "They are up before anybody else.",
  html: "",
  language: null,
  authors: ["Ada Larkin"],
  picture: { address: `${MEDIA}/2560.png`, alt: "A field" },
};
const ISSUE: Omit<Issue, "content"> = { campaign: "dawn", subject: "", preview: "", postalAddress: "1 Field Lane\nDawnton" };
const LINKS = { choices: "https://larks.example/choices?key=a&b=1", unsubscribe: "https://larks.example/leave?key=a&b=1" };
const MARKS = "utm_source=newsletter&utm_campaign=dawn";

const rendered = async (content: string) => (await renderContent({ content, format: "html", ownHost: "larks.example" })).html;

/** The mail of an article with this text, as a recipient gets it. */
async function mailOf(content: string, article: Partial<IssueArticle> = {}, site: Site = SITE) {
  const whole = { ...ARTICLE, html: await rendered(content), ...article };
  const mail = await composeIssue(ctx, media, { ...ISSUE, content: { kind: "article", article: whole } }, site);
  return { ...addressIssue(mail, LINKS), isCut: mail.isCut };
}

function elementsIn(html: string): Element[] {
  const found: Element[] = [];
  const visit = (one: Element) => {
    found.push(one);
    for (const child of one.children) if (typeof child === "object") visit(child);
  };
  for (const node of parseTree(html)) if (typeof node === "object") visit(node);
  return found;
}
const attributesOf = (html: string, name: string, attribute: string): string[] =>
  elementsIn(html).flatMap((one) =>
    one.name === name && one.attributes[attribute] ? [one.attributes[attribute] as string] : [],
  );

describe("the form of each block", () => {
  test("there is one for everything that only articles have", () => {
    for (const name of Object.keys(BLOCK_ATTRIBUTES)) expect(FORMS, name).toHaveProperty(name);
    for (const name of BLOCK_CLASSES.figure ?? []) expect(FIGURE_FORMS).toHaveProperty(String(name));
    expect(Object.keys(BLOCK_CLASSES).toSorted()).toEqual(["aside", "figure"]);
  });

  test("there is one for each element of a stored article", async () => {
    const html = await rendered(EVERY_BLOCK);
    const written = [html, ...(await Promise.all(Array.from({ length: 30 }, (_, seed) => rendered(randomArticle(seed)))))];
    const inDrawings = new Set<Element>();
    for (const one of written.flatMap(elementsIn)) {
      if (inDrawings.has(one) || one.name === "svg" || one.name === "math")
        for (const child of one.children) if (typeof child === "object") inDrawings.add(child);
      if (!inDrawings.has(one)) expect(FORMS, one.name).toHaveProperty(one.name);
    }
  });

  test("nothing of a text is lost", async () => {
    const { text } = await mailOf(EVERY_BLOCK);
    for (const part of [
      "already up",
      "E=mc^2",
      "> Hail to thee",
      "- up",
      "☑ down",
      "3. three",
      "A bird that sings.",
      "A field at dawn",
      "The second",
      "Six mornings",
      "2 more images",
      "Warning\n\nMind the nest.",
      "What they eat\n\nSeeds and insects.",
      "What larks sing <https://other.example/larks>",
      "Listen to the recording",
      "Watch the video",
      `Counting larks <https://larks.example${MEDIA}/larks.pdf?${MARKS}>`,
      "A lark sings <https://www.youtube.com/watch?v=dQw4w9WgXcQ>",
      "\\frac{a}{b}",
      "(Diagram: Yes, No, Wake up",
      'const lark = { sings: true, at: "dawn"',
      "Month   Eggs   Weather",
      "Eggs by month",
      "Wingspan: 34 cm",
      "hibari",
      "1. Not in winter.",
    ])
      expect(text).toContain(part);
  });

  test("no block becomes something that mail programs don't know", async () => {
    const articles = [EVERY_BLOCK, ...Array.from({ length: 20 }, (_, seed) => randomArticle(seed))];
    for (const content of articles) {
      const { html } = await mailOf(content);
      const names = new Set(elementsIn(html).map(({ name }) => name));
      for (const name of "script iframe svg math details summary video audio picture source figure object form input".split(" "))
        expect(names).not.toContain(name);
    }
  });

  test("a diagram is a PNG with its letters, on opaque paper", async () => {
    const { html } = await mailOf('<pre><code class="language-mermaid">graph TD\nA[Wake up] --> B[Sing]</code></pre>', {
      picture: null,
    });
    const [src = ""] = attributesOf(html, "img", "src");
    const { id = "", width } = mediaAt(new URL(src).pathname) ?? {};
    const png = sharp(media.path(id, `${width}.png`));
    const { channels, ...shown } = await png.metadata();
    expect({ channels, width: shown.width }).toEqual({ channels: 3, width });
    expect(attributesOf(html, "img", "width")).toEqual([String(Math.round(Number(width) / 2))]);
    const { channels: colors } = await png.stats();
    expect(colors[0]?.min).toBeLessThan(60);
  });

  test("a diagram whose letters no font of ours has is code", async () => {
    const { html } = await mailOf('<pre><code class="language-mermaid">graph TD\nA[雲雀]</code></pre>', { picture: null });
    expect(attributesOf(html, "img", "src")).toEqual([]);
    expect(html).toContain("雲雀");
  });
});

describe("addresses", () => {
  test("links to the site name the issue, and keep what they had", async () => {
    const { html } = await mailOf(
      [
        "/story/dusk?page=2#end",
        "https://larks.example/about?utm_source=mine",
        "https://larks.example.evil.example/",
        "https://other.example/?a=1",
        "mailto:ada@larks.example",
        "#songs",
      ]
        .map((href) => `<p><a href="${href}">x</a></p>`)
        .join(""),
      { picture: null },
    );
    const links = attributesOf(html, "a", "href");
    expect(links).toContain(`https://larks.example/story/dusk?page=2&${MARKS}#end`);
    expect(links).toContain("https://larks.example/about?utm_source=mine&utm_campaign=dawn");
    expect(links).toContain("https://larks.example.evil.example/");
    expect(links).toContain("https://other.example/?a=1");
    expect(links).toContain("mailto:ada@larks.example");
    expect(links).toContain(`https://larks.example/story/dawn?${MARKS}#songs`);
    expect(links).toEqual(expect.arrayContaining([LINKS.choices, LINKS.unsubscribe]));
  });

  test("a site under a path has its path once, and what is beside it is another site", async () => {
    const site = { ...SITE, url: "https://larks.example/blog" };
    const { html } = await mailOf('<p><a href="/about">x</a><a href="https://larks.example/shop">y</a></p>', {}, site);
    const links = attributesOf(html, "a", "href");
    expect(links).toContain(`https://larks.example/blog/about?${MARKS}`);
    expect(links).toContain("https://larks.example/shop");
    expect(attributesOf(html, "img", "src")).toContain(`https://larks.example/blog${MEDIA}/1200.jpg`);
  });

  test("pictures are JPEG copies with a width and an alternative text", async () => {
    const { html } = await mailOf(EVERY_BLOCK);
    for (const { attributes } of elementsIn(html).filter(({ name }) => name === "img")) {
      expect(attributes.src).toMatch(/^https:\/\/larks\.example\/media\/[^?]+\.(jpg|png)$/);
      expect(attributes.src).not.toMatch(/\/(2560|1280)\./);
      expect(Number(attributes.width)).toBeLessThanOrEqual(552);
      expect(attributes).toHaveProperty("alt");
      expect(Number(attributes.width)).toBeGreaterThan(1);
    }
  });
});

describe("what an author writes", () => {
  test("stays text", async () => {
    const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const site = { ...SITE, name: evil };
    const content = `<p>&lt;script&gt;alert(1)&lt;/script&gt; <a href="https://other.example/&quot;onclick=&quot;x">x</a></p>`;
    const mail = await mailOf(
      content,
      { title: evil, summary: evil, authors: [evil], picture: { address: `${MEDIA}/9.png`, alt: evil } },
      site,
    );
    const names = elementsIn(mail.html).flatMap(({ name, attributes }) => [name, ...Object.keys(attributes)]);
    for (const name of ["script", "onerror", "onclick"]) expect(names).not.toContain(name);
    expect(mail.subject).toBe(evil);
  });

  test("is never taken for a recipient's address", async () => {
    const written = "[[unsubscribe]] [[[choices]]] {{unsubscribe}} {{ a }} <% b %> JUICE_CODE_BLOCK_0_";
    const content =
      `<p>${written.replaceAll("<", "&lt;")}</p><p>[<b></b>[choices]]</p><p><span>[</span>[unsubscribe]]</p>` +
      '<p><a href="https://evil.example/?[[unsubscribe]]=JUICE_CODE_BLOCK_0_">x</a></p>';
    const { html, text } = await mailOf(content, { title: written, summary: "[[choices]]", authors: ["[[unsubscribe]]"] });
    expect(html.split("leave?key").length - 1).toBe(1);
    expect(html.split("choices?key").length - 1).toBe(1);
    expect(text.split("leave?key").length - 1).toBe(1);
    expect(text.split("choices?key").length - 1).toBe(1);
    expect(attributesOf(html, "a", "href")).toContain("https://evil.example/?[[unsubscribe]]=JUICE_CODE_BLOCK_0_");
  });

  test("has no line breaks in the subject", async () => {
    expect((await mailOf("<p>x</p>", { title: "a\r\nBcc: b@c.example" })).subject).toBe("a Bcc: b@c.example");
  });
});

describe("the size", () => {
  const bytes = (html: string) => Buffer.byteLength(html);

  test.each([
    ["paragraphs", "<p>Larks sing at dawn, and we listen to them for an hour or so.</p>".repeat(4000)],
    ["a list", `<ol>${"<li>Larks sing at dawn, and we listen</li>".repeat(4000)}</ol>`],
    ["a table", `<table><tbody>${"<tr><td>Larks</td><td>sing</td></tr>".repeat(3000)}</tbody></table>`],
    ["code", `<pre><code>${"const lark = 1;\n".repeat(9000)}</code></pre>`],
    ["a box", `<details><summary>All</summary>${"<p>Larks sing at dawn</p>".repeat(5000)}</details>`],
  ])("of %s stays below what Gmail cuts off, and ends with a link", async (_, content) => {
    const { html, text, isCut } = await mailOf(content);
    expect(isCut).toBe(true);
    expect(bytes(html)).toBeLessThanOrEqual(ISSUE_MAX_BYTES);
    expect(bytes(html)).toBeGreaterThan(ISSUE_MAX_BYTES * 0.8);
    expect(html).toMatch(/>Read on<\/a>/);
    expect(text).toContain(`Read on <https://larks.example/story/dawn?${MARKS}>`);
    expect(html).toContain(">Unsubscribe</a>");
    expect(html.trimEnd().endsWith("</html>")).toBe(true);
  });

  test("of a list is used, and its numbers go on", async () => {
    const { html } = await mailOf(`<ol>${"<li>Larks sing at dawn, and we listen</li>".repeat(4000)}</ol>`);
    const starts = attributesOf(html, "ol", "start").map(Number);
    expect(starts[0]).toBe(1);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  test("of an ordinary article needs no cut", async () => {
    const { html, isCut } = await mailOf(EVERY_BLOCK);
    expect(isCut).toBe(false);
    expect(html).not.toContain("Read on");
  });
});

describe("languages", () => {
  test("the site's around the text, the article's for the text", async () => {
    const { html, text } = await mailOf("<p>صباح الخير</p>", { language: "ar" }, { ...SITE, language: "de" });
    expect(html).toMatch(/<html lang="de" dir="ltr">/);
    expect(elementsIn(html).find(({ attributes }) => attributes.class === "text")?.attributes).toMatchObject({
      lang: "ar",
      dir: "rtl",
      align: "right",
    });
    expect(text).toContain("Abbestellen:");
  });
});

describe("other issues", () => {
  test("a text of its own has no address in the browser", async () => {
    const html = await rendered('<p>Hello <a href="#x">x</a>, <code class="language-math">E=mc^2</code></p>');
    const mail = await composeIssue(ctx, media, { ...ISSUE, content: { kind: "text", title: "News", html } }, SITE);
    expect(mail.subject).toBe("News");
    expect(mail.html).not.toContain("View in the browser");
    expect(attributesOf(mail.html, "a", "href")).toHaveLength(4);
  });

  test("a text without pictures loads nothing, so nobody learns who opened it", async () => {
    const html = await rendered("<p>Larks sing.</p>");
    const mail = await composeIssue(ctx, media, { ...ISSUE, content: { kind: "text", title: "News", html } }, SITE);
    expect(mail.html).not.toMatch(/<(?:img|link|script|iframe|object)\b|\b(?:src|background)=|url\(|@import/);
  });

  test("the preview text comes before everything else that can be read", async () => {
    const content = { kind: "text", title: "News", html: await rendered("<p>Larks sing.</p>") } as const;
    const { html } = await composeIssue(ctx, media, { ...ISSUE, preview: "What <larks> know", content }, SITE);
    expect(html).toMatch(/<body[^>]*>\s*<div class="preview"[^>]*>What &lt;larks&gt; know<\/div>/);
  });

  test("a digest lists articles with their excerpts and pictures", async () => {
    const articles = ["dawn", "dusk", "noon"].map((slug) => ({
      ...ARTICLE,
      id: slug,
      path: `/story/${slug}`,
      title: `On ${slug}`,
      isListed: slug !== "noon",
      language: slug === "noon" ? "ar" : null,
    }));
    const template = await composeIssue(ctx, media, { ...ISSUE, content: { kind: "digest", title: "", articles } }, SITE);
    const mail = addressIssue(template, LINKS);
    expect(mail.isCut).toBe(false);
    expect(mail.html + mail.text).not.toMatch(/\[\[|On noon/);
    expect(mail.html).toContain("On dawn · On dusk</div>");
    expect(mail.subject).toBe("New on Larks & Co");
    expect(attributesOf(mail.html, "img", "src")).toHaveLength(2);
    for (const slug of ["dawn", "dusk"]) expect(mail.text).toContain(`On ${slug} <https://larks.example/story/${slug}?${MARKS}>`);
    expect(mail.text).toContain(ARTICLE.summary);
    const { html, text } = addressIssue(template, LINKS, ["noon"]);
    expect(text).toContain("On noon");
    expect(html + text).not.toMatch(/On dawn|On dusk/);
    expect(html).toContain('lang="ar" dir="rtl" align="right"');
  });

  test("a digest has no more than there is room for, and says that there is more", async () => {
    const articles = Array.from({ length: 60 }, (_, n) => ({
      ...ARTICLE,
      id: `${n}`,
      title: `On morning ${n}.`,
      summary: `${n % 2 ? "Short." : "An [[articles]] excerpt that is far too long. ".repeat(200)}`,
      isListed: true,
    }));
    const template = await composeIssue(ctx, media, { ...ISSUE, content: { kind: "digest", title: "", articles } }, SITE);
    const long = addressIssue(template, LINKS);
    expect(Buffer.byteLength(long.html)).toBeLessThanOrEqual(ISSUE_MAX_BYTES);
    expect([long.isCut, long.text.includes("There are more new articles on the site.")]).toEqual([true, true]);
    expect(long.text).toContain("On morning 0.");
    expect(long.text).not.toContain("On morning 59.");
    const odd = articles.map(({ id }) => id).filter((id) => Number(id) % 2);
    const short = addressIssue(template, LINKS, odd);
    expect(short.text.match(/On morning \d+\./g)).toHaveLength(20);
    expect(short.isCut).toBe(true);
    expect(addressIssue(template, LINKS, odd.slice(0, 20)).isCut).toBe(false);
  });

  test("the same issue becomes the same mail", async () => {
    expect(await mailOf(EVERY_BLOCK)).toEqual(await mailOf(EVERY_BLOCK));
  });
});
