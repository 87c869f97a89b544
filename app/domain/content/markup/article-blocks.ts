import type { ArticleBlock, CoreRule, MarkdownReader } from "./article-block.ts";
import { bookmarks } from "./bookmarks.ts";
import { callouts } from "./callouts.ts";
import { FOOTNOTE_RULES } from "./footnotes.ts";
import { galleries } from "./galleries.ts";
import { math } from "./math.ts";
import { players } from "./players.ts";
import { toggles } from "./toggles.ts";
import { typesetTexts } from "./typographer.ts";

/** For the sanitizer, and the reader and writer of Markdown. */
export const ARTICLE_BLOCKS: readonly ArticleBlock[] = [callouts, toggles, galleries, bookmarks, players, math];

const TASK = /^\[([ xX])\](?=[ \t\n])/;

/** A ballot box for `- [ ] look` (GitHub Flavored Markdown, section 5.3): articles hold no form fields. */
const markTasks: CoreRule = ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline" || tokens[index - 1]?.type !== "paragraph_open" || tokens[index - 2]?.type !== "list_item_open")
      continue;
    token.content = token.content.replace(TASK, (_, sign: string) => (sign === " " ? "☐" : "☑"));
  }
};

/** On the server and in the editor. */
export const MARKDOWN_OPTIONS = { html: true, linkify: true, langPrefix: "language-" } as const;

/** Blocks, tasks, typography, and links at bare addresses; the reader knows footnotes already. */
export function teachMarkdown(reader: MarkdownReader): void {
  // Inline notes (`^[…]`) would search for each closing bracket up to the end of the text.
  reader.inline.ruler.disable("footnote_inline");
  reader.core.ruler.after("block", "tasks", markTasks);
  if (reader.options.typographer) reader.core.ruler.at("replacements", typesetTexts);
  for (const { teach } of ARTICLE_BLOCKS) teach?.(reader);
  Object.assign(reader.renderer.rules, FOOTNOTE_RULES);
  // Only whole addresses of the web, shown as they are written.
  for (const scheme of ["ftp:", "mailto:", "//"]) reader.linkify.add(scheme, null);
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  reader.normalizeLinkText = (text) => text;
}

function byElement<Item>(of: (block: ArticleBlock) => Record<string, readonly Item[]> | undefined): Record<string, Item[]> {
  const merged: Record<string, Item[]> = {};
  for (const block of ARTICLE_BLOCKS)
    for (const [element, items] of Object.entries(of(block) ?? {})) merged[element] = [...(merged[element] ?? []), ...items];
  return merged;
}

/** What the sanitizer lets through, by element. */
export const BLOCK_ATTRIBUTES = byElement(({ attributes }) => attributes);
export const BLOCK_CLASSES = byElement(({ classes }) => classes);
