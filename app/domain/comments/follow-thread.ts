import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { component, count, EXAMPLE, exampleOf } from "../schema-fields.ts";
import { readUnfollowToken } from "./comment-tokens.ts";
import { isFollowed, requireArticle } from "./list-comments.ts";

export const following = component(
  "Following",
  z.object({ following: z.boolean().describe("Whether you get an email about each new comment") }),
  { following: true },
);

const followedThread = component(
  "FollowedThread",
  z.object({
    slug: z.string(),
    title: z.string(),
    followed_at: z.string().meta({ format: "date-time" }),
    comments_count: count,
  }),
  { slug: "mood-tracking-guide", title: "A guide to mood tracking", followed_at: EXAMPLE.date, comments_count: 3 },
);

export const followedThreads = component("FollowedThreads", z.object({ items: z.array(followedThread) }), {
  items: [exampleOf(followedThread)],
});

const FOLLOWED_MAX = 500;

const tooMany = () =>
  new DomainError(
    "conflict",
    "too_many",
    `You follow the comments on ${FOLLOWED_MAX} articles. Stop following one of them first.`,
  );

/** Can be repeated. @param slug current, former, or the id @throws DomainError PGRST116 unless it is published; `too_many` */
export async function setFollowing(ctx: Context, reader: SignedIn, slug: string, wanted: boolean): Promise<void> {
  const { id: post_id } = await requireArticle(ctx, slug);
  if (!wanted) return stop(ctx.db, reader.id, post_id);
  const { db, clock } = ctx;
  const all = await db.selectFrom("followed_threads").select("post_id").where("user_id", "=", reader.id).execute();
  if (all.length >= FOLLOWED_MAX && !all.some((one) => one.post_id === post_id)) throw tooMany();
  await db
    .insertInto("followed_threads")
    .values({ user_id: reader.id, post_id, followed_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const stop = async (db: Db, userId: string, postId: string): Promise<void> =>
  void (await db.deleteFrom("followed_threads").where("user_id", "=", userId).where("post_id", "=", postId).execute());

/** The newest first. Articles that aren't published are left out until they are again. */
export async function listFollowed({ db }: Pick<Context, "db">, userId: string) {
  const rows = await db
    .selectFrom("followed_threads as f")
    .innerJoin("posts as p", "p.id", "f.post_id")
    .select(["p.slug", "p.title", "p.comments_count", "f.followed_at"])
    .where("f.user_id", "=", userId)
    .where("p.status", "=", "published")
    .orderBy("f.followed_at", "desc")
    .orderBy("p.id")
    .execute();
  return rows.map(({ followed_at, ...row }) => ({ ...row, followed_at: followed_at.toISOString() }));
}

/** Whether the link's reader follows the thread; undefined if the account was deleted. @throws DomainError unsubscribe_link */
export async function readUnfollowLink(ctx: Context, token: string): Promise<boolean | undefined> {
  const { userId, postId } = await readUnfollowToken(ctx, token);
  const user = await ctx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  return user && isFollowed(ctx.db, userId, postId);
}

/** Can be repeated. @throws DomainError unsubscribe_link */
export async function unfollowByLink(ctx: Context, token: string): Promise<void> {
  const { userId, postId } = await readUnfollowToken(ctx, token);
  await stop(ctx.db, userId, postId);
}
