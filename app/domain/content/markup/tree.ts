export type Element<Extra = never> = { name: string; attributes: Record<string, string>; children: Node<Extra>[] };
/** A string is text with entities decoded; `Extra` is something else that a parser keeps, such as comments. */
export type Node<Extra = never> = Element<Extra> | Extra | string;

export type HtmlComment = { comment: string };
export type RawElement = Element<HtmlComment>;
export type RawNode = Node<HtmlComment>;

const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);

export const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header " +
    "hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

export const isElement = <Extra extends object>(node: Node<Extra>): node is Element<Extra> =>
  typeof node === "object" && "children" in node;

/** Deeper elements lose their tags and keep their text, as in the server's sanitizer. */
const MAX_DEPTH = 100;

/** At most `MAX_DEPTH` deep, so that recursion is safe. @returns `handlers` for the parser; `add` for other nodes, such as comments */
export function growTree<Extra extends object = never>() {
  const nodes: Node<Extra>[] = [];
  const open: Node<Extra>[][] = [nodes];
  const add = (node: Node<Extra>): void => void open.at(-1)?.push(node);
  const handlers = {
    onopentag(name: string, attributes: Record<string, string>) {
      if (open.length > MAX_DEPTH) {
        open.push(open.at(-1) ?? nodes);
        return;
      }
      const element: Element<Extra> = { name, attributes, children: [] };
      add(element);
      open.push(element.children);
    },
    ontext(text: string) {
      const siblings = open.at(-1) ?? [];
      const last = siblings.at(-1);
      if (typeof last === "string") siblings[siblings.length - 1] = last + text;
      else siblings.push(text);
    },
    onclosetag() {
      if (open.length > 1) open.pop();
    },
  };
  return { nodes, handlers, add };
}

export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Leaves out nodes other than elements and text. @param written escapes texts and attributes */
export function serialize<Extra extends object = never>(nodes: Node<Extra>[], written = escapeText): string {
  let html = "";
  for (const node of nodes) {
    if (typeof node === "string") html += written(node);
    if (!isElement(node)) continue;
    html += `<${node.name}`;
    for (const [name, value] of Object.entries(node.attributes)) html += ` ${name}="${written(value).replaceAll('"', "&quot;")}"`;
    html += VOID.has(node.name) ? ">" : `>${serialize(node.children, written)}</${node.name}>`;
  }
  return html;
}

/** Without comments; non-breaking spaces become `&nbsp;`. */
export const toHtml = (nodes: RawNode[]): string => serialize(nodes, (text) => escapeText(text).replaceAll("\u00a0", "&nbsp;"));

const collect = <Extra extends object>(nodes: Node<Extra>[]): string => {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (!isElement(node) || node.name === "script" || node.name === "style") continue;
    else if (BLOCKS.has(node.name) || node.name === "br") text += ` ${collect(node.children)} `;
    else text += collect(node.children);
  }
  return text;
};

/** Spaces between blocks, collapsed white space. */
export const plainText = <Extra extends object = never>(nodes: Node<Extra>[]): string =>
  collect(nodes).replace(/\s+/g, " ").trim();

/** All nodes except text, parents before children. If `visit` returns `false`, the children are skipped. */
export function walk<Extra extends object = never>(nodes: Node<Extra>[], visit: (node: Element<Extra> | Extra) => unknown): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (visit(node) !== false && isElement(node)) walk(node.children, visit);
  }
}
