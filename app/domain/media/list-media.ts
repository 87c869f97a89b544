import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { countMedia, findMedia, mediaOfPage, sizesOf, usesOf } from "./media.sql.ts";
import { MEDIA_PAGE_SIZE_MAX, type MediaShow, type MediaSort } from "./media-rules.ts";
import type { Media, MediaPage, MediaUse } from "./picture.ts";
import { presentMedia } from "./present-media.ts";

/** How many of the articles that show a picture are named. */
export const USES_NAMED = 20;

/** What to list: words in name or alternative text, a filter, an order, the page (from 1) and its size (1 to 100). */
export type MediaQuery = { search: string; show: MediaShow; sort: MediaSort; page: number; limit: number };

/** Lists the library. A page beyond the end is empty with the right totals. */
export async function listMedia(ctx: Context, query: MediaQuery): Promise<MediaPage> {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MEDIA_PAGE_SIZE_MAX);
  const page = Math.max(1, Math.trunc(query.page) || 1);
  const search = query.search.trim();
  const { show, sort } = query;
  const counts = await countMedia(ctx.db, search);
  const total = counts[show];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await mediaOfPage(ctx.db, { search, show, sort, limit, offset }) : [];
  return { items: rows.map(presentMedia), counts, total, page, pages: Math.ceil(total / limit), limit };
}

/** A picture, and the articles that show it. @throws DomainError PGRST116 when there is none */
export async function readMedia(ctx: Context, id: string): Promise<Media & { posts: MediaUse[] }> {
  const [row, posts] = await Promise.all([findMedia(ctx.db, id), usesOf(ctx.db, id, USES_NAMED)]);
  if (!row) throw notFound("Picture");
  return { ...presentMedia(row), posts };
}

/** Sizes of pictures by their ids, in pixels; ids of nothing are left out. */
export const pictureSizes =
  (ctx: Pick<Context, "db">) =>
  async (ids: string[]): Promise<Map<string, { width: number; height: number }>> =>
    new Map((ids.length > 0 ? await sizesOf(ctx.db, ids) : []).map(({ id, ...size }) => [id, size]));
