import { replacePictures } from "../shape.ts";
import { parseTree } from "../tree.ts";
import { serialize } from "../tree-model.ts";
import { commonSequence } from "./common-sequence.ts";
import { leavesOf } from "./leaves.ts";
import type { ComparedBlock, ComparedWriting } from "./model.ts";
import { type Block, pairBlocks } from "./pair-blocks.ts";
import { weave } from "./weave-changes.ts";

/** A writing's blocks, as a reader would meet them: sanitised, without what only decorates. */
async function blocksOf({ content, content_format }: ComparedWriting): Promise<Block[]> {
  const html = content_format === "markdown" ? (await import("../markdown.ts")).markdownToHtml(content) : content;
  const nodes = parseTree((await import("../sanitize.ts")).sanitize(html));
  replacePictures(nodes, undefined);
  return nodes
    .map((node) => ({ html: serialize([node]), leaves: leavesOf([node]) }))
    .filter(({ leaves, html }) => leaves.length > 0 && html.trim() !== "");
}

function blockOf(before: Block | null, after: Block | null): ComparedBlock {
  const change = before && after ? (before.html === after.html ? "same" : "changed") : before ? "removed" : "added";
  return { change, html: weave(before?.leaves ?? [], after?.leaves ?? []) };
}

/**
 * Compares two writings as they are read: block by block, and within a changed one word by word. Blocks that stayed are found
 * first, so that a long text with a small change costs little and nothing is aligned across them.
 * @param before and `after`: HTML or Markdown of any origin
 * @returns all blocks of both, in order; the HTML is sanitised
 */
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
