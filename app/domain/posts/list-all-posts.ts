import type { Context } from "../context.ts";
import type { AdminOrder, AdminSort } from "./edit-rules.ts";
import { findForEditing } from "./post-edit.sql.ts";
import { type AdminFilters, adminRows, countByStatus } from "./post-list.sql.ts";
import { missingPost } from "./post-not-found.ts";
import type { AdminPost, AdminPostPage } from "./post-shapes.ts";
import { presentAdminRow, presentForEditing } from "./present-admin-post.ts";

/** Filters, order (`-` before a name: descending), page (from 1) and its size. */
export type AdminListQuery = AdminFilters & { sort: AdminSort; page: number; limit: number };

/**
 * Lists posts of every status for the back office. Totals are exact; a page beyond the end is empty. Two SQL statements.
 */
export async function listAllPosts(ctx: Context, { sort, page, limit, ...query }: AdminListQuery): Promise<AdminPostPage> {
  const search = query.search?.trim().replace(/\s+/g, " ");
  const filters = { ...query, search: search || undefined };
  const offset = (page - 1) * limit;
  const descending = sort.startsWith("-");
  const order = { sort: (descending ? sort.slice(1) : sort) as AdminOrder, descending };
  const find = (among?: number) => adminRows(ctx.db, filters, order, { limit, offset, total: among });
  // Without a search a page is found whether there is one or not; a search is worth counting first.
  const [found, early] = await Promise.all([countByStatus(ctx.db, filters), filters.search === undefined ? find() : undefined]);
  const counts = { all: found.draft + found.published + found.archived, ...found };
  const total = counts[filters.status ?? "all"];
  const rows = early ?? (offset < total ? await find(total) : []);
  return { items: rows.map(presentAdminRow), total, page, pages: Math.ceil(total / limit), limit, counts };
}

/** Reads a post of any status as it is edited. @throws DomainError PGRST116 without such a post */
export async function readForEditing(ctx: Context, id: string): Promise<AdminPost> {
  const row = await findForEditing(ctx.db, id);
  if (!row) throw await missingPost(ctx.db, id);
  return presentForEditing(row);
}
