/** `webp` if animated, `png` with sharp edges or transparency. */
const MEDIA_FORMATS = ["jpg", "png", "webp"] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];
export type VariantFormat = "avif" | "webp";

/** Distance from the left and from the top, 0 to 1. */
export type Focus = { x: number; y: number };

/** `unused`: no post shows it; `undescribed`: without alternative text. */
export const MEDIA_SHOWS = ["all", "unused", "undescribed", "trash"] as const;
export type MediaShow = (typeof MEDIA_SHOWS)[number];

/** Only pictures in the trash can be deleted. */
export const MEDIA_ACTIONS = ["trash", "restore", "delete"] as const;
export type MediaAction = (typeof MEDIA_ACTIONS)[number];
export const MEDIA_BULK_MAX = 500;

export const MIDDLE: Focus = { x: 0.5, y: 0.5 };
export const isMiddle = ({ x, y }: Focus): boolean => x === MIDDLE.x && y === MIDDLE.y;

/** Pixels; no copy is wider than its picture. */
export const VARIANT_WIDTHS = [480, 800, 1200, 1600];
const WIDEST = Math.max(...VARIANT_WIDTHS);
/** Pixels of a stored picture, and of an animated one. A tall picture keeps its width, so that it can be read. */
export const MAX_WIDTH = 2560;
export const MAX_MOVING_WIDTH = 1600;
/** WebP has no pictures that are higher. */
export const MAX_HEIGHT = 16_383;
/** What is decoded for one upload: the pixels of all frames, and the frames. */
export const MAX_PIXELS = 50_000_000;
export const MAX_FRAMES = 600;

export const NAME_MAX = 255;
export const ALT_MAX = 300;
export const MEDIA_PAGE_SIZE_MAX = 100;
export const MEDIA_SORTS = ["created_at", "-created_at", "name", "-name", "bytes", "-bytes"] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

/** Undefined for the middle, which is the default. */
export const focusOf = (x: number | null, y: number | null): Focus | undefined =>
  x === null || y === null || isMiddle({ x, y }) ? undefined : { x, y };

export const FOCUS_STEPS = 20;

/** Classes of `ui/styles/built-styles.ts`, with a leading space; empty for the middle. */
export function focusClass(focus: Focus | undefined): string {
  if (!focus || isMiddle(focus)) return "";
  return ` focus fx-${Math.round(focus.x * FOCUS_STEPS)} fy-${Math.round(focus.y * FOCUS_STEPS)}`;
}

/** Megabytes of 1024 × 1024 bytes. */
export const sizeRule = (megabytes: number): string => `must have at most ${megabytes} MB`;
export const bytesOf = (megabytes: number): number => megabytes * 1024 * 1024;

export const MIME: Record<MediaFormat | VariantFormat | "gif", string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};

export const mediaFile = (width: number, format: string): string => `${width}.${format}`;

export const mediaAddress = (id: string, width: number, format: string): string => `/media/${id}/${mediaFile(width, format)}`;

const ADDRESS =
  /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(avif|webp|jpg|png|gif)$/;

/** Null for everything but our pictures. */
export function mediaAt(address: string): { id: string; width: number; format: string } | null {
  const [, id, width, format] = ADDRESS.exec(address) ?? [];
  return id && format ? { id, width: Number(width), format } : null;
}

/** All narrower widths, and the picture's own unless it is wider than all of them. */
export function variantWidths(width: number): number[] {
  const narrower = VARIANT_WIDTHS.filter((one) => one < width);
  return width <= WIDEST ? [...narrower, width] : narrower;
}

/** An animated picture has only WebP. */
export const variantFormats = (format: string): VariantFormat[] =>
  format === "jpg" || format === "png" ? ["avif", "webp"] : format === "webp" ? ["webp"] : [];

/** Whole pixels, at least one. */
export const heightAt = (picture: { width: number; height: number }, width: number): number =>
  Math.max(1, Math.round((picture.height * width) / picture.width));

export const thumbnailFile = (width: number): string => mediaFile(Math.min(width, ...VARIANT_WIDTHS), "webp");

/** Best format first. No query: the path is enough, because a picture has copies in all widths up to its own. */
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
