import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { type CommentSettings, duplicatesSince } from "./add-comment.ts";
import { refuseBanned } from "./bans/refuse-banned.ts";
import { commentPolicy } from "./comment.policy.ts";
import type { OwnComment } from "./comment.ts";
import { alreadyPosted, editTimeOver } from "./comment-errors.ts";
import { type CommentStatus, EDIT_MS } from "./comment-rules.ts";
import { type Commenter, mayDelete, mayEdit, staffReach } from "./commenter.ts";
import { findOwn, hasApproved, hasPosted } from "./comments.sql.ts";
import { askFilter } from "./filter/ask-filter.ts";
import { unlearnComment } from "./filter/learn-decisions.ts";
import { judgeComment } from "./judge-comment.ts";
import { presentOwn } from "./present-comment.ts";

/**
 * With moderation on, an approved comment becomes pending again, because nobody has checked its new text; suspected spam always does.
 * @throws DomainError comment_ban; PGRST116 unless it is their own; edit_time_over; 23505 for a text that they have just posted
 */
export async function editComment(
  ctx: Context,
  author: Commenter,
  id: string,
  content: string,
  { settings, site }: { settings: CommentSettings; site: Site },
): Promise<OwnComment> {
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (db) => {
    await refuseBanned(db, author, now);
    const comment = await lockForReader(db, id, author);
    if (!comment || !mayEdit(author, comment)) throw notFound("Comment");
    if (now.getTime() - comment.created_at.getTime() >= EDIT_MS) throw editTimeOver();
    if (content !== comment.content) {
      const { post_id: postId, reply_to_id: replyTo } = comment;
      const isStaff = comment.is_within;
      const since = duplicatesSince(now, isStaff);
      if (await hasPosted(db, { author, postId, replyTo, content, since, but: id })) throw alreadyPosted();
      const signals = { hiddenField: "", filledIn: null };
      if (comment.learned_as !== null) await unlearnComment(db, id);
      const opinion = isStaff
        ? null
        : await askFilter(db, { content, author, form: signals, before: comment }, { now, settings });
      const isKnown = settings.holdFirstOnly && (await hasApproved(db, author));
      const judgment = judgeComment({ content, signals, isStaff, settings, isKnown, opinion, before: comment });
      await db
        .updateTable("comments")
        .set({ content, ...judgment, ...opinion?.columns, decided_as: null, edited_at: now, updated_at: now })
        .where("id", "=", id)
        .execute();
    }
    const row = await findOwn(db, id, author);
    if (!row) throw notFound("Comment");
    return presentOwn(row, site.defaultAuthor, now);
  });
}

async function lockForReader(db: Db, id: string, reader: Commenter) {
  const reach = staffReach(reader);
  const row = await db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .select([
      "comments.id",
      "comments.post_id",
      "comments.author_id",
      "comments.guest_id",
      "comments.content",
      "comments.status",
      "comments.reply_to_id",
    ])
    .select(["comments.learned_as", "comments.signals"])
    .select(["comments.created_at", "comments.is_spam", "comments.spam_reason", "posts.title"])
    .select(reach(sql.ref("comments.post_id")).as("is_within"))
    .where("comments.id", "=", id)
    .where("posts.status", "=", "published")
    .forNoKeyUpdate("comments")
    .executeTakeFirst();
  return row && { ...row, status: row.status as CommentStatus };
}

/** However old. Its replies stay. @throws DomainError PGRST116 unless it is their own */
export async function deleteOwnComment(ctx: Context, author: Commenter, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const comment = await db
      .selectFrom("comments")
      .select(["author_id", "guest_id"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!comment || !mayDelete(author, comment)) throw notFound("Comment");
    await db.deleteFrom("comments").where("id", "=", id).execute();
  });
}

/** @param reason may be empty @throws DomainError comment_ban; PGRST116 for a comment that isn't public or is the reader's own; 23505 the second time */
export async function reportComment(ctx: Context, reader: SignedIn, id: string, reason: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (db) => {
    await refuseBanned(db, reader, now);
    const comment = await lockForReader(db, id, reader);
    if (!comment || !commentPolicy.report.allows(reader, comment)) throw notFound("Comment");
    const isNew = await insertReport(db, { commentId: id, userId: reader.id, reason, now });
    if (!isNew) throw duplicate("You have already reported this comment.");
  });
}

async function insertReport(
  db: Db,
  { commentId, userId, reason, now }: { commentId: string; userId: string; reason: string; now: Date },
): Promise<boolean> {
  const added = await db
    .insertInto("comment_reports")
    .values({ comment_id: commentId, user_id: userId, reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("comment_id")
    .executeTakeFirst();
  return added !== undefined;
}
