import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { component, count, EXAMPLE, exampleOf } from "../schema-fields.ts";
import { refuseBanned } from "./bans/refuse-banned.ts";
import { type Recipient, readUnfollowToken } from "./comment-tokens.ts";
import type { Commenter } from "./commenter.ts";
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

const columnOf = ({ kind }: Pick<Recipient, "kind">) => (kind === "guest" ? "guest_id" : "user_id");

/**
 * Can be repeated. Those who are banned can stop, but not begin.
 * @param slug current, former, or the id @throws DomainError PGRST116 unless it is published; comment_ban; `too_many`
 */
export async function setFollowing(ctx: Context, reader: Commenter, slug: string, wanted: boolean): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => setFollowing({ ...ctx, db }, reader, slug, wanted));
  const { id: post_id } = await requireArticle(ctx, slug);
  if (!wanted) return stop(ctx.db, reader, post_id);
  const { db, clock } = ctx;
  await refuseBanned(db, reader, clock.now());
  const column = columnOf(reader);
  const all = await db.selectFrom("followed_threads").select("post_id").where(column, "=", reader.id).execute();
  if (all.length >= FOLLOWED_MAX && !all.some((one) => one.post_id === post_id)) throw tooMany();
  await db
    .insertInto("followed_threads")
    .values({ [column]: reader.id, post_id, followed_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const stop = async (db: Db, follower: Recipient, postId: string): Promise<void> =>
  void (await db
    .deleteFrom("followed_threads")
    .where(columnOf(follower), "=", follower.id)
    .where("post_id", "=", postId)
    .execute());

/** The newest first. Articles that aren't published are left out until they are again. */
export async function listFollowed({ db }: Pick<Context, "db">, follower: Recipient) {
  const rows = await db
    .selectFrom("followed_threads as f")
    .innerJoin("posts as p", "p.id", "f.post_id")
    .select(["p.slug", "p.title", "p.comments_count", "f.followed_at"])
    .where(`f.${columnOf(follower)}`, "=", follower.id)
    .where("p.status", "=", "published")
    .orderBy("f.followed_at", "desc")
    .orderBy("p.id")
    .execute();
  return rows.map(({ followed_at, ...row }) => ({ ...row, followed_at: followed_at.toISOString() }));
}

/** Whether the link's reader follows the thread; undefined if the account or the guest is gone. @throws DomainError unsubscribe_link */
export async function readUnfollowLink(
  ctx: Context,
  token: string,
): Promise<Pick<Recipient, "kind"> & { wanted: boolean | undefined }> {
  const { follower, postId } = await readUnfollowToken(ctx, token);
  const { kind, id } = follower;
  const isThere = await ctx.db
    .selectFrom(kind === "guest" ? "guests" : "users")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return { kind, wanted: isThere && (await isFollowed(ctx.db, follower, postId)) };
}

/** Can be repeated. @throws DomainError unsubscribe_link */
export async function unfollowByLink(ctx: Context, token: string): Promise<void> {
  const { follower, postId } = await readUnfollowToken(ctx, token);
  await stop(ctx.db, follower, postId);
}
