import { Parser } from "htmlparser2";
import {
  growTree,
  type HtmlComment,
  type RawElement,
  type RawNode,
  toHtml as write,
} from "../../../../domain/content/tree-model.ts";

type Comment = HtmlComment;
export type Element = RawElement;
export type Node = RawNode;

/** HTML of any origin as a tree; nothing in it is run or fetched. @returns the top-level nodes */
export function parseHtml(html: string): Node[] {
  const { nodes, handlers, add } = growTree<Comment>();
  new Parser({ ...handlers, oncomment: (comment) => add({ comment }) }).end(html);
  return nodes;
}

/** The nodes as HTML, comments left out, spaces that hold words together in sight. */
export const toHtml = write;
