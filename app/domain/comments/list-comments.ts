import type { Context } from "../context.ts";
import type { AdminComment, AdminCommentPage, CommentCounts } from "./comment.ts";
import type { CommentView } from "./comment-rules.ts";
import { type CommentFilter, countAndFind } from "./comment-search.sql.ts";
import { type AdminRow, findForAdmin } from "./moderation.sql.ts";
import { openReports } from "./report.sql.ts";

type Reports = AdminComment["reports"];

const present = ({ created_at, updated_at, edited_at, ...row }: AdminRow, reports: Reports): AdminComment => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  edited_at: edited_at?.toISOString() ?? null,
  reports,
});

/** What readers object to in these comments, by comment. */
async function reportsOf(ctx: Context, ids: string[]): Promise<Map<string, Reports>> {
  const byId = new Map<string, Reports>();
  const rows = ids.length > 0 ? await openReports(ctx.db, ids) : [];
  for (const { comment_id, reason, created_at } of rows) {
    byId.set(comment_id, [...(byId.get(comment_id) ?? []), { reason, created_at: created_at.toISOString() }]);
  }
  return byId;
}

/** Comments as the back office shows them, in the order of the ids; those that are gone are left out. */
export async function readForAdmin(ctx: Context, ids: string[]): Promise<AdminComment[]> {
  if (ids.length === 0) return [];
  const [rows, reports] = await Promise.all([findForAdmin(ctx.db, ids), reportsOf(ctx, ids)]);
  return rows.map((row) => present(row, reports.get(row.id) ?? []));
}

const sizeOf = (counts: CommentCounts, view: CommentView | undefined) => counts[view ?? "all"];

/**
 * Lists comments for moderation, whatever their status and their article's. A page beyond the end is empty with the right
 * totals. Only for admins, which the caller sees to.
 * @param query the filter, the page (from 1), its size, and whether the newest come first
 */
export async function listComments(
  ctx: Context,
  query: CommentFilter & { page: number; limit: number; newestFirst: boolean },
): Promise<AdminCommentPage> {
  const { page, limit, newestFirst } = query;
  const filter = { view: query.view, search: query.search?.trim() };
  const found = countAndFind(ctx.db, filter, { newestFirst, limit, offset: (page - 1) * limit });
  const [counts, items] = await Promise.all([found.counts, found.ids.then((ids) => readForAdmin(ctx, ids))]);
  const total = sizeOf(counts, filter.view);
  return { items, total, page, pages: Math.ceil(total / limit), limit, counts };
}
