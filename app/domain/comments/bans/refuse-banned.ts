import type { Db } from "../../../platform/database/db.ts";
import { bannedUntil } from "../comment-errors.ts";
import type { Commenter } from "../commenter.ts";
import { lockAuthor } from "../comments.sql.ts";

/**
 * For every write of a commenter except deletion, in its transaction. A ban waits for the same lock, so that it comes before the write or
 * after it. @throws DomainError comment_ban
 */
export async function refuseBanned(db: Db, who: Commenter, now: Date): Promise<void> {
  await lockAuthor(db, who);
  const ban = await findBan(db, who, now);
  if (ban) throw bannedUntil(ban.ends_at);
}

const findBan = (db: Db, { kind, id }: Commenter, now: Date) =>
  db
    .selectFrom("comment_bans")
    .select("ends_at")
    .where(kind === "guest" ? "guest_id" : "user_id", "=", id)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .executeTakeFirst();
