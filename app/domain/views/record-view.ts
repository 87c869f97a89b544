import { sql } from "kysely";
import { isBotAgent } from "../analytics/collect/agents.ts";
import type { ReaderKind } from "../analytics/hit-rules.ts";
import { readOptions } from "../analytics/options.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_ID } from "../posts/post-rules.ts";

/** Within this time, a reader session that opens an article again counts as the same view. */
export const VIEW_WINDOW_MS = 30 * 60 * 1000;

export type ArticleView = {
  postId: string;
  sessionId: string;
  /** the User-Agent, and the languages that the browser accepts */
  userAgent: string;
  acceptLanguage: string | null;
  /** whether the reader opts out of tracking */
  optsOut?: boolean;
  who?: ReaderKind | undefined;
  /** whether the site counts anything */
  isRecorded?: boolean;
};

/**
 * Counts a view of an article, once per reader session in 30 minutes. Leaves out what the analytics leave out: bots, readers who opt
 * out of tracking, and admins unless their visits count.
 * @returns whether it was counted, and the article's current number of views
 * @throws DomainError not_found when no such article is published
 */
export async function recordView(ctx: Context, view: ArticleView): Promise<{ counted: boolean; views_count: number }> {
  const { postId, sessionId } = view;
  if (!POST_ID.test(postId)) throw notFound("Post");
  const counted = (await isReader(ctx, view)) && (await count(ctx, postId.toLowerCase(), sessionId));
  // A trigger updates the counter at the end of the insert, so only a later statement can read it.
  const post = await ctx.db
    .selectFrom("posts")
    .select("views_count")
    .where("id", "=", postId)
    .where("status", "=", "published")
    .executeTakeFirst();
  if (!post) throw notFound("Post");
  return { counted, ...post };
}

async function isReader(ctx: Context, view: ArticleView): Promise<boolean> {
  const { userAgent, acceptLanguage, optsOut = false, who = "anonymous", isRecorded = true } = view;
  if (!isRecorded || optsOut) return false;
  if (userAgent.trim() === "" || isBotAgent(userAgent) || !acceptLanguage) return false;
  return who !== "admin" || (await readOptions(ctx)).count_admins;
}

function count({ db, clock }: Context, postId: string, sessionId: string): Promise<boolean> {
  const now = clock.now();
  const since = new Date(now.getTime() - VIEW_WINDOW_MS);
  return db.transaction().execute(async (trx) => {
    // A unique index can't express a sliding window.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`view ${postId} ${sessionId}`}, 0))`.execute(trx);
    const { rows } = await sql`
      insert into post_views (post_id, session_id, viewed_at)
      select id, ${sessionId}::text, ${now}::timestamptz from posts
      where id = ${postId}::uuid and status = 'published' and not exists (
        select from post_views where post_id = ${postId}::uuid and session_id = ${sessionId} and viewed_at > ${since})
      returning id`.execute(trx);
    return rows.length > 0;
  });
}

/** Removes the reader session from views that are older than the window. The views stay. */
export async function anonymizeViews({ db, clock }: Context): Promise<void> {
  const until = new Date(clock.now().getTime() - VIEW_WINDOW_MS);
  await sql`update post_views set session_id = null where session_id is not null and viewed_at <= ${until}`.execute(db);
}
