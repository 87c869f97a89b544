import { type Handler, Parser } from "htmlparser2";
import { cutText } from "../../text-rules.ts";
import { ImportRefused } from "../errors.ts";
import { placed, type TextFile } from "./text-file.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Characters that XML doesn't allow and databases can't store. */
export const clean = (text: string): string => text.replace(CONTROL, "").toWellFormed();

export const field = (node: XmlNode, name: string): string =>
  clean(node.children.find((child) => child.name === name)?.text ?? "").trim();

/** A slice of a string keeps all of it in memory: what is stored for the whole import would keep the whole file. */
export const ownField = (node: XmlNode, name: string): string => Buffer.from(field(node, name), "utf8").toString("utf8");

/** Of several with one name, the last. */
export const metaOf = (node: XmlNode): Map<string, string> =>
  new Map(
    node.children
      .filter(({ name }) => name === "wp:postmeta")
      .map((meta) => [field(meta, "wp:meta_key"), field(meta, "wp:meta_value")]),
  );

/** `2019-05-04 10:11:12` in UTC; null for `0000-00-00 00:00:00` and everything else. */
function wordpressDate(text: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!parts || parts[1] === "0000") return null;
  const date = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** UTC; where the export leaves that out, the local time, or else that of the feed. */
export const dateOf = (node: XmlNode, name: string): Date | null => {
  const found = wordpressDate(field(node, `wp:${name}_gmt`)) ?? wordpressDate(field(node, `wp:${name}`));
  if (found || name !== "post_date") return found;
  const said = new Date(field(node, "pubDate"));
  return Number.isNaN(said.getTime()) || said.getUTCFullYear() < 1970 ? null : said;
};

/** `text` is the element's own. Prefixes are WordPress's, also if the file has others. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] };
export type ChannelPart = { node: XmlNode; line: number };

type Root = { element: string; depth: number; what: string };
const RSS: Root = { element: "rss", depth: 2, what: "WordPress export" };
const ATOM: Root = { element: "feed", depth: 1, what: "Blogger export" };

/** Limits of one item: characters, and levels of nested elements. */
const ITEM_MAX = 24 * 1024 * 1024;
const DEPTH_MAX = 60;

function decoderFor(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be");
  const named = /^[^>]{0,200}?encoding=["']([\w-]{1,40})["']/.exec(head.toString("latin1"))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named);
  } catch {
    throw new ImportRefused("line 1", `The encoding “${named}” isn’t supported.`);
  }
}

const linesIn = (text: string, from: number, to: number): number => {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

/** By what the namespaces' names look like. Some tools write them with `https`. */
const PREFIXES: [RegExp, string][] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]{1,9}\/?$/, "wp"],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]{1,9}\/excerpt\/?$/, "excerpt"],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, "content"],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, "dc"],
];

/** WordPress's prefixes by the file's; `""` is the one without a prefix. */
type Scope = { own: Map<string, string>; above: Scope | null };

function scopeOf(attributes: Record<string, string>, above: Scope | null): Scope | null {
  let own: Map<string, string> | null = null;
  for (const [name, uri] of Object.entries(attributes)) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    own ??= new Map();
    // The outermost element without a prefix is RSS in any namespace.
    const unknown = name === "xmlns" ? (above === null || uri === "" ? "" : "other") : name.slice(6);
    own.set(name.slice(6), PREFIXES.find(([pattern]) => pattern.test(uri))?.[1] ?? unknown);
  }
  return own ? { own, above } : above;
}

function nameIn(scope: Scope | null, written: string): string {
  const colon = written.indexOf(":");
  const prefix = written.slice(0, Math.max(0, colon));
  let at = scope;
  while (at && !at.own.has(prefix)) at = at.above;
  const known = at?.own.get(prefix) ?? prefix;
  return known === prefix ? written : `${known}${known && ":"}${written.slice(colon + 1)}`;
}

/** `isSelf`: by `<a/>`; `count`: how many elements the tag closed. */
type Closing = { isSelf: boolean; count: number };

/** In XML mode. Distinguishes self-closing elements from unclosed ones, and finds end tags that close nothing. */
class XmlParser extends Parser {
  readonly #closing: Closing;
  readonly #onStray: () => void;

  constructor(handlers: Partial<Handler>, closing: Closing, onStray: () => void) {
    super(handlers, { xmlMode: true, decodeEntities: true });
    this.#closing = closing;
    this.#onStray = onStray;
  }

  override onselfclosingtag(endIndex: number): void {
    this.#closing.isSelf = true;
    super.onselfclosingtag(endIndex);
    this.#closing.isSelf = false;
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#closing.count = 0;
    super.onclosetag(start, endIndex);
    if (this.#closing.count === 0) this.#onStray();
  }
}

const titleOf = ({ children }: XmlNode) => cutText((children.find(({ name }) => name === "title")?.text ?? "").trim(), 80);

function createGrower(line: () => number, { element, depth, what }: Root) {
  const open: { node: XmlNode; scope: Scope | null }[] = [];
  const state = { parts: [] as ChannelPart[], since: 0, isClosed: false, begun: 0, last: "" };
  const closing: Closing = { isSelf: false, count: 0 };
  const broken = (sentence: string) => new ImportRefused(`line ${line()}${state.last ? `, after ${state.last}` : ""}`, sentence);
  const handlers = {
    onopentag(written: string, attributes: Record<string, string>) {
      const scope = scopeOf(attributes, open.at(-1)?.scope ?? null);
      const name = nameIn(scope, written);
      if (open.length === 0 && (name !== element || state.isClosed))
        throw broken(
          state.isClosed
            ? `There is something after the end of the file: <${name}>.`
            : `This isn’t a ${what}: it begins with <${name}>.`,
        );
      if (open.length >= DEPTH_MAX) throw broken(`Elements are nested more than ${DEPTH_MAX} deep.`);
      const node: XmlNode = { name, attributes, text: "", children: [] };
      if (open.length > depth) open.at(-1)?.node.children.push(node);
      if (open.length === depth) state.begun = line();
      open.push({ node, scope });
    },
    ontext(text: string) {
      const inner = open.at(-1);
      if (inner && open.length > depth) inner.node.text += text;
    },
    onclosetag(written: string, implied: boolean) {
      closing.count += 1;
      const node = open.pop()?.node;
      if (!node || (implied && !closing.isSelf)) throw broken(`The XML is broken: <${written}> isn’t closed.`);
      if (open.length === depth) {
        state.parts.push({ node, line: state.begun });
        state.since = 0;
        if (node.name === "item" || node.name === "entry") state.last = `${node.name} “${titleOf(node)}”`;
      }
      if (open.length === 0) state.isClosed = true;
    },
  };
  const onStray = () => {
    throw broken("The XML is broken: an end tag closes nothing.");
  };
  return { parser: new XmlParser(handlers, closing, onStray), state, broken };
}

async function* partsOf(file: TextFile, root: Root): AsyncGenerator<ChannelPart> {
  let text = "";
  let lines = 1;
  let base = 0;
  const grower: ReturnType<typeof createGrower> = createGrower(
    () => lines + linesIn(text, 0, Math.max(0, grower.parser.startIndex - base)),
    root,
  );
  const { parser, state, broken } = grower;
  let decoder: TextDecoder | undefined;
  const feed = (piece: string) => {
    text = piece;
    state.since += piece.length;
    if (state.since > ITEM_MAX + piece.length) throw broken(`One item has more than ${ITEM_MAX / 1024 ** 2} MB.`);
    parser.write(piece);
    lines += linesIn(piece, 0, piece.length);
    base += piece.length;
    return state.parts.splice(0);
  };
  for await (const bytes of file.open()) {
    decoder ??= decoderFor(bytes);
    yield* feed(decoder.decode(bytes, { stream: true }));
  }
  if (decoder === undefined) throw new ImportRefused("line 1", "The file is empty.");
  yield* feed(decoder.decode());
  if (!state.isClosed) throw broken("The file is cut off before its end. Export it again.");
}

/** @throws ImportRefused naming the line when the XML is broken, cut off, too deep or no export */
export const readChannel = (file: TextFile): AsyncGenerator<ChannelPart> => placed(file, partsOf(file, RSS));

/** An Atom feed (RFC 4287), as Blogger writes it. @throws ImportRefused as `readChannel` */
export const readFeed = (file: TextFile): AsyncGenerator<ChannelPart> => placed(file, partsOf(file, ATOM));
