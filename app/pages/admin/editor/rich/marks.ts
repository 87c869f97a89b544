import { Mark } from "@tiptap/core";

/** Inline elements without a button, which an article may hold and the rich editor keeps. */
const INLINE = ["u", "sub", "sup", "mark", "small", "kbd", "samp", "var", "cite", "q", "ins", "abbr"];

/** One mark for each of them. */
export const inlineMarks = INLINE.map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    addAttributes: () => (tag === "abbr" ? { title: { default: null } } : {}),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);
