import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { findCommentsOf, findMailTo, findOwnRow, findPostsOf, findSessionsOf } from "./users.sql.ts";

/**
 * Everything that the site holds about a user, as it stood at one moment. Secrets (hashes, tokens, links in mails) stay out.
 * @returns plain data to be written as JSON; dates are ISO 8601 in UTC there
 * @throws DomainError PGRST116 when the account has just been deleted
 */
export async function exportAccount(ctx: Context, userId: string) {
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const profile = await findOwnRow(db, userId);
      if (!profile) throw notFound("User");
      return {
        exported_at: ctx.clock.now(),
        profile,
        sessions: await findSessionsOf(db, userId),
        posts: await findPostsOf(db, userId),
        comments: await findCommentsOf(db, userId),
        mails: await findMailTo(db, profile.email),
      };
    });
}
