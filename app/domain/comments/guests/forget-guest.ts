import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Guest } from "../commenter.ts";
import { findByEraseLink } from "./guest-links.ts";
import { UNCONFIRMED_DAYS } from "./guest-rules.ts";

/** Cookies of the guest in any browser no longer work. The comments stay. */
export async function forgetBrowsers({ db }: Context, { id }: Guest): Promise<void> {
  await db.updateTable("guests").set({ version: sql`version + 1` }).where("id", "=", id).execute();
}

/** With name, address and comments; replies of others stay. @throws DomainError guest_link */
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
    const kinds = ["guest_comment", "guest_erase", "comment_reply"];
    await db.deleteFrom("outbox").where("kind", "in", kinds).where(isTheirs("recipient")).execute();
  });

/** Deletes what nobody has confirmed. */
export async function cleanUnconfirmed({ db, clock }: Context): Promise<void> {
  const since = new Date(clock.now().getTime() - UNCONFIRMED_DAYS * 86_400_000);
  await db.deleteFrom("unconfirmed_comments").where("created_at", "<", since).execute();
}
