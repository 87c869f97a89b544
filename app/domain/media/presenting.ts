import { heightAt, type Media, type MediaFormat, MIME, mediaAddress, variantFormats, variantWidths } from "./model.ts";
import type { MediaRow } from "./queries.ts";

/** A picture as it leaves. */
export function presentMedia({ format, created_at, ...row }: MediaRow): Media {
  const { id, width } = row;
  const variants = variantFormats(format).flatMap((kind) =>
    variantWidths(width).map((one) => ({
      width: one,
      height: heightAt(row, one),
      format: kind,
      url: mediaAddress(id, one, kind),
    })),
  );
  return {
    ...row,
    mime: MIME[format as MediaFormat],
    url: mediaAddress(id, width, format),
    variants,
    created_at: created_at.toISOString(),
  };
}
