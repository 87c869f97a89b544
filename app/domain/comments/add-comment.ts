import type { Insertable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { authorize, type SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Settings, Site } from "../settings/settings.ts";
import { refuseBanned } from "./bans/refuse-banned.ts";
import { commentPolicy } from "./comment.policy.ts";
import type { AdminComment, OwnComment } from "./comment.ts";
import { alreadyPosted, commentsClosed, rejectedUnanswered } from "./comment-errors.ts";
import { COMMENTS_APPROVED } from "./comment-rules.ts";
import { formTokenAge } from "./comment-tokens.ts";
import { type Commenter, nameForTeam, staffReach, writerColumns } from "./commenter.ts";
import { findOwn, hasApproved, hasPosted } from "./comments.sql.ts";
import { askFilter } from "./filter/ask-filter.ts";
import { judgeComment } from "./judge-comment.ts";
import { readForAdmin, requireArticle } from "./list-comments.ts";
import { applyModeration } from "./moderate-comments.ts";
import { commentLabel, presentOwn } from "./present-comment.ts";

export type CommentSettings = Pick<
  Settings,
  | "allowComments"
  | "moderateComments"
  | "holdFirstOnly"
  | "holdWords"
  | "spamWords"
  | "filterStrictness"
  | "enableNotifications"
  | "adminEmail"
>;

/** `content`: tidied; `replyTo`: the approved comment that it answers. */
export type NewComment = { content: string; replyTo: string | null; hiddenField: string; formToken: string | null };

/** ms in which the same text is a duplicate: at the same place, and a long one anywhere. */
const SAME_PLACE_MS = 10 * 60_000;
const LONG_TEXT_MS = 24 * 60 * 60_000;

/** They often answer several readers in the same words. */
export const duplicatesSince = (now: Date, isStaff: boolean) => ({
  here: new Date(now.getTime() - SAME_PLACE_MS),
  anywhere: isStaff ? now : new Date(now.getTime() - LONG_TEXT_MS),
});

/** Approved; `parent_id` is that of its thread. It can't be deleted until the transaction ends. */
const findAnswerable = (db: Db, postId: string, id: string) =>
  db
    .selectFrom("comments")
    .select(["id", "parent_id"])
    .where("id", "=", id)
    .where("post_id", "=", postId)
    .where("status", "=", "approved")
    .forKeyShare()
    .executeTakeFirst();

/**
 * With moderation on, it is pending and only its author sees it; suspected spam is always pending. Those of
 * admins and moderators, and of authors on their own posts, are published at once.
 * A reply to a reply becomes its sibling: there is one level.
 * @throws DomainError comments_closed; comment_ban; PGRST116 for an article or a comment that isn't public; 23505 when the author has just posted the
 * same there, or a long text anywhere within a day
 */
export async function addComment(
  ctx: Context,
  author: Commenter,
  slug: string,
  input: NewComment,
  of: { settings: CommentSettings; site: Site },
): Promise<OwnComment> {
  const { settings, site } = of;
  if (!settings.allowComments) throw commentsClosed();
  const post = await requireArticle(ctx, slug, staffReach(author));
  if (!post.comments_open) throw commentsClosed();
  const filledIn = input.formToken ? await formTokenAge(ctx, input.formToken, author.id, post.id) : null;
  const isStaff = post.is_within;
  const now = ctx.clock.now();

  const add = async (db: Db) => {
    const inside = { ...ctx, db };
    await refuseBanned(db, author, now);
    const { content, replyTo, hiddenField } = input;
    const since = duplicatesSince(now, isStaff);
    if (await hasPosted(db, { author, postId: post.id, replyTo, content, since, but: null })) throw alreadyPosted();
    const answered = input.replyTo === null ? null : await findAnswerable(db, post.id, input.replyTo);
    if (answered === undefined) throw notFound("Comment");
    const signals = { hiddenField, filledIn };
    const opinion = isStaff ? null : await askFilter(db, { content, author, form: signals, before: null }, { now, settings });
    const isKnown = settings.holdFirstOnly && (await hasApproved(db, author));
    const judgment = judgeComment({ content, signals, isStaff, settings, isKnown, opinion, before: null });
    const { status } = judgment;
    const id = await insertComment(db, {
      content,
      ...judgment,
      ...opinion?.columns,
      post_id: post.id,
      ...writerColumns(author),
      parent_id: answered && (answered.parent_id ?? answered.id),
      reply_to_id: answered?.id ?? null,
      is_reply: answered !== null,
      created_at: now,
      updated_at: now,
    });
    if (status === "approved") await ctx.jobs?.send(COMMENTS_APPROVED, { ids: [id] }, { db });
    // Nobody decides about these.
    if (!isStaff) await notifyOfComment(inside, { id, status, content, who: nameForTeam(author) }, { settings, site });
    const row = await findOwn(db, id, author);
    if (!row) throw notFound("Comment");
    return presentOwn(row, site.defaultAuthor, now);
  };
  return ctx.db.isTransaction ? add(ctx.db) : ctx.db.transaction().execute(add);
}

async function insertComment(db: Db, values: Insertable<DB["comments"]>): Promise<string> {
  const { id } = await db.insertInto("comments").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

const notifyOfComment = (
  ctx: Context,
  { id, status, content, who }: Record<"id" | "status" | "content" | "who", string>,
  { settings, site }: { settings: CommentSettings; site: Site },
) =>
  notifyAdmin(ctx, settings, site, {
    kind: "comment",
    title: status === "pending" ? `A comment by ${who} waits for approval` : `A comment by ${who}`,
    text: content,
    path: status === "pending" ? "/admin/comments?status=pending" : "/admin/comments",
    ...(status === "pending" && { waitingComment: id }),
  });

/**
 * Approves the comment if it was pending. Its author is notified as of any reply.
 * @throws DomainError `forbidden`; comments_closed; comment_ban; comment_rejected; PGRST116 when readers can't see it; 23505 for the same answer again
 */
export async function answerComment(
  ctx: Context,
  moderator: SignedIn,
  id: string,
  content: string,
  settings: Pick<CommentSettings, "allowComments">,
): Promise<AdminComment> {
  authorize(moderator, commentPolicy.answer);
  if (!settings.allowComments) throw commentsClosed();
  const [comment] = await readForAdmin(ctx, moderator, [id]);
  if (!comment) throw notFound("Comment");
  const post = await requireArticle(ctx, comment.post.id);
  if (!post.comments_open) throw commentsClosed();
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await refuseBanned(db, moderator, now);
    const since = duplicatesSince(now, true);
    if (await hasPosted(db, { author: moderator, postId: post.id, replyTo: id, content, since, but: null }))
      throw alreadyPosted();
    if (comment.status === "rejected") throw rejectedUnanswered();
    if (comment.status === "pending") await applyModeration(inside, moderator, [id], { status: "approved" });
    const answered = await findAnswerable(db, post.id, id);
    if (!answered) throw notFound("Comment");
    const made = await insertComment(db, {
      content,
      status: "approved",
      post_id: post.id,
      author_id: moderator.id,
      parent_id: answered.parent_id ?? answered.id,
      reply_to_id: answered.id,
      is_reply: true,
      created_at: now,
      updated_at: now,
    });
    await ctx.jobs?.send(COMMENTS_APPROVED, { ids: [made] }, { db });
    const entry = { entity: "comment", entityId: made, label: commentLabel({ content }), before: null } as const;
    await recordAudit(inside, moderator, { ...entry, action: "created", after: { content, status: "approved" } });
    return made;
  });
  const [shown] = await readForAdmin(ctx, moderator, [reply]);
  if (!shown) throw notFound("Comment");
  return shown;
}
