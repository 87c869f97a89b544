import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { ensureReader, insertDemoComment } from "./demo-comments.sql.ts";
import type { SeedConversation, SeedReply } from "./schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The demo articles: by slug their ids and since when they are published. */
export type SeededPosts = Map<string, { id: string; since: Date }>;

/**
 * Stores the demo conversation: readers who have accounts but no way in, and what they say, none of it in the future.
 * @param of `authorId` says what the file gives to `author`
 */
export async function storeConversation(
  trx: Transaction<DB>,
  { readers, threads }: SeedConversation,
  of: { authorId: string; posts: SeededPosts; now: Date },
): Promise<void> {
  const starts = [...of.posts.values()].map(({ since }) => since.getTime());
  const since = new Date(Math.min(of.now.getTime(), ...starts));
  const ids = new Map([["author", of.authorId]]);
  for (const { id, ...reader } of readers) ids.set(id, await ensureReader(trx, { ...reader, since }));

  for (const { post, comments } of threads) {
    const article = of.posts.get(post);
    if (!article) continue;
    const say = ({ by, after, text }: SeedReply, more: { status: string; parent_id: string | null }) => {
      const at = new Date(Math.min(article.since.getTime() + after * DAY_MS, of.now.getTime()));
      const { parent_id } = more;
      return insertDemoComment(trx, {
        ...more,
        content: text,
        post_id: article.id,
        author_id: ids.get(by) ?? null,
        reply_to_id: parent_id,
        is_reply: parent_id !== null,
        created_at: at,
        updated_at: at,
      });
    };
    for (const { status, replies, ...comment } of comments) {
      const parent_id = await say(comment, { status, parent_id: null });
      for (const reply of replies) await say(reply, { status: "approved", parent_id });
    }
  }
}
