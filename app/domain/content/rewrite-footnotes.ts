import { Parser } from "htmlparser2";
import { adoptFootnotes } from "./markup/adopt-footnotes.ts";
import { growTree, serialize } from "./markup/tree.ts";
import { ShallowTokenizer } from "./sanitize.ts";

const INNER_LINK = /\shref\s{0,9}=\s{0,9}["']?#/i;

/** So that the editor knows them (see `adoptFootnotes`). @returns HTML without comments, ids and names; unchanged without such footnotes */
export function rewriteFootnotes(html: string): string {
  if (!INNER_LINK.test(html)) return html;
  const { nodes, handlers } = growTree();
  new Parser(handlers, { Tokenizer: ShallowTokenizer }).end(html);
  const adopted = adoptFootnotes(nodes);
  return adopted.count === 0 ? html : serialize(adopted.nodes);
}
