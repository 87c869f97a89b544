import { Parser } from "htmlparser2";
import { growTree, type Node } from "./tree-model.ts";

/**
 * Reads sanitised HTML as a tree.
 * @param html what the sanitiser let through; its nesting is bounded, so that walking the tree may recurse
 * @returns the top-level nodes
 */
export function parseTree(html: string): Node[] {
  const { nodes, handlers } = growTree();
  new Parser(handlers).end(html);
  return nodes;
}
