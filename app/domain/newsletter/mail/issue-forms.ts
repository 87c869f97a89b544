import { plural } from "../../../texts/texts.ts";
import { BOOKMARK_CLASS } from "../../content/markup/bookmarks.ts";
import { calloutKind } from "../../content/markup/callouts.ts";
import { EMBED_CLASS } from "../../content/markup/figures.ts";
import { isBackLink, isNoteList, referredNote } from "../../content/markup/footnotes.ts";
import { GALLERY_CLASS } from "../../content/markup/galleries.ts";
import { FILE_CLASS } from "../../content/markup/players.ts";
import { type Element, type Node, plainText, walk } from "../../content/markup/tree.ts";
import { mediaAt } from "../../media/media-rules.ts";
import type { IssueLinks } from "./issue-links.ts";
import { COLUMN_WIDTH } from "./issue-mail.ts";
import { box, element, image, link, linkedImage, row } from "./issue-parts.ts";
import { texts } from "./issue-texts.ts";

/** `drawings`: of the article's `<svg>` elements. */
export type FormContext = {
  links: IssueLinks;
  drawings: ReadonlyMap<Element, { src: string; width: number }>;
};

type Form = (element: Element, context: FormContext) => Node[];

/** Attributes that an element keeps. Everything else, such as ids and names of classes, stays behind. */
const KEPT: Record<string, readonly string[]> = {
  abbr: ["title"],
  ol: ["start", "reversed"],
  li: ["value"],
  th: ["align", "colspan", "rowspan"],
  td: ["align", "colspan", "rowspan"],
};

const kept = ({ name, attributes }: Element): Record<string, string> =>
  Object.fromEntries(["dir", "lang", ...(KEPT[name] ?? [])].flatMap((key) => (attributes[key] ? [[key, attributes[key]]] : [])));

const childElements = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => typeof child === "object");

function findAll(nodes: Node[], ...names: string[]): Element[] {
  const found: Element[] = [];
  walk(nodes, (one) => {
    if (!names.includes(one.name)) return true;
    found.push(one);
    return false;
  });
  return found;
}

/** @returns what emails show of the nodes */
export const mailForms = (nodes: Node[], context: FormContext): Node[] =>
  nodes.flatMap((node): Node[] => (typeof node === "string" ? [node] : (FORMS[node.name] ?? nothing)(node, context)));

const inside = ({ children }: Element, context: FormContext) => mailForms(children, context);

const nothing: Form = () => [];
const unwrapped: Form = (one, context) => inside(one, context);
const same: Form = (one, context) => [element(one.name, kept(one), ...inside(one, context))];

const anchor: Form = (one, context) => {
  if (isBackLink(one)) return [];
  const address = one.attributes.href;
  const leads = address === undefined ? null : context.links.link(address);
  return link(leads, ...inside(one, context));
};

const sign: Form = (one, context) => {
  const id = referredNote(one);
  if (id === null) return same(one, context);
  const address = context.links.link(`#${id}`);
  const label = `[${plainText(one.children)}]`;
  return [element("sup", {}, address === null ? label : element("a", { href: address, class: "sign" }, label))];
};

const notes: Form = (one, context) => {
  if (!isNoteList(one)) return unwrapped(one, context);
  return [box("notes", ...inside(one, context))];
};

const codeBox = (...children: Node[]) => box("code", element("pre", { dir: "ltr" }, ...children));

const code: Form = ({ children }) => [element("code", { dir: "ltr" }, plainCode(children))];

/** Without the elements that color it, which would make it several times as long. */
function plainCode(nodes: Node[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : plainCode(node.children))).join("");
}

const pre: Form = ({ children }) => [codeBox(plainCode(children).replace(/\n$/, ""))];

const texIn = (formula: Element): string => {
  const [annotation] = findAll([formula], "annotation");
  return plainCode(annotation?.children ?? []).trim();
};

/** Hardly any mail program shows MathML. */
const formula: Form = (one, { links }) => {
  const tex = texIn(one);
  if (one.attributes.display !== "block") return link(links.article, element("code", { dir: "ltr" }, tex));
  return [codeBox(tex), ...below(links.article, texts.viewFormula)];
};

const below = (address: string | null, label: string): Node[] =>
  address === null ? [] : [element("p", { class: "below" }, ...link(address, label))];

const drawn: Form = (one, { drawings, links }) => {
  const [svg] = findAll([one], "svg");
  const [source] = findAll([one], "pre");
  const drawing = svg && drawings.get(svg);
  const alt = svg?.attributes["aria-label"] ?? "";
  if (drawing) return [box("figure", linkedImage(links.article, image(drawing.src, alt, drawing.width)))];
  return source ? [...pre(source, { drawings, links }), ...below(links.article, texts.viewDiagram)] : [];
};

const callout: Form = ({ children }, context) => {
  const forms = children.flatMap((child) => {
    const isTitle = typeof child === "object" && hasClass(child, "callout-title");
    return isTitle ? [element("p", { class: "box-title" }, ...inside(child, context))] : mailForms([child], context);
  });
  return [box("callout", ...forms)];
};

const CLASSES_OF_DIVS: [name: string, form: Form][] = [
  ["callout", callout],
  ["diagram", drawn],
  ["math", unwrapped],
  ["table-scroll", unwrapped],
];

const hasClass = ({ attributes }: Element, name: string) => (attributes.class ?? "").split(/\s+/).includes(name);

const division: Form = (one, context) => {
  const [, form] = CLASSES_OF_DIVS.find(([name]) => hasClass(one, name)) ?? [];
  return (form ?? same)(one, context);
};

const aside: Form = (one, context) =>
  calloutKind(one.attributes.class) ? callout(one, context) : [element("div", kept(one), ...inside(one, context))];

/** Nothing opens in an email, so it is open. */
const toggle: Form = (one, context) => {
  const [summary] = childElements(one).filter(({ name }) => name === "summary");
  const rest = one.children.filter((child) => child !== summary);
  const title = summary ? [element("p", { class: "box-title" }, ...inside(summary, context))] : [];
  return [box("toggle", ...title, ...mailForms(rest, context))];
};

const cells = (one: Element) => findAll([one], "th", "td");

/** Pixels of the text on the narrowest phone, and about those of a letter and of the space around a cell. */
const PHONE_WIDTH = 280;
const LETTER_WIDTH = 8.5;
const CELL_SPACE = 17;

const longestWord = (text: string) => Math.max(0, ...text.split(/[\s\u00ad-]+/).map((word) => word.length));

/** Whether no word has to be broken for the columns to stand next to each other. */
function fitsPhone(rows: Element[][]): boolean {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => {
    const words = rows.map((row) => longestWord(plainText(row[at]?.children ?? [])));
    return Math.max(...words) * LETTER_WIDTH + CELL_SPACE;
  });
  return widths.reduce((sum, width) => sum + width, 0) <= PHONE_WIDTH;
}

/** One below the other, each row with the names of the columns. */
function stacked([first = [], ...rest]: Element[][], context: FormContext): Node[] {
  const isHead = first.every(({ name }) => name === "th");
  const names = isHead ? first.map(({ children }) => plainText(children)) : [];
  return (isHead ? rest : [first, ...rest]).map((row) =>
    box(
      "record",
      ...row.map((cell, at) =>
        element("p", {}, ...(names[at] ? [element("strong", {}, `${names[at]}:`), " "] : []), ...inside(cell, context)),
      ),
    ),
  );
}

const table: Form = (one, context) => {
  const rows = findAll([one], "tr").map(cells);
  const [title] = findAll([one], "caption");
  const caption = title ? [element("p", { class: "below" }, ...inside(title, context))] : [];
  if (!fitsPhone(rows)) return [...stacked(rows, context), ...caption];
  const parts = one.children.filter((child) => child !== title);
  const attributes = { class: "data", width: "100%", cellpadding: "6", cellspacing: "0", border: "1" };
  return [element("table", { ...attributes, ...kept(one) }, ...mailForms(parts, context)), ...caption];
};

const picture: Form = (one, { links }) => {
  const { src = "", alt = "", width } = one.attributes;
  const address = links.picture(src);
  return address === null ? [] : [image(address, alt, Number(width) || mediaAt(src)?.width)];
};

const captionOf = (figure: Element, context: FormContext): Node[] =>
  childElements(figure)
    .filter(({ name }) => name === "figcaption")
    .map((one) => element("p", { class: "caption" }, ...inside(one, context)));

const PICTURES_SHOWN = 4;
const PICTURES_IN_ROW = 2;

function gallery(one: Element, context: FormContext): Node[] {
  const items = childElements(one).filter(({ name }) => name !== "figcaption");
  const shown = items.slice(0, PICTURES_SHOWN);
  const hidden = items.length - shown.length;
  const rows = Array.from({ length: Math.ceil(shown.length / PICTURES_IN_ROW) }, (_, at) =>
    row(
      "gallery",
      shown.slice(at * PICTURES_IN_ROW, (at + 1) * PICTURES_IN_ROW).map((item) => galleryItem(item, context)),
      PICTURES_IN_ROW,
    ),
  );
  const more = hidden > 0 ? below(context.links.article, plural(texts.moreImages, hidden)) : [];
  return [...rows, box("figure", ...captionOf(one, context), ...more)];
}

const galleryItem = (item: Element, context: FormContext): Node[] => [
  ...findAll([item], "img").flatMap((one) =>
    picture({ ...one, attributes: { ...one.attributes, width: String(COLUMN_WIDTH / 2 - 8) } }, context),
  ),
  ...captionOf(item, context),
];

const PLAY = "\u25b6\ufe0e";

const player =
  (label: () => string): Form =>
  (one, { links }) => {
    const address = links.article ?? links.link(one.attributes.src ?? "");
    const still = one.attributes.poster ? links.picture(one.attributes.poster) : null;
    return [
      ...(still ? [linkedImage(address, image(still, "", Number(one.attributes.width) || undefined))] : []),
      element("p", { class: "play" }, ...link(address, `${PLAY} ${label()}`)),
    ];
  };

const POSTS = ["mastodon", "bluesky"];

function embed(one: Element, context: FormContext): Node[] {
  const isPlayed = !POSTS.includes(one.attributes["data-provider"] ?? "");
  const links = findAll([one], "a").map(({ attributes, children }) =>
    element("p", { class: "play" }, ...link(attributes.href ?? null, `${isPlayed ? `${PLAY} ` : ""}${plainText(children)}`)),
  );
  return [box("card", ...links, ...captionOf(one, context))];
}

const plainFigure = (one: Element, context: FormContext): Node[] => {
  const shown = one.children.filter((child) => typeof child === "string" || child.name !== "figcaption");
  return [box("figure", ...mailForms(shown, context), ...captionOf(one, context))];
};

/** A small picture to the side of the texts, unless it is the only thing. */
function bookmark(one: Element, context: FormContext): Node[] {
  const [shown] = findAll([one], "img");
  const texts = childElements(one)
    .filter(({ name }) => name === "a" || name === "p")
    .map((each) =>
      each.name === "a" ? element("p", { class: "play" }, ...anchor(each, context)) : element("p", {}, ...inside(each, context)),
    );
  const small = shown ? picture({ ...shown, attributes: { ...shown.attributes, width: "120" } }, context) : [];
  return [box("card", ...small, ...texts, ...captionOf(one, context))];
}

const card = (one: Element, context: FormContext): Node[] => {
  const links = findAll([one], "a").map((each) => element("p", { class: "play" }, ...anchor(each, context)));
  return [box("card", ...links, ...captionOf(one, context))];
};

/** By class; other figures show what is in them. */
export const FIGURE_FORMS: Record<string, Form> = {
  [GALLERY_CLASS]: gallery,
  [BOOKMARK_CLASS]: bookmark,
  [FILE_CLASS]: card,
  [EMBED_CLASS]: embed,
  audio: plainFigure,
  video: plainFigure,
};

const figure: Form = (one, context) => {
  const name = Object.keys(FIGURE_FORMS).find((each) => hasClass(one, each));
  return (name ? (FIGURE_FORMS[name] ?? plainFigure) : plainFigure)(one, context);
};

const each = (names: string[], form: Form) => Object.fromEntries(names.map((name) => [name, form]));

/** By element. What isn't here isn't in any article. */
export const FORMS: Record<string, Form> = {
  ...each(
    [
      "p",
      "br",
      "hr",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "em",
      "strong",
      "b",
      "i",
      "u",
      "s",
      "del",
      "ins",
      "mark",
      "small",
      "sub",
      "kbd",
      "samp",
      "var",
      "cite",
      "dfn",
      "abbr",
      "q",
      "time",
      "wbr",
      "bdi",
      "bdo",
    ],
    same,
  ),
  ...each(
    ["ul", "ol", "li", "dl", "dt", "dd", "blockquote", "ruby", "rt", "rp", "thead", "tbody", "tfoot", "tr", "th", "td"],
    same,
  ),
  ...each(["span", "picture", "caption", "colgroup"], unwrapped),
  ...each(["col", "source", "track", "figcaption", "summary", "svg"], nothing),
  h1: (one, context) => [element("h2", kept(one), ...inside(one, context))],
  a: anchor,
  aside,
  audio: player(() => texts.listen),
  code,
  details: toggle,
  div: division,
  figure,
  img: picture,
  math: formula,
  pre,
  section: notes,
  sup: sign,
  table,
  video: player(() => texts.watch),
};
