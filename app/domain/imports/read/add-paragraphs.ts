import { escapeHtml } from "./convert-html.ts";

/** WordPress's `wpautop` takes these as blocks; `figure` and the like stand for players here. */
const BLOCKS = new Set(
  (
    "table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address style script p " +
    "h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure figcaption details menu summary"
  ).split(" "),
);
const VOID = new Set(["hr", "col", "area"]);
const OPAQUE = new Set(["pre", "script", "style", "svg", "math"]);
const LINES = new Set("h1 h2 h3 h4 h5 h6 dt summary caption figcaption legend".split(" "));
const FRAMES = new Set("table thead tfoot tbody tr colgroup ul ol dl menu map figure hgroup".split(" "));

const BARE_ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}$/;
const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/iy;
/** Replaces line breaks within tags, comments and scripts. */
const INNER_BREAK = "\u0005";

type Tag = { name: string; html: string };
/** At most one block begins a piece, and at most one ends it. `isText`: whether text follows as a paragraph. */
type Piece = { open: Tag | null; text: string; close: Tag | null; isText: boolean };

/** Where a comment or an element without text ends; -1 if it doesn't. `dead`: ends that don't come any more. */
function endOf(html: string, at: number, name: string, dead: Set<string>): number {
  const end = name === "!--" ? "-->" : `</${name}\\s{0,9}>`;
  if (dead.has(end)) return -1;
  const pattern = new RegExp(end, "gi");
  pattern.lastIndex = at;
  if (pattern.test(html)) return pattern.lastIndex;
  dead.add(end);
  return -1;
}

function cut(html: string): Piece[] {
  const pieces: Piece[] = [];
  const dead = new Set<string>();
  let piece: Piece = { open: null, text: "", close: null, isText: false };
  const flush = () => {
    if (piece.open || piece.close || piece.text.trim() !== "") pieces.push(piece);
    piece = { open: null, text: "", close: null, isText: false };
  };
  const addText = (text: string) => {
    const [first = "", ...others] = text.split(/\n(?:[ \t]*\n)+/);
    piece.text += first;
    for (const other of others) {
      piece.isText = true;
      flush();
      piece.text = other;
    }
  };
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next < 0) break;
    // Blank lines may be cut by a tag: the rest of the line belongs to what follows.
    addText(html.slice(at, next));
    at = next;
    TAG.lastIndex = at;
    const tag = html.startsWith("<!--", at) ? null : TAG.exec(html);
    const name = tag?.[2]?.toLowerCase() ?? (html.startsWith("<!--", at) ? "!--" : "");
    const isOpaque = name === "!--" || (OPAQUE.has(name) && tag?.[1] === "");
    const end = isOpaque ? endOf(html, at, name, dead) : -1;
    if (end > 0) {
      const whole = html.slice(at, end).replaceAll("\n", INNER_BREAK);
      at = end;
      if (!BLOCKS.has(name)) piece.text += whole;
      else {
        flush();
        pieces.push({ open: { name: "hr", html: whole }, text: "", close: null, isText: false });
      }
      continue;
    }
    const written = (tag?.[0] ?? "<").replaceAll("\n", INNER_BREAK);
    at += tag?.[0].length ?? 1;
    if (!BLOCKS.has(name)) piece.text += written;
    else if (tag?.[1] === "/") {
      piece.close = { name, html: written };
      flush();
    } else {
      flush();
      piece.open = { name, html: written };
      if (VOID.has(name) || written.endsWith("/>")) flush();
    }
  }
  addText(html.slice(at));
  flush();
  return pieces;
}

const withBreaks = (text: string): string =>
  text
    .split("\n")
    .map((line, index, lines) => {
      const end = line.trimEnd();
      return index === lines.length - 1 || /<br\s{0,9}\/?>$/i.test(end) ? end : `${end}<br>`;
    })
    .join("\n");

const paragraph = (text: string, tag = "<p>"): string => {
  if (BARE_ADDRESS.test(text)) return `${tag}<a href="${escapeHtml(text.replaceAll("&amp;", "&"))}">${text}</a></p>`;
  return `${tag}${withBreaks(text)}</p>`;
};

const trimmed = (text: string) => text.replace(/^(?:\s|<br\s{0,9}\/?>)+/i, "").replace(/^[ \t\n]+|[ \t\n]+$/g, "");
const isComment = (text: string) => text.startsWith("<!--") && text.endsWith("-->") && text.indexOf("-->") === text.length - 3;

function within(block: string, text: string): string {
  if (LINES.has(block)) return `<br>\n${withBreaks(text)}`;
  return FRAMES.has(block) ? withBreaks(text) : paragraph(text);
}

function write({ open, text, close, isText }: Piece, next: Piece | undefined, around: string[]): string {
  const inner = trimmed(text);
  if (open?.name === "p") return inner === "" && !close ? "" : paragraph(inner, open.html);
  if (open && (VOID.has(open.name) || open.html.endsWith("/>"))) return open.html;
  if (open) {
    const isQuote = open.name === "blockquote";
    const isDone = close?.name === open.name;
    if (!isDone) around.push(open.name);
    const goesOn = isText && next !== undefined && !next.open && trimmed(next.text) !== "";
    const isParagraph = inner !== "" && (isQuote || (!isDone && goesOn && !LINES.has(open.name) && !FRAMES.has(open.name)));
    return `${open.html}${isParagraph ? paragraph(inner) : withBreaks(inner)}${isDone ? close.html : ""}`;
  }
  const block = around.at(-1) ?? "";
  const body = inner === "" || isComment(inner) ? inner : within(block, inner);
  if (!close || close.name === "p") return body;
  const depth = around.lastIndexOf(close.name);
  if (depth < 0) return body;
  around.length = depth;
  return `${body}${close.html}`;
}

/** WordPress's `wpautop` (Code Reference), but closes what it opens, and links a URL on a line of its own. Takes linear time. */
export function addParagraphs(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").replace(/<br\s{0,9}\/?>\s{0,99}<br\s{0,9}\/?>/gi, "\n\n");
  const pieces = cut(plain);
  const around: string[] = [];
  return pieces
    .map((piece, index) => write(piece, pieces[index + 1], around))
    .filter((html) => html !== "")
    .join("\n")
    .replaceAll(INNER_BREAK, "\n");
}
