import type { AnyExtension } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import type { ComponentType } from "react";

export const BLOCK_PROMPTS = ["gallery", "bookmark", "audio", "video", "file", "captions", "poster"] as const;
type BlockPrompt = (typeof BLOCK_PROMPTS)[number];

export type BlockPrompts = Record<BlockPrompt, () => void>;

/** An item of the slash menu. `sign` names its icon; `words` are other names under which it is found. */
type BlockItem = {
  label: string;
  sign: "callout" | "toggle" | "gallery" | "bookmark" | "audio" | "video" | "file" | "formula" | "diagram";
  words: string;
  run(editor: Editor): void;
};

/** A kind of block in the rich editor; `domain/content/markup/article-blocks.ts` has its other half. */
export type EditorBlock = {
  /** nodes and marks of the schema; how they are written is the article's HTML, a node view may draw them otherwise */
  extensions: AnyExtension[];
  /** what the slash menu offers */
  items?(prompts: BlockPrompts): BlockItem[];
  /** the tools that are shown while `isHere` */
  tools?: { isHere(editor: Editor): boolean; Tools: ComponentType<{ editor: Editor } & BlockPrompts> };
};
