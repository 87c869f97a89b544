import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText } from "../../platform/database/text-search.ts";
import type { FileStore, StoredFile } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { paged } from "../schema-fields.ts";
import type { Settings } from "../settings/settings.ts";
import { FILE_FORMATS, fileAddress, isFileFormat, kindOf, type MediaKind } from "./file-rules.ts";
import { mediaPolicy } from "./media.policy.ts";
import { COLUMNS, findMedia, libraryOf, lockMedia, type MediaRow, usesOf } from "./media.sql.ts";
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
import type { Media, MediaChanges, MediaCounts, MediaPage, MediaUse } from "./picture.ts";

const variantsOf = (id: string, format: string, size: { width: number; height: number }): Media["variants"] =>
  variantFormats(format).flatMap((kind) =>
    variantWidths(size.width).map((one) => ({
      width: one,
      height: heightAt(size, one),
      format: kind,
      url: mediaAddress(id, one, kind),
    })),
  );

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

export const USES_NAMED = 20;

/** `search`: words in name or alternative text; `page`: from 1; `limit`: 1 to 100. */
export type MediaQuery = {
  search: string;
  kind?: MediaKind | undefined;
  show: MediaShow;
  sort: MediaSort;
  page: number;
  limit: number;
};

const isUsed = sql<boolean>`(
  exists (select 1 from posts_media l where l.media_id = media.id) or exists (select 1 from edits_media l where l.media_id = media.id)
  or exists (select 1 from looks_media l where l.media_id = media.id)
  or exists (select 1 from categories_media l where l.media_id = media.id)
  or exists (select 1 from author_profiles a where a.picture_id = media.id))`;

const HOLDS: Record<MediaShow, RawBuilder<boolean>> = {
  all: sql`trashed_at is null`,
  unused: sql`trashed_at is null and not ${isUsed}`,
  undescribed: sql`trashed_at is null and alt = '' and file_name is null`,
  trash: sql`trashed_at is not null`,
};

const countMedia = (db: Db, actor: Actor, search: string, kind?: MediaKind): Promise<MediaCounts> => {
  const count = (show: MediaShow) => sql<number>`count(*) filter (where ${HOLDS[show]})::int`.as(show);
  return found(db, actor, search, kind)
    .select([count("all"), count("unused"), count("undescribed"), count("trash")])
    .executeTakeFirstOrThrow();
};

/** A page beyond the end is empty but has the right totals. @throws DomainError `forbidden` */
export async function listMedia(
  ctx: Context,
  actor: Actor,
  query: MediaQuery,
  { maxUploadSize }: Pick<Settings, "maxUploadSize">,
): Promise<MediaPage> {
  authorize(actor, mediaPolicy.read);
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MEDIA_PAGE_SIZE_MAX);
  const page = Math.max(1, Math.trunc(query.page) || 1);
  const search = query.search.trim();
  const { kind, show, sort } = query;
  const counts = await countMedia(ctx.db, actor, search, kind);
  const total = counts[show];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await mediaOfPage(ctx.db, actor, { search, kind, show, sort, limit, offset }) : [];
  const { items, ...totals } = paged(rows.map(presentMedia), total, page, limit);
  return { items, counts, max_upload_size: maxUploadSize, ...totals };
}

/** In name and alternative text; `%` and `_` have no special meaning. */
function found(db: Db, actor: Actor, search: string, kind: MediaKind | undefined) {
  const formats = Object.entries(FILE_FORMATS).flatMap(([format, one]) => (one.kind === kind ? [format] : []));
  return db
    .selectFrom("media")
    .where(libraryOf(actor))
    .$if(search !== "", (query) => query.where(containsText(sql.ref("words"), search) as RawBuilder<boolean>))
    .$if(kind === "picture", (query) => query.where("file_name", "is", null))
    .$if(kind !== undefined && kind !== "picture", (query) => query.where("format", "in", formats));
}

function mediaOfPage(
  db: Db,
  actor: Actor,
  {
    search,
    kind,
    show,
    sort,
    limit,
    offset,
  }: { search: string; kind: MediaKind | undefined; show: MediaShow; sort: MediaSort; limit: number; offset: number },
) {
  const descending = sort.startsWith("-");
  const direction = descending ? "desc" : "asc";
  const name = sort.replace("-", "") as "created_at" | "name" | "bytes";
  return found(db, actor, search, kind)
    .select(COLUMNS)
    .where(HOLDS[show])
    .orderBy(name === "name" ? sql`lower(name)` : sql.ref(name), direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** With the articles that show it. @throws DomainError `forbidden`; PGRST116 */
export async function readMedia(ctx: Context, actor: PolicyActor, id: string): Promise<Media & { posts: MediaUse[] }> {
  authorize(actor, mediaPolicy.read);
  const [row, posts] = await Promise.all([findMedia(ctx.db, id, libraryOf(actor)), usesOf(ctx.db, actor, id, USES_NAMED)]);
  if (!row) throw notFound("Image");
  return { ...presentMedia(row), posts };
}

const sizesOf = (db: Db, ids: string[]) =>
  db
    .selectFrom("media")
    .select((eb) => ["id", eb.ref("width").$notNull().as("width"), eb.ref("height").$notNull().as("height")])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("width", "is not", null)
    .execute();

/** Pixels, by id; unknown ids are skipped. */
export const pictureSizes =
  (ctx: Pick<Context, "db">) =>
  async (ids: string[]): Promise<Map<string, { width: number; height: number }>> =>
    new Map((ids.length > 0 ? await sizesOf(ctx.db, ids) : []).map(({ id, ...size }) => [id, size]));

const described = ({ name, alt, focus_x, focus_y }: MediaRow) => ({ name, alt, focus_x, focus_y });

/** Articles keep the alternative text they were saved with; a new focal point applies at once. @throws DomainError `forbidden`; PGRST116 */
export async function describeMedia(ctx: Context, actor: Actor, id: string, changes: MediaChanges): Promise<Media> {
  authorize(actor, mediaPolicy.update);
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockMedia(trx, id, libraryOf(actor));
    if (!before) throw notFound("Image");
    const { name, alt, focus_x, focus_y } = { ...described(before), ...changes };
    const after = await trx
      .updateTable("media")
      .set({ name, alt, focus_x, focus_y })
      .where("id", "=", id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    const entry = { action: "updated", entity: "media", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db: trx }, actor, { ...entry, before: described(before), after: described(after) });
    return presentMedia(after);
  });
}

/** WebP, also of a picture in the trash. @throws DomainError `forbidden`; PGRST116 */
export async function openThumbnail(ctx: Context, store: FileStore, actor: Actor, id: string): Promise<StoredFile> {
  authorize(actor, mediaPolicy.read);
  const row = await findMedia(ctx.db, id, libraryOf(actor));
  const file = row?.width && (await store.open(id, thumbnailFile(row.width), true));
  if (!file) throw notFound("Image");
  return file;
}
