import { randomUUID } from "node:crypto";
import type { Insertable, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { insertComments, takenIds } from "../imported.sql.ts";
import { type KnownItem, knownItems, noteItems } from "../imports.sql.ts";
import type { ImportedPost } from "../items.ts";
import type { Notes } from "../report.ts";

const SPAM_REASONS = new Set(["too_many_links", "hidden_field", "too_fast", "marked_by_admin"]);

/** Rows of one statement: PostgreSQL takes 65 535 values. */
const ROWS = 2000;

/** A comment's key among all of the source. */
const keyOf = (post: ImportedPost, key: string) => `comment:${post.key}/${key}`.slice(0, 2000);

/**
 * Stores the comments of posts. Those that an earlier import brought are left aside.
 * @param source its name
 * @param authors accounts by the authors' keys
 */
export async function storeComments(
  db: Transaction<DB>,
  source: string,
  posts: { post: ImportedPost; id: string }[],
  authors: ReadonlyMap<string, string>,
  { count }: Notes,
): Promise<void> {
  const all = posts.flatMap(({ post, id }) =>
    post.comments.map((comment) => ({ comment, post, postId: id, key: keyOf(post, comment.key) })),
  );
  if (all.length === 0) return;
  const known = await knownItems(
    db,
    source,
    all.map(({ key }) => key),
  );
  const taken = await takenIds(
    db,
    "comments",
    all.flatMap(({ comment }) => comment.id ?? []),
  );
  const ids = new Map([...known].map(([key, { entity_id }]) => [key, entity_id]));
  const standing = await takenIds(db, "comments", [...ids.values()]);
  const fresh = all.filter(({ key, comment }) => !known.has(key) && !(comment.id && taken.has(comment.id)));
  for (const { key, comment } of fresh) ids.set(key, comment.id ?? randomUUID());
  const freshKeys = new Set(fresh.map(({ key }) => key));
  const idOf = (post: ImportedPost, name: string | null | undefined) => {
    const key = name ? keyOf(post, name) : "";
    const id = ids.get(key);
    return id && (freshKeys.has(key) || standing.has(id)) ? id : null;
  };
  const rows = fresh.map(({ comment, post, postId, key }): Insertable<DB["comments"]> & { is_root: boolean } => {
    const parent_id = idOf(post, comment.parent);
    const author_id = comment.author === null ? null : (authors.get(comment.author) ?? null);
    return {
      id: ids.get(key),
      post_id: postId,
      content: comment.content.replaceAll("\0", "").toWellFormed(),
      status: comment.status,
      is_spam: comment.spam,
      spam_reason: comment.spamReason && SPAM_REASONS.has(comment.spamReason) ? comment.spamReason : null,
      author_id,
      guest_name: author_id === null ? comment.name : null,
      parent_id,
      reply_to_id: idOf(post, comment.replyTo),
      is_reply: comment.isReply ?? comment.parent !== null,
      created_at: comment.created_at,
      updated_at: comment.updated_at,
      edited_at: comment.edited_at,
      notified_at: comment.created_at,
      is_root: parent_id === null,
    };
  });
  for (const root of [true, false]) {
    const some = rows.filter(({ is_root }) => is_root === root).map(({ is_root: _, ...row }) => row);
    for (let at = 0; at < some.length; at += ROWS) await insertComments(db, some.slice(at, at + ROWS));
  }
  const noted = fresh.map(({ key }): KnownItem => ({ key, entity_id: ids.get(key) ?? "", hash: "", version: null }));
  for (let at = 0; at < noted.length; at += ROWS) await noteItems(db, source, noted.slice(at, at + ROWS));
  count("comments", "added", fresh.length);
  count("comments", "unchanged", all.length - fresh.length);
}
