import { Node } from "@tiptap/core";

/** A picture, table or quote with its caption. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "block+ figcaption?",
  defining: true,
  parseHTML: () => [{ tag: "figure" }],
  renderHTML: () => ["figure", 0],
});

export const Figcaption = Node.create({
  name: "figcaption",
  content: "inline*",
  defining: true,
  parseHTML: () => [{ tag: "figcaption" }],
  renderHTML: () => ["figcaption", 0],
});
