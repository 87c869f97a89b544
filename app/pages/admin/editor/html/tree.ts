import { Parser } from "htmlparser2";
import {
  type Element as ElementOf,
  escapeText,
  growTree,
  type Node as NodeOf,
  serialize,
} from "../../../../domain/content/tree-model.ts";

export type Comment = { comment: string };
export type Element = ElementOf<Comment>;
export type Node = NodeOf<Comment>;

/** HTML of any origin as a tree; nothing in it is run or fetched. @returns the top-level nodes */
export function parseHtml(html: string): Node[] {
  const { nodes, handlers, add } = growTree<Comment>();
  new Parser({ ...handlers, oncomment: (comment) => add({ comment }) }).end(html);
  return nodes;
}

/** The nodes as HTML, comments left out, spaces that hold words together in sight. */
export const toHtml = (nodes: Node[]): string => serialize(nodes, (text) => escapeText(text).replaceAll("\u00a0", "&nbsp;"));
