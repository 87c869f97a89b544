import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_ID, POST_SLUG } from "../posts/post-rules.ts";
import type { AdminComment, AdminCommentPage, CommentCounts, OwnThread, ThreadPage } from "./comment.ts";
import { type CommentView, THREAD_PAGE_SIZE } from "./comment-rules.ts";
import { type CommentFilter, countAndFind } from "./comment-search.sql.ts";
import { issueFormToken } from "./comment-tokens.ts";
import { type Article, findArticle, openReports, ownOnArticle, reportedBy, threadPage } from "./comments.sql.ts";
import { type AdminRow, findForAdmin } from "./moderation.sql.ts";
import { presentComment, presentOwn } from "./present-comment.ts";

/** Turns an article's identifier into query parameters. @throws DomainError PGRST116 when it can't be one */
function identify(slug: string): { slug: string; id: string | null } {
  const id = POST_ID.test(slug) ? slug.toLowerCase() : null;
  if (id === null && !POST_SLUG.test(slug)) throw notFound("Post");
  return { slug, id };
}

/**
 * Reads a page of the approved comments of a published article, oldest first, each followed by its replies. A page beyond the end is
 * empty but has the right totals. One SQL statement.
 * @param slug its slug, an old one, or its id
 * @param page from 1
 * @param byline the name of admins without a name
 * @throws DomainError PGRST116 when no such article is published
 */
export async function readThread(ctx: Context, slug: string, page: number, byline: string): Promise<ThreadPage> {
  const range = { limit: THREAD_PAGE_SIZE, offset: (page - 1) * THREAD_PAGE_SIZE };
  const found = await threadPage(ctx.db, identify(slug), range);
  if (!found) throw notFound("Post");
  const { total, rows } = found;
  return { comments: rows.map((row) => presentComment(row, byline)), total, page, pages: Math.ceil(total / THREAD_PAGE_SIZE) };
}

/** The published article with a slug, an old slug or an id. @throws DomainError PGRST116 when there is none */
export async function requireArticle(ctx: Context, identifier: string): Promise<Article> {
  const { slug, id } = identify(identifier);
  const post = await findArticle(ctx.db, slug, id);
  if (!post) throw notFound("Post");
  return post;
}

/**
 * Reads what concerns the signed-in reader: their own comments, including pending ones; the comments that they have reported; and a
 * form token.
 * @throws DomainError PGRST116 when no such article is published
 */
export async function readOwnThread(ctx: Context, slug: string, userId: string, byline: string): Promise<OwnThread> {
  const post = await requireArticle(ctx, slug);
  const now = ctx.clock.now();
  const rows = await ownOnArticle(ctx.db, post.id, userId);
  return {
    comments: rows.map((row) => presentOwn(row, byline, now)),
    reported: await reportedBy(ctx.db, post.id, userId),
    ticket: await issueFormToken(ctx, userId, post.id),
  };
}

type Reports = AdminComment["reports"];

const present = ({ created_at, updated_at, edited_at, ...row }: AdminRow, reports: Reports): AdminComment => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  edited_at: edited_at?.toISOString() ?? null,
  reports,
});

/** The open reports of these comments, by comment. */
async function reportsOf(ctx: Context, ids: string[]): Promise<Map<string, Reports>> {
  const byId = new Map<string, Reports>();
  const rows = ids.length > 0 ? await openReports(ctx.db, ids) : [];
  for (const { comment_id, reason, created_at } of rows) {
    byId.set(comment_id, [...(byId.get(comment_id) ?? []), { reason, created_at: created_at.toISOString() }]);
  }
  return byId;
}

/** Reads comments for the back office, in the order of the ids; those that don't exist are skipped. */
export async function readForAdmin(ctx: Context, ids: string[]): Promise<AdminComment[]> {
  if (ids.length === 0) return [];
  const [rows, reports] = await Promise.all([findForAdmin(ctx.db, ids), reportsOf(ctx, ids)]);
  return rows.map((row) => present(row, reports.get(row.id) ?? []));
}

const sizeOf = (counts: CommentCounts, view: CommentView | undefined) => counts[view ?? "all"];

/**
 * Lists comments for moderation, whatever their status and that of their article. A page beyond the end is empty but has the right
 * totals. The caller checks the permission.
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
