import { type Element, type Node, serialize } from "../../content/markup/tree.ts";

/** Bytes of a block that is split, so that little is lost where an email ends. */
const BLOCK_MAX = 8000;

const bytesOf = (nodes: Node[]) => Buffer.byteLength(serialize(nodes));

/** In groups of about BLOCK_MAX bytes. */
function grouped(children: Node[]): Node[][] {
  const groups: Node[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const child of children) {
    const bytes = bytesOf([child]);
    if (size + bytes > BLOCK_MAX) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(child);
    size += bytes;
  }
  return groups;
}

const countItems = (nodes: Node[]) => nodes.filter((node) => typeof node === "object" && node.name === "li").length;

/** Numbers go on where the list was split. */
function splitList(list: Element): Node[] {
  let next = Number(list.attributes.start ?? 1);
  return grouped(list.children).map((children) => {
    const attributes = list.name === "ol" ? { ...list.attributes, start: String(next) } : list.attributes;
    next += countItems(children);
    return { ...list, attributes, children };
  });
}

function splitTable(table: Element): Node[] {
  return table.children.flatMap((part): Node[] => {
    if (typeof part === "string") return [];
    return grouped(part.children).map((rows) => ({ ...table, children: [{ ...part, children: rows }] }));
  });
}

/** @returns texts of about BLOCK_MAX bytes that end where a line does */
function splitLines(text: string): string[] {
  const lines = text.split("\n").map((line): Node => `${line}\n`);
  return grouped(lines).map((some) => some.join("").replace(/\n$/, ""));
}

/** Several boxes of the same kind. */
function splitBox(table: Element): Node[] {
  const [row] = table.children;
  const [cell] = typeof row === "object" ? row.children : [];
  if (typeof row !== "object" || typeof cell !== "object") return [table];
  const boxed = (children: Node[]): Node => ({ ...table, children: [{ ...row, children: [{ ...cell, children }] }] });
  const [pre] = cell.children;
  const [code] = typeof pre === "object" && pre.name === "pre" ? pre.children : [];
  if (typeof pre === "object" && typeof code === "string")
    return splitLines(code).map((text) => boxed([{ ...pre, children: [text] }]));
  return grouped(cell.children.flatMap(split)).map(boxed);
}

function split(block: Node): Node[] {
  if (typeof block === "string" || bytesOf([block]) <= BLOCK_MAX) return [block];
  const { name, attributes, children } = block;
  if (name === "ul" || (name === "ol" && attributes.reversed === undefined)) return splitList(block);
  if (name === "div" || name === "blockquote")
    return grouped(children.flatMap(split)).map((some) => ({ ...block, children: some }));
  if (name === "table" && attributes.class === "data") return splitTable(block);
  return name === "table" && attributes.class === "box" ? splitBox(block) : [block];
}

/** Long lists, tables and boxes become several, so that an email can end within them. */
export const splitBlocks = (blocks: Node[]): Node[] => blocks.flatMap(split);

/** From the first one, as many as fit. @param sizeOf in bytes */
export function fitting<Block>(blocks: Block[], room: number, sizeOf: (block: Block) => number): Block[] {
  let left = room;
  const end = blocks.findIndex((block) => {
    left -= sizeOf(block);
    return left < 0;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}
