import type { Editor } from "@tiptap/react";
import { useMemo } from "react";
import { richTarget } from "./rich-target.ts";
import { sourceTarget } from "./source-target.ts";
import type { FindTarget } from "./target.ts";

/** The text that is on the screen, as something to look through; null while there is none. */
export const useTarget = (editor: Editor | null, source: HTMLTextAreaElement | null): FindTarget | null =>
  useMemo(() => (editor ? richTarget(editor) : source ? sourceTarget(source) : null), [editor, source]);
