import pLimit from "p-limit";
import type { Sharp, SharpOptions } from "sharp";
import { DomainError } from "../errors.ts";
import { MESSAGES } from "./media-message-rules.ts";
import {
  heightAt,
  MAX_FRAMES,
  MAX_HEIGHT,
  MAX_MOVING_WIDTH,
  MAX_PIXELS,
  MAX_WIDTH,
  type MediaFormat,
  mediaFile,
  type VariantFormat,
  variantFormats,
  variantWidths,
} from "./media-rules.ts";

export type PictureKind = "jpeg" | "png" | "webp" | "gif" | "avif";

/** Bytes from the beginning of a file that show its type. */
export const SNIFF_BYTES = 4096;
/** Bytes from its end that show whether it is complete. */
export const TAIL_BYTES = 64;

const SIGNATURES: [kind: PictureKind, offset: number, bytes: string][] = [
  ["jpeg", 0, "\xff\xd8\xff"],
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["gif", 0, "GIF87a"],
  ["gif", 0, "GIF89a"],
];

/** The GIF decoder accepts truncated files. @param tail its last bytes */
export const hasEnd = (kind: PictureKind, tail: Buffer): boolean => kind !== "gif" || /;\0*$/.test(tail.toString("latin1"));

/** The formats that an ISO media file says it has. */
function brandsOf(head: string): string[] {
  if (head.slice(4, 8) !== "ftyp") return [];
  const size = Buffer.from(head.slice(0, 4), "latin1").readUInt32BE();
  return head.slice(8, size).match(/.{4}/gs) ?? [];
}

const HEIC = /^(?:hei[cmsx]|hev[cmsx])$/;
/** @param bytes the first SNIFF_BYTES */
export const isHeic = (bytes: Buffer): boolean => brandsOf(bytes.toString("latin1")).some((brand) => HEIC.test(brand));

/** `svg` if it looks like one; null for everything else. @param bytes the first SNIFF_BYTES */
export function detectFileType(bytes: Buffer): PictureKind | "svg" | null {
  const head = bytes.toString("latin1");
  const found = SIGNATURES.find(([, offset, signature]) => head.startsWith(signature, offset));
  if (found) return found[0];
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
  if (brandsOf(head).some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return /<(!doctype\s+)?svg[\s>]/i.test(bytes.toString("utf8")) || /<svg[\s>]/i.test(bytes.toString("utf16le")) ? "svg" : null;
}

/** As stored; pixels and bytes. */
export type ProcessedPicture = { format: MediaFormat; width: number; height: number; bytes: number };

export type WriteFile = (name: string, bytes: Uint8Array) => Promise<void>;

type Size = { width: number; height: number };

/** Bytes. A larger PNG is a photograph, which JPEG stores in a tenth of that. */
const PNG_MAX = 1_500_000;
/** seconds of each step */
const PATIENCE = 60;
/** Chosen by measurement: the next slower setting of AVIF saves 8 % and takes 50 % longer. */
const AVIF = { quality: 50, effort: 2 };
const WEBP = { quality: 78, effort: 3 };
const JPEG = { quality: 82, progressive: true };

export const refuseFile = (rule: string, cause?: unknown) =>
  new DomainError("invalid", "invalid_input", "This file isn’t accepted", { details: [{ field: "file", rule }], cause });

function fitted({ width, height }: Size, widest: number): Size {
  const scale = Math.min(1, widest / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const within = ({ width, height }: Size) => ({ width, height, fit: "fill" }) as const;
const encode = (image: Sharp, format: VariantFormat) => (format === "avif" ? image.avif(AVIF) : image.webp(WEBP));

/** Processing is heavy and pages come first. */
const limit = pLimit(1);

async function writeVariants(open: () => Sharp, whole: Size, format: MediaFormat, write: WriteFile): Promise<void> {
  for (const width of variantWidths(whole.width)) {
    for (const kind of variantFormats(format)) {
      const resized = open().resize(within({ width, height: heightAt(whole, width) }));
      await write(mediaFile(width, kind), await encode(resized, kind).timeout({ seconds: PATIENCE }).toBuffer());
    }
  }
}

async function writeMoving(open: () => Sharp, frame: Size, write: WriteFile): Promise<ProcessedPicture> {
  const whole = fitted(frame, MAX_MOVING_WIDTH);
  let bytes = 0;
  await writeVariants(open, whole, "webp", async (name, data) => {
    bytes = data.byteLength;
    await write(name, data);
  }).catch((error: unknown) => {
    throw refuseFile(MESSAGES.damaged, error);
  });
  return { format: "webp", ...whole, bytes };
}

async function writeStill(open: () => Sharp, kind: PictureKind, upright: Size, write: WriteFile): Promise<ProcessedPicture> {
  const { default: sharp } = await import("sharp");
  const whole = fitted(upright, MAX_WIDTH);
  // Decoded once, upright and in sRGB, without the metadata of the camera.
  const { data, info } = await open()
    .autoOrient()
    .resize(within(whole))
    .toColorspace("srgb")
    .raw({ depth: "uchar" })
    .timeout({ seconds: PATIENCE })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw refuseFile(MESSAGES.damaged, error);
    });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const again = () => sharp(data, { raw });
  const seeThrough = info.channels === 2 || info.channels === 4;
  const sharpEdged = seeThrough || kind === "png" || kind === "gif";
  const png = sharpEdged ? await again().png({ compressionLevel: 8 }).toBuffer() : null;
  const format = png && (seeThrough || png.byteLength <= PNG_MAX) ? "png" : "jpg";
  const file = format === "png" && png ? png : await again().jpeg(JPEG).toBuffer();
  await write(mediaFile(whole.width, format), file);
  await writeVariants(again, whole, format, write);
  return { format, ...whole, bytes: file.byteLength };
}

/**
 * Upright, without metadata, at most MAX_WIDTH pixels wide, with copies as AVIF and WebP; animated pictures stay animated, as WebP. The
 * upload itself isn't stored. One at a time.
 * @throws DomainError invalid_input naming `file`: damaged, incomplete, or too large once it is decoded
 */
export const processPicture = (path: string, kind: PictureKind, write: WriteFile): Promise<ProcessedPicture> =>
  limit(processNext, path, kind, write);

async function processNext(path: string, kind: PictureKind, write: WriteFile): Promise<ProcessedPicture> {
  const { default: sharp } = await import("sharp");
  // Every upload is a different file.
  sharp.cache(false);
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw refuseFile(MESSAGES.damaged, error);
    });
  const frames = found.pages ?? 1;
  const moves = frames > 1 && (kind === "gif" || kind === "webp");
  const frame = { width: found.autoOrient.width, height: moves ? (found.pageHeight ?? found.height) : found.autoOrient.height };
  if (moves && frames > MAX_FRAMES) throw refuseFile(MESSAGES.frames);
  if (frame.width * frame.height * (moves ? frames : 1) > MAX_PIXELS) throw refuseFile(MESSAGES.pixels);
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: "error", animated: moves, sequentialRead: true };
  const open = () => sharp(path, options);
  return moves ? writeMoving(open, frame, write) : writeStill(open, kind, frame, write);
}
