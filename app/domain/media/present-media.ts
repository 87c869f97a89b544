import type { MediaRow } from "./media.sql.ts";
import { heightAt, type MediaFormat, MIME, mediaAddress, variantFormats, variantWidths } from "./media-rules.ts";
import type { Media } from "./picture.ts";

/** A picture as it leaves. */
export function presentMedia(row: MediaRow): Media {
  const { id, name, alt, format, width, height, bytes, uses } = row;
  const variants = variantFormats(format).flatMap((kind) =>
    variantWidths(width).map((one) => ({
      width: one,
      height: heightAt(row, one),
      format: kind,
      url: mediaAddress(id, one, kind),
    })),
  );
  return {
    id,
    name,
    alt,
    width,
    height,
    bytes,
    mime: MIME[format as MediaFormat],
    url: mediaAddress(id, width, format),
    variants,
    focus: { x: row.focus_x, y: row.focus_y },
    uses,
    created_at: row.created_at.toISOString(),
    trashed_at: row.trashed_at?.toISOString() ?? null,
  };
}
