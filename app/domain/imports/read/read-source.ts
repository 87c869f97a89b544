import { open } from "node:fs/promises";
import { ImportRefused } from "../errors.ts";
import type { ReadOptions, Source } from "../items.ts";
import type { ImportKind } from "../model.ts";
import { readGhost } from "./read-ghost.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readWordpress } from "./read-wordpress.ts";

const READERS: Record<ImportKind, (path: string, options: ReadOptions) => Promise<Source>> = {
  wordpress: readWordpress,
  ghost: readGhost,
  markdown: readMarkdown,
};

/**
 * Detects the format of a file by its first bytes, whatever it is called.
 * @throws ImportRefused when it is none
 */
export async function detectKind(path: string): Promise<ImportKind> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) throw new ImportRefused("the file", "It is empty.");
    if (head.toString("latin1", 0, 2) === "PK") return "markdown";
    const begin = head
      .toString(head[0] === 0xff ? "utf16le" : "utf8")
      .replace(/^\ufeff/, "")
      .trimStart();
    if (begin.startsWith("{")) return "ghost";
    if (begin.startsWith("<") || head[0] === 0xfe) return "wordpress";
    throw new ImportRefused(
      "the beginning of the file",
      "This is neither a WordPress export (XML), nor a Ghost export (JSON), nor a zip of Markdown files.",
    );
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file once to its end.
 * @returns what it holds, whatever its format, as a stream of items; `close` it
 * @throws ImportRefused naming the place, when it can't be read to its end
 */
export const readSource = (path: string, kind: ImportKind, options: ReadOptions): Promise<Source> => READERS[kind](path, options);
