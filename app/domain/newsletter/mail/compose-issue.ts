import juice from "juice/client";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { languageOf } from "../../../texts/languages.ts";
import { fill, inLanguage, locale } from "../../../texts/texts.ts";
import type { Look } from "../../appearance/appearance.ts";
import { readLook } from "../../appearance/read-look.ts";
import { type Element, type Node, plainText, walk } from "../../content/markup/tree.ts";
import { parseTree } from "../../content/parse-tree.ts";
import type { Context } from "../../context.ts";
import { oneLine } from "../../mail/mail.ts";
import { DEFAULT_LANGUAGE, directionOf } from "../../settings/direction-rules.ts";
import type { Site } from "../../settings/settings.ts";
import { fitting, splitBlocks } from "./cut-blocks.ts";
import { drawDiagramPicture, drawLogo } from "./draw-issue-pictures.ts";
import { type FormContext, mailForms } from "./issue-forms.ts";
import { BLOCK_MARK, type Frame, frameHtml, frameText, safeHtml, safeText } from "./issue-frame.ts";
import { issueLinks } from "./issue-links.ts";
import {
  ADDRESSES_BYTES,
  type DigestArticle,
  ISSUE_MAX_BYTES,
  type Issue,
  type IssueArticle,
  type IssueMail,
  PLACEHOLDERS,
} from "./issue-mail.ts";
import { button, element, image, link, linkedImage } from "./issue-parts.ts";
import { issuePlainText } from "./issue-plain-text.ts";
import { paletteOf } from "./issue-styles.ts";
import { texts } from "./issue-texts.ts";
import { storeDrawing } from "./store-drawing.ts";

/** `intro` is never cut; `rest` takes the place of blocks that are. */
type Body = {
  title: string;
  summary: string;
  browser: string | null;
  language: string;
  intro: Node[];
  blocks: Node[];
  rest: Node[];
};

const densityOf = (width: number) => Math.round(width / 2);

async function drawingsIn(nodes: Node[], media: FileStore, site: Site, look: Look): Promise<FormContext["drawings"]> {
  const found: Element[] = [];
  walk(nodes, (one) => {
    if (one.name === "svg") found.push(one);
    return one.name !== "svg";
  });
  const drawings = new Map<Element, { src: string; width: number }>();
  for (const svg of found) {
    const drawing = await drawDiagramPicture(svg, paletteOf(look, "light"));
    if (!drawing) continue;
    const path = await storeDrawing(media, drawing.png, drawing.width);
    drawings.set(svg, { src: site.url + path, width: densityOf(drawing.width) });
  }
  return drawings;
}

async function logoOf(ctx: Context, media: FileStore, site: Site, look: Look): Promise<Frame["logo"]> {
  const address = site.look?.logo?.light;
  const drawing = address ? await drawLogo(ctx, address, paletteOf(look, "light")) : null;
  if (!drawing) return null;
  const path = await storeDrawing(media, drawing.png, drawing.width);
  return { src: site.url + path, width: densityOf(drawing.width), isSymbol: look.sign === "symbol" };
}

const authorsLine = (authors: string[]): Node[] => {
  if (authors.length === 0) return [];
  const names = new Intl.ListFormat(locale()).format(authors);
  return [element("p", { class: "byline" }, fill(texts.by, { authors: names }))];
};

const inSiteLanguage = (site: Site, node: Element): Element => ({
  ...node,
  attributes: { ...node.attributes, lang: site.language ?? DEFAULT_LANGUAGE },
});

/** An excerpt that is the beginning of the text would be read twice. */
const isBeginning = (summary: string, nodes: Node[]) => plainText(nodes).startsWith(plainText([summary]).replace(/[\s.…]+$/, ""));

function articleBody(article: IssueArticle, issue: Issue, site: Site, nodes: Node[], drawings: FormContext["drawings"]): Body {
  const links = issueLinks(site.url, issue.campaign, article.path);
  const { title, summary, authors, picture } = article;
  const photo = picture && links.picture(picture.address);
  const intro = [
    element("h1", {}, ...link(links.article, title)),
    ...authorsLine(authors),
    ...(photo && picture ? [element("p", {}, linkedImage(links.article, image(photo, picture.alt)))] : []),
    ...(summary && !isBeginning(summary, nodes) ? [element("p", { class: "lead" }, summary)] : []),
  ];
  const rest = [
    element("p", { class: "byline" }, texts.goesOn),
    ...(links.article ? [button(texts.readOn, links.article)] : []),
  ].map((node) => inSiteLanguage(site, node));
  const language = article.language ?? site.language ?? DEFAULT_LANGUAGE;
  return { title, summary, browser: links.article, language, intro, blocks: mailForms(nodes, { links, drawings }), rest };
}

function textBody(title: string, issue: Issue, site: Site, nodes: Node[], drawings: FormContext["drawings"]): Body {
  const links = issueLinks(site.url, issue.campaign, null);
  const intro = title ? [element("h1", {}, title)] : [];
  const language = site.language ?? DEFAULT_LANGUAGE;
  const blocks = mailForms(nodes, { links, drawings });
  return { title: title || issue.subject, summary: "", browser: null, language, intro, blocks, rest: [] };
}

const inArticleLanguage = (language: string | null): Record<string, string> => {
  if (language === null) return {};
  const dir = directionOf(language);
  return { lang: language, dir, align: dir === "rtl" ? "right" : "left" };
};

function digestItem(article: IssueArticle, issue: Issue, site: Site): Element {
  const links = issueLinks(site.url, issue.campaign, article.path);
  const photo = article.picture && links.picture(article.picture.address);
  return element(
    "div",
    { class: "item", ...inArticleLanguage(article.language) },
    element("hr", {}),
    ...(photo && article.picture ? [element("p", {}, linkedImage(links.article, image(photo, article.picture.alt)))] : []),
    element("h2", { class: "title" }, ...link(links.article, article.title)),
    ...authorsLine(article.authors),
    ...(article.summary ? [element("p", {}, article.summary)] : []),
    inSiteLanguage(site, element("p", {}, ...link(links.article, texts.readArticle))),
  );
}

function digestBody(written: string, articles: DigestArticle[], issue: Issue, site: Site): Body {
  const title = written || fill(texts.digest, { site: oneLine(site.name) });
  const home = issueLinks(site.url, issue.campaign, null).link("/");
  return {
    title,
    summary: "",
    browser: null,
    language: site.language ?? DEFAULT_LANGUAGE,
    intro: [element("h1", {}, title)],
    blocks: articles.map((one) => digestItem(one, issue, site)),
    rest: [element("p", { class: "byline" }, texts.goesOnDigest), ...(home ? [button(texts.readOn, home)] : [])],
  };
}

function bodyOf(issue: Issue, site: Site, nodes: Node[], drawings: FormContext["drawings"]): Body {
  const { content } = issue;
  if (content.kind === "article") return articleBody(content.article, issue, site, nodes, drawings);
  if (content.kind === "text") return textBody(content.title, issue, site, nodes, drawings);
  return digestBody(content.title, content.articles, issue, site);
}

const JUICE = { applyAttributesTableElements: false, applyHeightAttributes: false, applyWidthAttributes: false };

const bytesOf = (html: string) => Buffer.byteLength(html);

type Fitted = { html: string; blocks: Node[]; isCut: boolean };

function fitIssue(blocks: Node[], { intro, rest }: Body, [before, after]: [string, string]): Fitted {
  // What doesn't fit without styles won't with them, and juice needs seconds for long texts.
  const likely = fitting(blocks, ISSUE_MAX_BYTES, (block) => bytesOf(safeHtml([block])));
  const parts = [before + safeHtml(intro), ...likely.map((block) => safeHtml([block])), safeHtml(rest), after];
  const [start = "", ...inlined] = juice(parts.join(BLOCK_MARK), JUICE).split(BLOCK_MARK);
  const [ending = "", end = ""] = inlined.splice(-2);
  const room = ISSUE_MAX_BYTES - ADDRESSES_BYTES - bytesOf(start) - bytesOf(end);
  if (likely.length === blocks.length && fitting(inlined, room, bytesOf).length === blocks.length)
    return { html: [start, ...inlined, end].join(""), blocks, isCut: false };
  const kept = fitting(inlined, room - bytesOf(ending), bytesOf);
  return { html: [start, ...kept, ending, end].join(""), blocks: blocks.slice(0, kept.length), isCut: true };
}

type Around = { frame: Frame; why: string };

function frameOf(body: Body, issue: Issue, site: Site, { look, logo }: { look: Look; logo: Frame["logo"] }): Around {
  const siteName = oneLine(site.name);
  const isDigest = issue.content.kind === "digest";
  const frame: Frame = {
    title: oneLine(issue.subject || body.title),
    preview: isDigest && !issue.preview ? PLACEHOLDERS.titles : safeText(issue.preview || body.summary),
    siteName,
    home: issueLinks(site.url, issue.campaign, null).link("/") ?? site.url,
    browser: body.browser,
    logo,
    postalAddress: issue.postalAddress,
    language: body.language,
    colors: look,
  };
  return { frame, why: fill(texts.why, { site: siteName }) };
}

function write(body: Body, { frame, why }: Around): IssueMail {
  const around = frameHtml(frame, why);
  const all = body.blocks.filter((node) => typeof node !== "string" || node.trim() !== "");
  const whole = fitIssue(all, body, around);
  const { html, blocks, isCut } = whole.isCut ? fitIssue(splitBlocks(all), body, around) : whole;
  const shown = [...body.intro, ...blocks, ...(isCut ? body.rest : [])];
  return { subject: frame.title, html, text: frameText(frame, why, issuePlainText(shown)), isCut };
}

/** Without its articles, which come next to it. */
function writeDigest(body: Body, articles: DigestArticle[], { frame, why }: Around): IssueMail {
  const [before, after] = frameHtml(frame, why);
  const parts = [before + safeHtml(body.intro), ...body.blocks.map((block) => safeHtml([block])), safeHtml(body.rest), after];
  const [start = "", ...inlined] = juice(parts.join(BLOCK_MARK), JUICE).split(BLOCK_MARK);
  const [rest = "", end = ""] = inlined.splice(-2);
  return {
    subject: frame.title,
    html: start + PLACEHOLDERS.articles + end,
    text: frameText(frame, why, `${issuePlainText(body.intro)}\n\n${PLACEHOLDERS.articles}`),
    isCut: false,
    digest: {
      articles: articles.map(({ id, title, isListed }, place) => ({
        id,
        title,
        isListed,
        html: inlined[place] ?? "",
        text: issuePlainText(body.blocks.slice(place, place + 1)),
      })),
      rest: { html: rest, text: issuePlainText(body.rest) },
    },
  };
}

/**
 * In the site's language; the text in its own. Once per issue: it stores pictures of diagrams and of the logo in `media`.
 * The same issue always becomes the same mail.
 */
export async function composeIssue(ctx: Context, media: FileStore, issue: Issue, site: Site): Promise<IssueMail> {
  const { content } = issue;
  const look = await readLook(ctx);
  const html = content.kind === "article" ? content.article.html : content.kind === "text" ? content.html : "";
  const nodes = parseTree(html);
  const [drawings, logo] = [await drawingsIn(nodes, media, site, look), await logoOf(ctx, media, site, look)];
  return inLanguage(languageOf(site), () => {
    const body = bodyOf(issue, site, nodes, drawings);
    const around = frameOf(body, issue, site, { look, logo });
    return content.kind === "digest" ? writeDigest(body, content.articles, around) : write(body, around);
  });
}
