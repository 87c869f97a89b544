import { recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Author, CommentSettings } from "./add-comment.ts";
import { commentLabel } from "./audited.ts";
import { commentPolicy } from "./comment.policy.ts";
import type { AdminComment } from "./comment.ts";
import { COMMENTS_APPROVED } from "./comment-rules.ts";
import { findAnswerable, hasSaid, insertComment, lockAuthor } from "./comments.sql.ts";
import { alreadySaid, commentsClosed, rejectedUnanswered } from "./errors.ts";
import { readForAdmin } from "./list-comments.ts";
import { setStandings } from "./moderate-comments.ts";
import { requireArticle } from "./read-thread.ts";

/**
 * Publishes an admin's reply to a comment. A comment that was pending is approved with it. The author of the comment is notified as of
 * any reply.
 * @param id the comment that is answered. @param content tidied. @returns the reply
 * @throws DomainError `forbidden`; comments_closed; comment_rejected; PGRST116 for a comment or an article that isn't there for readers; 23505
 *   when the admin has said the same under this article before
 */
export async function answerComment(
  ctx: Context,
  admin: Author,
  id: string,
  content: string,
  settings: Pick<CommentSettings, "allowComments">,
): Promise<AdminComment> {
  authorize(admin, commentPolicy.answer);
  if (!settings.allowComments) throw commentsClosed();
  const [comment] = await readForAdmin(ctx, [id]);
  if (!comment) throw notFound("Comment");
  const post = await requireArticle(ctx, comment.post.id);
  if (!post.comments_open) throw commentsClosed();
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await lockAuthor(db, admin.id);
    if (await hasSaid(db, { authorId: admin.id, postId: post.id, content, since: now, but: null })) throw alreadySaid();
    if (comment.status === "rejected") throw rejectedUnanswered();
    if (comment.status === "pending") await setStandings(inside, admin, [id], { status: "approved" });
    const answered = await findAnswerable(db, post.id, id);
    if (!answered) throw notFound("Comment");
    const made = await insertComment(db, {
      content,
      status: "approved",
      post_id: post.id,
      author_id: admin.id,
      parent_id: answered.parent_id ?? answered.id,
      reply_to_id: answered.id,
      is_reply: true,
      created_at: now,
      updated_at: now,
    });
    await ctx.jobs?.send(COMMENTS_APPROVED, { ids: [made] }, { db });
    const entry = { entity: "comment", entityId: made, label: commentLabel({ content }), before: null } as const;
    await recordAudit(inside, admin, { ...entry, action: "created", after: { content, status: "approved" } });
    return made;
  });
  const [shown] = await readForAdmin(ctx, [reply]);
  if (!shown) throw notFound("Comment");
  return shown;
}
