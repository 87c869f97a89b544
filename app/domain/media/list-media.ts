import type { FileStore, StoredFile } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { FILE_FORMATS, fileAddress, isFileFormat, kindOf, type MediaKind } from "./file-rules.ts";
import { mediaPolicy } from "./media.policy.ts";
import { countMedia, findMedia, lockMedia, type MediaRow, mediaOfPage, sizesOf, updateMedia, usesOf } from "./media.sql.ts";
import {
  heightAt,
  MEDIA_PAGE_SIZE_MAX,
  type MediaFormat,
  type MediaShow,
  type MediaSort,
  MIME,
  mediaAddress,
  thumbnailFile,
  variantFormats,
  variantWidths,
} from "./media-rules.ts";
import type { Media, MediaChanges, MediaPage, MediaUse } from "./picture.ts";

const variantsOf = (id: string, format: string, size: { width: number; height: number }): Media["variants"] =>
  variantFormats(format).flatMap((kind) =>
    variantWidths(size.width).map((one) => ({
      width: one,
      height: heightAt(size, one),
      format: kind,
      url: mediaAddress(id, one, kind),
    })),
  );

/** Presents a picture or another file. */
export function presentMedia(row: MediaRow): Media {
  const { id, name, alt, format, width, height, bytes, uses, file_name } = row;
  const isPicture = width !== null && height !== null;
  return {
    id,
    kind: kindOf(format),
    name,
    alt,
    width,
    height,
    bytes,
    mime: isFileFormat(format) ? FILE_FORMATS[format].mime : MIME[format as MediaFormat],
    url: isPicture ? mediaAddress(id, width, format) : fileAddress(id, file_name ?? ""),
    variants: isPicture ? variantsOf(id, format, { width, height }) : [],
    focus: { x: row.focus_x, y: row.focus_y },
    uses,
    created_at: row.created_at.toISOString(),
    trashed_at: row.trashed_at?.toISOString() ?? null,
  };
}

/** How many of the articles that show a picture are listed. */
export const USES_NAMED = 20;

/** What to list: words in name or alternative text, a kind, a filter, an order, the page (from 1) and its size (1 to 100). */
export type MediaQuery = {
  search: string;
  kind?: MediaKind | undefined;
  show: MediaShow;
  sort: MediaSort;
  page: number;
  limit: number;
};

/** Lists a page of the library. A page beyond the end is empty but has the right totals. */
export async function listMedia(ctx: Context, query: MediaQuery): Promise<MediaPage> {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MEDIA_PAGE_SIZE_MAX);
  const page = Math.max(1, Math.trunc(query.page) || 1);
  const search = query.search.trim();
  const { kind, show, sort } = query;
  const counts = await countMedia(ctx.db, search, kind);
  const total = counts[show];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await mediaOfPage(ctx.db, { search, kind, show, sort, limit, offset }) : [];
  return { items: rows.map(presentMedia), counts, total, page, pages: Math.ceil(total / limit), limit };
}

/** Reads a picture, with the articles that show it. @throws DomainError PGRST116 when there is none */
export async function readMedia(ctx: Context, id: string): Promise<Media & { posts: MediaUse[] }> {
  const [row, posts] = await Promise.all([findMedia(ctx.db, id), usesOf(ctx.db, id, USES_NAMED)]);
  if (!row) throw notFound("Picture");
  return { ...presentMedia(row), posts };
}

/** Sizes of pictures by id, in pixels; unknown ids are skipped. */
export const pictureSizes =
  (ctx: Pick<Context, "db">) =>
  async (ids: string[]): Promise<Map<string, { width: number; height: number }>> =>
    new Map((ids.length > 0 ? await sizesOf(ctx.db, ids) : []).map(({ id, ...size }) => [id, size]));

const described = ({ name, alt, focus_x, focus_y }: MediaRow) => ({ name, alt, focus_x, focus_y });

/**
 * Changes a picture's name, alternative text and focal point. Articles that show it keep the alternative text with which they were
 * saved; a new focal point applies everywhere at once.
 * @param changes fields that are left out stay
 * @throws DomainError `forbidden`; PGRST116 when there is no such picture
 */
export async function describeMedia(ctx: Context, actor: Actor, id: string, changes: MediaChanges): Promise<Media> {
  authorize(actor, mediaPolicy.update);
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockMedia(trx, id);
    if (!before) throw notFound("Picture");
    const { name, alt, focus_x, focus_y } = { ...described(before), ...changes };
    const after = await updateMedia(trx, id, { name, alt, focus_x, focus_y });
    const entry = { action: "updated", entity: "media", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db: trx }, actor, { ...entry, before: described(before), after: described(after) });
    return presentMedia(after);
  });
}

/**
 * Opens a small WebP copy of a picture, for admins, also of one in the trash.
 * @throws DomainError `forbidden`; PGRST116 when there is no such picture
 */
export async function openThumbnail(ctx: Context, store: FileStore, actor: Actor, id: string): Promise<StoredFile> {
  authorize(actor, mediaPolicy.read);
  const row = await findMedia(ctx.db, id);
  const file = row?.width && (await store.open(id, thumbnailFile(row.width), true));
  if (!file) throw notFound("Picture");
  return file;
}
