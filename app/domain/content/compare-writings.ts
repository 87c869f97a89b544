import type { ContentFormat } from "../posts/post-rules.ts";
import type { ComparedBlock } from "../posts/revisions/revision.ts";
import { commonSequence } from "./common-sequence.ts";
import { BLOCKS, type Element, escapeText, isElement, type Node, serialize } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";
import { replacePictures } from "./shape.ts";

export type ComparedWriting = { content: string; content_format: ContentFormat };

type Leaf = {
  /** leaves with the same key look the same to a reader */
  key: string;
  html: string;
  path: Element[];
  /** an empty cell or item: nothing may be wrapped around it */
  isBare: boolean;
};

const WORD_OR_SIGN = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*\s*|[^\p{L}\p{N}\p{M}\s]\s*|\s+/gu;

/** Elements in which white space between the children is not text. */
const CONTAINERS = new Set(["ul", "ol", "dl", "table", "colgroup", "thead", "tbody", "tfoot", "tr", "figure", "details"]);
const ALONE = new Set(["br", "hr", "img", "wbr", "col"]);

const escapedAttributes = ({ attributes }: Element) => JSON.stringify(attributes);

function aroundOf({ name, attributes }: Element): string {
  if (name === "a") return `a ${attributes.href ?? ""}`;
  return name === "figure" ? `figure ${attributes.class ?? ""}` : name;
}

function leavesOf(nodes: Node[], path: Element[] = []): Leaf[] {
  const around = path.map(aroundOf).join(">");
  return nodes.flatMap((node): Leaf[] => {
    if (typeof node === "string") {
      if (node.trim() === "" && (path.length === 0 || CONTAINERS.has(path.at(-1)?.name ?? ""))) return [];
      const parts = node.match(WORD_OR_SIGN) ?? [];
      return parts.map((part) => ({ key: `${around} ${part.trim()}`, html: escapeText(part), path, isBare: false }));
    }
    if (!isElement(node)) return [];
    if (node.children.length > 0) {
      const inside = leavesOf(node.children, [...path, node]);
      if (inside.length > 0) return inside;
    }
    const key = `${around} <${node.name} ${escapedAttributes(node)}>`;
    const isBare = !ALONE.has(node.name) && (BLOCKS.has(node.name) || node.name === "caption");
    return [{ key, html: serialize([node]), path, isBare: isBare || node.name === "col" }];
  });
}

type Mark = "ins" | "del";
type Open = Element | Mark;

function tagsOf(open: Open): [start: string, end: string] {
  if (typeof open === "string") return [`<${open}>`, `</${open}>`];
  const empty = serialize([{ ...open, children: [] }]);
  const end = `</${open.name}>`;
  return [empty.slice(0, empty.length - end.length), end];
}

/** Elements that two neighboring leaves share stay open between them. */
function createWriter() {
  const open: Open[] = [];
  let html = "";
  // The space after a marked word, which is inside the mark only between two marked words.
  let blank = "";
  const closeTo = (length: number) => {
    while (open.length > length) {
      html += tagsOf(open.pop() as Open)[1] + blank;
      blank = "";
    }
  };
  return {
    write(path: Element[], mark: Mark | null, text: string) {
      const wanted: Open[] = mark ? [...path, mark] : path;
      let same = 0;
      while (same < open.length && same < wanted.length && open[same] === wanted[same]) same += 1;
      closeTo(same);
      for (const one of wanted.slice(same)) {
        html += tagsOf(one)[0];
        open.push(one);
      }
      const word = mark && !path.some(({ name }) => name === "pre") ? text.trimEnd() : text;
      html += blank + word;
      blank = text.slice(word.length);
    },
    end: () => {
      closeTo(0);
      return html;
    },
  };
}

const follow = (became: Map<Element, Element>, before: Leaf, after: Leaf) =>
  before.path.forEach((element, depth) => {
    const now = after.path[depth];
    if (now?.name === element.name) became.set(element, now);
  });

/** Merges both texts: `<del>` around removed text, `<ins>` around new text. Without the one or the other, it is the new or the old text. */
function weave(before: Leaf[], after: Leaf[]): string {
  const keys = (leaves: Leaf[]) => leaves.map(({ key }) => key);
  const pairs = commonSequence(keys(before), keys(after)) ?? [];
  const became = new Map<Element, Element>();
  // From the end, so that text removed before the first common word finds its element, too.
  for (const [old, now] of pairs.toReversed()) follow(became, before[old] as Leaf, after[now] as Leaf);

  const writer = createWriter();
  const put = (leaf: Leaf, mark: Mark) => {
    // White space alone is not marked.
    const isBlank = leaf.html.trim() === "";
    if (isBlank && mark === "del") return;
    const path = mark === "del" ? leaf.path.map((element) => became.get(element) ?? element) : leaf.path;
    writer.write(path, leaf.isBare || isBlank ? null : mark, leaf.html);
  };
  let [old, now] = [0, 0];
  const putUntil = (oldEnd: number, nowEnd: number) => {
    while (old < oldEnd) put(before[old++] as Leaf, "del");
    while (now < nowEnd) put(after[now++] as Leaf, "ins");
  };
  for (const [oldAt, nowAt] of pairs) {
    putUntil(oldAt, nowAt);
    const leaf = after[nowAt] as Leaf;
    follow(became, before[oldAt] as Leaf, leaf);
    writer.write(leaf.path, null, leaf.html);
    old = oldAt + 1;
    now = nowAt + 1;
  }
  putUntil(before.length, after.length);
  return writer.end();
}

type Block = { html: string; leaves: Leaf[] };
type Paired = [before: Block | null, after: Block | null];

/** Share of common words below which blocks count as different. */
const ALIKE = 0.4;
const MAX_COMPARISONS = 4000;

/** From 0 to 1, in any order of words (Sørensen–Dice coefficient). */
function likeness(a: Leaf[], b: Leaf[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const { key } of a) left.set(key, (left.get(key) ?? 0) + 1);
  let common = 0;
  for (const { key } of b) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}

/** Dynamic programming: in order, with the highest total similarity. */
function bestPairs(before: Block[], after: Block[]): [number, number][] {
  const width = after.length + 1;
  const scores = new Float64Array((before.length + 1) * width);
  const alike = new Float64Array(scores.length);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const like = likeness(before[i]?.leaves ?? [], after[j]?.leaves ?? []);
      alike[here] = like;
      const paired = like >= ALIKE ? like + (scores[here + width + 1] ?? 0) : 0;
      scores[here] = Math.max(paired, scores[here + width] ?? 0, scores[here + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const here = i * width + j;
    if ((alike[here] ?? 0) >= ALIKE && scores[here] === (alike[here] ?? 0) + (scores[here + width + 1] ?? 0))
      pairs.push([i++, j++]);
    else if (scores[here] === scores[here + width]) i += 1;
    else j += 1;
  }
  return pairs;
}

function pairBlocks(before: Block[], after: Block[]): Paired[] {
  const pairs = before.length * after.length > MAX_COMPARISONS ? [] : bestPairs(before, after);
  const paired: Paired[] = [];
  let [old, now] = [0, 0];
  for (const [oldEnd, nowEnd] of [...pairs, [before.length, after.length] as const]) {
    while (old < oldEnd) paired.push([before[old++] ?? null, null]);
    while (now < nowEnd) paired.push([null, after[now++] ?? null]);
    if (old < before.length && now < after.length) paired.push([before[old++] ?? null, after[now++] ?? null]);
  }
  return paired;
}

async function blocksOf({ content, content_format }: ComparedWriting): Promise<Block[]> {
  const html = content_format === "markdown" ? (await import("./markdown.ts")).markdownToHtml(content) : content;
  const nodes = parseTree((await import("./sanitize.ts")).sanitize(html));
  replacePictures(nodes, undefined);
  return nodes
    .map((node) => ({ html: serialize([node]), leaves: leavesOf([node]) }))
    .filter(({ leaves, html }) => leaves.length > 0 && html.trim() !== "");
}

/** White space that nobody sees. In code it counts. */
const withoutBlanks = ({ html }: Block) =>
  html.includes("<pre") ? html : html.replace(/(?:\s|&nbsp;)+/g, " ").replace(/ ?(<[^>]*>) ?/g, "$1");

function blockOf(before: Block | null, after: Block | null): ComparedBlock {
  if (before && after && withoutBlanks(before) === withoutBlanks(after)) return { change: "same", html: after.html };
  const change = before && after ? "changed" : before ? "removed" : "added";
  return { change, html: weave(before?.leaves ?? [], after?.leaves ?? []) };
}

/** Unchanged blocks are found first, so that a small change of a long text is cheap. @returns all blocks, in order, sanitized */
export async function compareWritings(before: ComparedWriting, after: ComparedWriting): Promise<ComparedBlock[]> {
  const [old, now] = [await blocksOf(before), await blocksOf(after)];
  const html = (blocks: Block[]) => blocks.map((block) => block.html);
  const stayed = commonSequence(html(old), html(now)) ?? [];
  const compared: ComparedBlock[] = [];
  let [oldStart, nowStart] = [0, 0];
  for (const [oldAt, nowAt] of [...stayed, [old.length, now.length] as const]) {
    const between = pairBlocks(old.slice(oldStart, oldAt), now.slice(nowStart, nowAt));
    for (const [one, other] of between) compared.push(blockOf(one, other));
    if (nowAt < now.length) compared.push({ change: "same", html: now[nowAt]?.html ?? "" });
    [oldStart, nowStart] = [oldAt + 1, nowAt + 1];
  }
  return compared;
}
