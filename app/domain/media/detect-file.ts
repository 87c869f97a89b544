import { open, stat } from "node:fs/promises";
import { CAPTIONS_MAX_BYTES, FILE_MESSAGES, type FileFormat, isFileFormat } from "./file-rules.ts";
import { MESSAGES } from "./media-message-rules.ts";
import { detectFileType, isHeic, refuseFile, SNIFF_BYTES } from "./process-picture.ts";

const SAME_AS: Record<string, FileFormat> = { m4b: "m4a", oga: "ogg", opus: "ogg", m4v: "mp4" };

/** What browsers take for a page or a drawing. */
const MARKUP = /^\s*<[!?a-z]|<\s*(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|math|\?xml)\b/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

const formatOfText = (name: string, text: string): FileFormat | null => {
  const [, end] = /\.(csv|txt|vtt)$/i.exec(name) ?? [];
  const format = end?.toLowerCase();
  if (format === "vtt" && !/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) throw refuseFile(FILE_MESSAGES.captions);
  return format && isFileFormat(format) ? format : null;
};

async function beginningOfText(path: string): Promise<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const file = await open(path, "r");
  let beginning = "";
  try {
    for await (const piece of file.createReadStream({ autoClose: false })) {
      const text = decoder.decode(piece as Buffer, { stream: true });
      if (NOT_TEXT.test(text)) return null;
      if (beginning.length < SNIFF_BYTES) beginning += text;
    }
    decoder.decode();
    return beginning;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** By content; the name only distinguishes kinds of plain text. @throws DomainError invalid_input naming `file` */
export async function detectFile(path: string, name: string): Promise<FileFormat> {
  const handle = await open(path, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0).finally(() => handle.close());
  if (bytesRead === 0) throw refuseFile(MESSAGES.empty);
  const head = buffer.subarray(0, bytesRead);
  const picture = detectFileType(head);
  if (picture && picture !== "svg") throw refuseFile(FILE_MESSAGES.picture);
  // Browsers that don't know the format send it here.
  if (isHeic(head)) throw refuseFile(MESSAGES.heic);
  const { fileTypeFromFile } = await import("file-type");
  const found = (await fileTypeFromFile(path))?.ext ?? null;
  const format = found && (SAME_AS[found] ?? found);
  // Readers' browsers load captions whole.
  if (format === "vtt" && (await stat(path)).size > CAPTIONS_MAX_BYTES) throw refuseFile(FILE_MESSAGES.captionsSize);
  if (format === "vtt" && (await beginningOfText(path)) === null) throw refuseFile(FILE_MESSAGES.captions);
  if (format && isFileFormat(format)) return format;
  if (MARKUP.test(head.toString("utf8")) || MARKUP.test(head.toString("utf16le"))) throw refuseFile(FILE_MESSAGES.markup);
  const text = found ? null : await beginningOfText(path);
  const written = text === null ? null : formatOfText(name, text);
  if (!written) throw refuseFile(FILE_MESSAGES.kind);
  return written;
}
