import type { ArticleBlock, MarkdownReader } from "./article-block.ts";
import { bookmarks } from "./bookmarks.ts";
import { callouts } from "./callouts.ts";
import { galleries } from "./galleries.ts";
import { math } from "./math.ts";
import { players } from "./players.ts";
import { toggles } from "./toggles.ts";

/** Every kind of block. The sanitiser, and the reader and writer of Markdown, ask this list. */
export const ARTICLE_BLOCKS: readonly ArticleBlock[] = [callouts, toggles, galleries, bookmarks, players, math];

/** Teaches a reader of Markdown all blocks. */
export function teachBlocks(reader: MarkdownReader): void {
  for (const { teach } of ARTICLE_BLOCKS) teach?.(reader);
}

/** Merges lists by element, as in `{ figure: ["embed"] }`. */
function byElement<Item>(of: (block: ArticleBlock) => Record<string, readonly Item[]> | undefined): Record<string, Item[]> {
  const merged: Record<string, Item[]> = {};
  for (const block of ARTICLE_BLOCKS)
    for (const [element, items] of Object.entries(of(block) ?? {})) merged[element] = [...(merged[element] ?? []), ...items];
  return merged;
}

/** The attributes and classes of all blocks that the sanitiser lets through, by element. */
export const BLOCK_ATTRIBUTES = byElement(({ attributes }) => attributes);
export const BLOCK_CLASSES = byElement(({ classes }) => classes);
