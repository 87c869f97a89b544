import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Guest } from "../commenter.ts";
import { findByEraseLink } from "./guest-links.ts";
import { IDLE_GUEST_DAYS, UNCONFIRMED_DAYS } from "./guest-rules.ts";

/** Cookies of the guest in any browser no longer work. The comments stay. */
export async function forgetBrowsers({ db }: Context, { id }: Guest): Promise<void> {
  await db.updateTable("guests").set({ version: sql`version + 1` }).where("id", "=", id).execute();
}

/** With name, address, comments and followed threads; replies of others stay. @throws DomainError guest_link */
export const eraseGuest = (ctx: Context, token: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const { id, email } = await findByEraseLink({ ...ctx, db }, token);
    const isTheirs = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${email})`;
    // In the order in which a comment is confirmed.
    await db.deleteFrom("unconfirmed_comments").where(isTheirs("email")).execute();
    await db.selectFrom("guests").select("id").where("id", "=", id).forUpdate().execute();
    await sql`select from comments where guest_id = ${id}::uuid order by id for update`.execute(db);
    await db.deleteFrom("comments").where("guest_id", "=", id).execute();
    await db.deleteFrom("guests").where("id", "=", id).execute();
    const kinds = ["guest_comment", "guest_follow", "guest_erase", "comment_reply", "thread_comment"];
    await db.deleteFrom("outbox").where("kind", "in", kinds).where(isTheirs("recipient")).execute();
  });

const daysAgo = ({ clock }: Context, days: number) => new Date(clock.now().getTime() - days * 86_400_000);

/** For the daily cleaning: what nobody has confirmed, and guests who have no comments, follow nothing and aren't banned. */
export async function cleanGuests(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom("unconfirmed_comments").where("created_at", "<", daysAgo(ctx, UNCONFIRMED_DAYS)).execute();
  await ctx.db.transaction().execute(async (db) => {
    const isIdle = sql`g.confirmed_at < ${daysAgo(ctx, IDLE_GUEST_DAYS)} and not exists (select from comments where guest_id = g.id)
      and not exists (select from followed_threads where guest_id = g.id) and not exists (select from comment_bans where guest_id = g.id)`;
    const { rows } = await sql<{ id: string }>`select g.id from guests g where ${isIdle} for update skip locked`.execute(db);
    // Again, because somebody may have commented before the rows were locked.
    await sql`delete from guests g where g.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isIdle}`.execute(db);
  });
}
