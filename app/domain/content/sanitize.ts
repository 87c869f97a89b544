import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import sanitizeHtml from "sanitize-html";
import { LINK_SCHEMES, MAX_ADDRESS_LENGTH, safeLink, withScheme } from "./markup/addresses.ts";
import { BLOCK_ATTRIBUTES, BLOCK_CLASSES } from "./markup/article-blocks.ts";
import { EMBED_CLASS, WIDTH_CLASSES } from "./markup/figures.ts";
import { FOOTNOTE, NOTE_ID, REFERENCE_ID } from "./markup/footnotes.ts";
import { FRAME_CLASS, framedPage, LEFT_OUT } from "./markup/frames.ts";

/** Deeper elements lose their tags and keep their text. No real article is that deep. */
const MAX_DEPTH = 100;

type TokenizerOptions = ConstructorParameters<typeof Tokenizer>[0];
type Listener = TokenizerCallbacks & { stack: string[] };

/** Drops tags deeper than MAX_DEPTH: the parser searches its stack on each closing tag, which would be quadratic. Option `Tokenizer`. */
export class ShallowTokenizer extends Tokenizer {
  constructor(options: TokenizerOptions, parser: TokenizerCallbacks) {
    super(options, withoutDeepTags(parser as Listener));
  }
}

function withoutDeepTags(parser: Listener): TokenizerCallbacks {
  let swallowing = false;
  return {
    onopentagname(start, end) {
      swallowing = parser.stack.length >= MAX_DEPTH;
      if (!swallowing) parser.onopentagname(start, end);
    },
    onattribname: (start, end) => void (swallowing || parser.onattribname(start, end)),
    onattribdata: (start, end) => void (swallowing || parser.onattribdata(start, end)),
    onattribentity: (codepoint) => void (swallowing || parser.onattribentity(codepoint)),
    onattribend: (quote, end) => void (swallowing || parser.onattribend(quote, end)),
    onopentagend(end) {
      if (!swallowing) parser.onopentagend(end);
      swallowing = false;
    },
    onselfclosingtag(end) {
      if (!swallowing) parser.onselfclosingtag(end);
      swallowing = false;
    },
    ontext: (start, end) => parser.ontext(start, end),
    ontextentity: (codepoint, end) => parser.ontextentity(codepoint, end),
    onclosetag: (start, end) => parser.onclosetag(start, end),
    oncomment: (start, end, offset) => parser.oncomment(start, end, offset),
    oncdata: (start, end, offset) => parser.oncdata(start, end, offset),
    ondeclaration: (start, end) => parser.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => parser.onprocessinginstruction(start, end),
    onend: () => parser.onend(),
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
  };
}

const WITHOUT_ATTRIBUTES =
  "p br hr h1 h2 h3 h4 h5 h6 div span strong em b i u s del ins mark small sub sup code pre kbd samp var cite dfn ul dl dt dd " +
  "figure figcaption table caption thead tbody tfoot tr ruby rt rp wbr bdi bdo section";

const ATTRIBUTES: Record<string, string[]> = {
  ...BLOCK_ATTRIBUTES,
  a: ["href", "title", "id"],
  img: ["src", "alt", "title", "width", "height"],
  abbr: ["title"],
  blockquote: ["cite"],
  q: ["cite"],
  time: ["datetime"],
  ol: ["start", "reversed"],
  li: ["value", "id"],
  th: ["align", "colspan", "rowspan", "scope"],
  td: ["align", "colspan", "rowspan"],
  colgroup: ["span"],
  col: ["span"],
};

const WEB_ONLY = ["img", "audio", "video", "track", "blockquote", "q"];
const LOADED = new Set(["img", "audio", "video"]);

const MAX_NAME_LENGTH = 100;

const IDS: Record<string, RegExp> = { a: REFERENCE_ID, li: NOTE_ID };

const withoutLongAttributes: sanitizeHtml.Transformer = (tagName, attribs) => {
  const kept = Object.entries(attribs).filter(
    ([name, value]) =>
      value.length <= MAX_ADDRESS_LENGTH &&
      (name !== "id" || (IDS[tagName]?.test(value) ?? false)) &&
      (name !== "href" || safeLink(value) !== null),
  );
  // A picture with a missing scheme is on another site, and is reported as such instead of being dropped.
  const named = kept.map(([name, value]) => [name, LOADED.has(tagName) && name === "src" ? withScheme(value) : value] as const);
  return { tagName, attribs: Object.fromEntries(named) };
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...WITHOUT_ATTRIBUTES.split(" "), ...Object.keys(ATTRIBUTES)],
  allowedAttributes: { "*": ["dir", "lang"], ...ATTRIBUTES },
  allowedClasses: {
    ...BLOCK_CLASSES,
    code: [/^language-[\w+#-]{1,30}$/],
    sup: [FOOTNOTE.reference],
    section: [FOOTNOTE.list],
    a: [FOOTNOTE.back],
    figure: [EMBED_CLASS, ...Object.values(WIDTH_CLASSES), ...(BLOCK_CLASSES.figure ?? [])],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: Object.fromEntries(WEB_ONLY.map((name) => [name, ["http", "https"]])),
  allowedSchemesAppliedToAttributes: ["href", "src", "cite", "poster"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: LEFT_OUT.split(" "),
  parseStyleAttributes: false,
  transformTags: { "*": withoutLongAttributes },
  parser: { Tokenizer: ShallowTokenizer },
};

const withNames: sanitizeHtml.Transformer = (tagName, attribs) => {
  const page = framedPage(tagName, attribs);
  if (page !== null) return { tagName: "a", attribs: { href: page, class: FRAME_CLASS } };
  const kept = withoutLongAttributes(tagName, attribs).attribs;
  for (const name of ["id", "name"]) {
    const value = attribs[name];
    if (value && value.length <= MAX_NAME_LENGTH && !/\s/.test(value)) kept[name] = value;
  }
  return { tagName, attribs: kept };
};

const OPTIONS_WITH_NAMES: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedAttributes: { "*": ["dir", "lang", "id"], ...ATTRIBUTES, a: ["href", "title", "id", "name"] },
  allowedClasses: { ...OPTIONS.allowedClasses, a: [FOOTNOTE.back, FRAME_CLASS] },
  transformTags: { "*": withNames },
};

/** Not safe to show: keeps ids and names for `adoptFootnotes`, and frames as links for `shapeFrames`, which remove them. */
export const sanitizeWithNames = (html: string): string => sanitizeHtml(html, OPTIONS_WITH_NAMES);

/**
 * Scripts, styles, forms, frames, foreign namespaces, names, event handlers and URLs other than relative ones and those of `LINK_SCHEMES`
 * are removed; of ids and classes only those of our own blocks stay.
 * @param html of any origin @returns balanced HTML, nested at most MAX_DEPTH deep; linear in time
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
