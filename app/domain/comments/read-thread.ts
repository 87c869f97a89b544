import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_ID, POST_SLUG } from "../posts/post-rules.ts";
import type { OwnThread, ThreadPage } from "./comment.ts";
import { THREAD_PAGE_SIZE } from "./comment-rules.ts";
import { type Article, findArticle, ownOnArticle, threadPage } from "./comments.sql.ts";
import { issueFormToken } from "./form-token.ts";
import { presentComment, presentOwn } from "./present-comment.ts";
import { reportedBy } from "./report.sql.ts";

/** An article's identifier as the queries take it. @throws DomainError PGRST116 when it can't be one */
function identify(slug: string): { slug: string; id: string | null } {
  const id = POST_ID.test(slug) ? slug.toLowerCase() : null;
  if (id === null && !POST_SLUG.test(slug)) throw notFound("Post");
  return { slug, id };
}

/**
 * Reads the approved comments of a published article, oldest first, each followed by its replies. A page beyond the end is
 * empty with the right totals. One SQL statement.
 * @param slug its slug, an earlier one, or its id. @param page from 1. @param byline what admins without a name sign with
 * @throws DomainError PGRST116 when no such article is published
 */
export async function readThread(ctx: Context, slug: string, page: number, byline: string): Promise<ThreadPage> {
  const range = { limit: THREAD_PAGE_SIZE, offset: (page - 1) * THREAD_PAGE_SIZE };
  const found = await threadPage(ctx.db, identify(slug), range);
  if (!found) throw notFound("Post");
  const { total, rows } = found;
  return { comments: rows.map((row) => presentComment(row, byline)), total, page, pages: Math.ceil(total / THREAD_PAGE_SIZE) };
}

/** The published article of a slug, an old slug or an id. @throws DomainError PGRST116 when there is none */
export async function requireArticle(ctx: Context, identifier: string): Promise<Article> {
  const { slug, id } = identify(identifier);
  const post = await findArticle(ctx.db, slug, id);
  if (!post) throw notFound("Post");
  return post;
}

/**
 * Reads what a reader has to do with an article's comments: their own, also those that wait; what they have reported; and a
 * ticket for the form.
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
