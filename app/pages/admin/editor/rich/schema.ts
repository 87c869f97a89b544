import { type AnyExtension, getSchema } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { StarterKit } from "@tiptap/starter-kit";
import { Embed } from "./embed.ts";
import { Figcaption, Figure } from "./figure.ts";
import { Footnote } from "./footnote.ts";
import { inlineMarks } from "./marks.ts";
import { Picture } from "./picture.ts";
import { tables } from "./tables.ts";

/** The page's title is its only first-level heading, so that an article's begin at the second. */
export const HEADINGS = [2, 3, 4] as const;

const starterKit = StarterKit.configure({
  heading: { levels: [...HEADINGS] },
  underline: false,
  link: {
    openOnClick: false,
    autolink: true,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null, class: null },
    // What the server lets through, relative addresses included.
    isAllowedUri: (address) => /^(https?:|mailto:|\/(?!\/)|#|[^:]*$)/i.test(address),
  },
  dropcursor: { class: "editor-dropcursor", color: false },
  undoRedo: { depth: 500 },
});

/** Images within a line, as Markdown and older articles have them. New ones are figures. */
const image = Image.configure({ inline: true, allowBase64: false });

/** What an article may consist of, as the rich editor knows it. */
export const articleExtensions: AnyExtension[] = [
  starterKit,
  image,
  Footnote,
  Embed,
  Picture,
  Figure,
  Figcaption,
  ...tables,
  ...inlineMarks,
];

let made: ReturnType<typeof getSchema> | undefined;
/** The schema of those, made once. */
export const articleSchema = () => {
  made ??= getSchema(articleExtensions);
  return made;
};
