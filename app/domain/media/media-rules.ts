/** How a whole picture is kept: `webp` is one that moves, `png` one that has to stay sharp or see-through. */
const MEDIA_FORMATS = ["jpg", "png", "webp"] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];
export type VariantFormat = "avif" | "webp";

/** What to keep in sight when a picture is cut: from the left and from the top, as parts of the whole. */
export type Focus = { x: number; y: number };

/** What the library can be narrowed to: `unused` by posts, `undescribed` without alternative text. */
export const MEDIA_SHOWS = ["all", "unused", "undescribed", "trash"] as const;
export type MediaShow = (typeof MEDIA_SHOWS)[number];

/** What can be done with many pictures; only what is in the trash is deleted for good. */
export const MEDIA_ACTIONS = ["trash", "restore", "delete"] as const;
export type MediaAction = (typeof MEDIA_ACTIONS)[number];
export const MEDIA_BULK_MAX = 500;

/** The middle: what holds until somebody chooses. */
export const MIDDLE: Focus = { x: 0.5, y: 0.5 };
export const isMiddle = ({ x, y }: Focus): boolean => x === MIDDLE.x && y === MIDDLE.y;

/** Widths of the copies, in pixels; none is wider than its picture. */
export const VARIANT_WIDTHS = [480, 800, 1200, 1600];
const WIDEST = Math.max(...VARIANT_WIDTHS);
/** The longest side of a picture that is kept, and of one that moves, in pixels. */
export const MAX_SIDE = 2560;
export const MAX_MOVING_SIDE = 1600;
/** The most that is unpacked for one upload: all pixels of all frames. */
export const MAX_PIXELS = 50_000_000;
export const MAX_FRAMES = 600;

export const NAME_MAX = 255;
export const ALT_MAX = 300;
export const MEDIA_PAGE_SIZE_MAX = 100;
export const MEDIA_SORTS = ["created_at", "-created_at", "name", "-name", "bytes", "-bytes"] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

/** A chosen focal point as rows have it; nothing for the middle, which needs no saying. */
export const focusOf = (x: number | null, y: number | null): Focus | undefined =>
  x === null || y === null || isMiddle({ x, y }) ? undefined : { x, y };

/** How fine the stylesheet's steps are; no style stands in a page itself. */
const STEPS = 20;

/** The classes that cut a picture around its focal point (`focus.css`), with a blank before them; none for the middle. */
export function focusClass(focus: Focus | undefined): string {
  if (!focus || isMiddle(focus)) return "";
  return ` focus fx-${Math.round(focus.x * STEPS)} fy-${Math.round(focus.y * STEPS)}`;
}

/** What is said of files that aren't taken. */
export const MESSAGES = {
  kind: "must be a JPEG, PNG, WebP, AVIF or GIF picture",
  svg: "must be a JPEG, PNG, WebP, AVIF or GIF picture; SVG files can hold scripts and aren't taken",
  empty: "is empty",
  damaged: "is damaged or incomplete and can't be read to its end",
  calledOff: "was called off",
  pixels: `must have at most ${MAX_PIXELS / 1_000_000} megapixels, all frames counted`,
  frames: `must have at most ${MAX_FRAMES} frames`,
  focus: "must be a number from 0 to 1",
  alt: `Alternative text must have at most ${ALT_MAX} characters`,
} as const;

/** The rule on the size of a file, in megabytes of 1024 × 1024 bytes. */
export const sizeRule = (megabytes: number): string => `must have at most ${megabytes} MB`;
export const bytesOf = (megabytes: number): number => megabytes * 1024 * 1024;

export const MIME: Record<MediaFormat | VariantFormat | "gif", string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};

/** What the file of a picture, or of a copy, is called. */
export const mediaFile = (width: number, format: string): string => `${width}.${format}`;

/** Where a picture, or a copy of it, is served. */
export const mediaAddress = (id: string, width: number, format: string): string => `/media/${id}/${mediaFile(width, format)}`;

const ADDRESS =
  /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(avif|webp|jpg|png|gif)$/;

/** What an address of ours names; null for every other address. */
export function mediaAt(address: string): { id: string; width: number; format: string } | null {
  const [, id, width, format] = ADDRESS.exec(address) ?? [];
  return id && format ? { id, width: Number(width), format } : null;
}

/** The widths of the copies of a picture: those that it has room for, its own among them unless it is wider than all. */
export function variantWidths(width: number): number[] {
  const narrower = VARIANT_WIDTHS.filter((one) => one < width);
  return width <= WIDEST ? [...narrower, width] : narrower;
}

/** The formats of the copies; a picture that moves has WebP alone. */
export const variantFormats = (format: string): VariantFormat[] =>
  format === "jpg" || format === "png" ? ["avif", "webp"] : format === "webp" ? ["webp"] : [];

/** The height that goes with `width`, in whole pixels, at least one. */
export const heightAt = (picture: { width: number; height: number }, width: number): number =>
  Math.max(1, Math.round((picture.height * width) / picture.width));

/** The file of a picture's smallest copy. */
export const thumbnailFile = (width: number): string => mediaFile(Math.min(width, ...VARIANT_WIDTHS), "webp");

/**
 * What a browser may choose from instead of the picture at `address`, the best kind first. The address alone tells, so that
 * nothing has to be looked up: a picture has copies in all widths that it has room for.
 */
export function sourcesOf(address: string): { type: string; srcset: string }[] {
  const picture = mediaAt(address);
  if (!picture) return [];
  return variantFormats(picture.format).map((format) => ({
    type: MIME[format],
    srcset: variantWidths(picture.width)
      .map((width) => `${mediaAddress(picture.id, width, format)} ${width}w`)
      .join(", "),
  }));
}
