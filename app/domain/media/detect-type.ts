/** Kinds of files that are taken. */
export type PictureKind = "jpeg" | "png" | "webp" | "gif" | "avif";

/** So many bytes at a file's beginning tell what it is. */
export const SNIFF_BYTES = 4096;
/** And so many at its end whether it is all there. */
export const TAIL_BYTES = 64;

const SIGNATURES: [kind: PictureKind, offset: number, bytes: string][] = [
  ["jpeg", 0, "\xff\xd8\xff"],
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["gif", 0, "GIF87a"],
  ["gif", 0, "GIF89a"],
];

/** Whether a file of this kind has its end; `tail` is its last bytes. A GIF's decoder takes one that was cut off for whole. */
export const hasEnd = (kind: PictureKind, tail: Buffer): boolean => kind !== "gif" || /;\0*$/.test(tail.toString("latin1"));

/** The brands of an ISO media file: what it says it can be read as. */
function brandsOf(head: string): string[] {
  if (head.slice(4, 8) !== "ftyp") return [];
  const size = Buffer.from(head.slice(0, 4), "latin1").readUInt32BE();
  return head.slice(8, size).match(/.{4}/gs) ?? [];
}

/**
 * Tells a file by its content, whatever it is called.
 * @param bytes its first SNIFF_BYTES
 * @returns what it is; `svg` for what looks like one, null for everything else
 */
export function detectFileType(bytes: Buffer): PictureKind | "svg" | null {
  const head = bytes.toString("latin1");
  const found = SIGNATURES.find(([, offset, signature]) => head.startsWith(signature, offset));
  if (found) return found[0];
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
  if (brandsOf(head).some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return /<(!doctype\s+)?svg[\s>]/i.test(bytes.toString("utf8")) || /<svg[\s>]/i.test(bytes.toString("utf16le")) ? "svg" : null;
}
