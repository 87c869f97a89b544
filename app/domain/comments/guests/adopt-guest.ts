import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Context } from "../../context.ts";

/** Their comments and followed threads become the user's, once they have proven that the address is theirs. Can be repeated. @param whose user or address */
export async function adoptGuest(ctx: Context, whose: { userId: string } | { email: string }): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => adoptGuest({ ...ctx, db }, whose));
  const isUser = "userId" in whose ? sql`u.id = ${whose.userId}::uuid` : sql`lower(u.email) = lower(${whose.email})`;
  const { rows } = await sql<{ id: string; user_id: string }>`
    select g.id, u.id as user_id from guests g join users u on lower(u.email) = lower(g.email)
    where ${isUser} and u.email_confirmed_at is not null for update of g`.execute(ctx.db);
  for (const { id, user_id } of rows) {
    await sql`select from comments where guest_id = ${id}::uuid order by id for no key update`.execute(ctx.db);
    await ctx.db
      .updateTable("comments")
      .set({ author_id: user_id, guest_id: null, guest_name: null })
      .where("guest_id", "=", id)
      .execute();
    await sql`
      insert into followed_threads (user_id, post_id, followed_at)
      select ${user_id}::uuid, post_id, followed_at from followed_threads where guest_id = ${id}::uuid
      on conflict do nothing`.execute(ctx.db);
    await carryBan(ctx.db, id, user_id);
    await ctx.db.deleteFrom("guests").where("id", "=", id).execute();
  }
}

/** The longer one stays if both are banned. Moderators can't ban the team, so no guest's ban reaches it either. */
const carryBan = (db: Db, guestId: string, userId: string) =>
  sql`
    insert into comment_bans as b (user_id, reason, ends_at, banned_by, created_at)
    select u.id, g.reason, g.ends_at, g.banned_by, g.created_at from comment_bans g join users u on u.id = ${userId}::uuid
    where g.guest_id = ${guestId}::uuid and u.role = 'user' and not exists (select from grants where user_id = u.id)
    on conflict (user_id) do update set
      reason = excluded.reason, ends_at = excluded.ends_at, banned_by = excluded.banned_by, created_at = excluded.created_at
      where coalesce(excluded.ends_at, 'infinity') > coalesce(b.ends_at, 'infinity')`.execute(db);
