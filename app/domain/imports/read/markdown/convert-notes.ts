import {
  BLOCK_NAME,
  convertCallouts,
  convertMarks,
  convertWikilinks,
  NOTE_COMMENT,
} from "../../../content/markup/note-syntax.ts";
import type { Conversion } from "./convert-liquid.ts";

/** Drops Obsidian's comments and names of blocks. @param text without code */
export function convertNotes(text: string, { pieces, link, blog: { generator } }: Conversion): string {
  let result = convertCallouts(convertWikilinks(text, { link, picture: pieces.picture }));
  if (generator !== "jekyll") result = convertMarks(result);
  if (generator === "obsidian") result = result.replace(NOTE_COMMENT, "").replace(BLOCK_NAME, "");
  return result;
}
