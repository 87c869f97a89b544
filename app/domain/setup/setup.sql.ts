import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** Lets one instance at a time make a link or use it, until the transaction ends. */
export const lockSetup = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('setup link'))`.execute(db);

/** The link, used or not. */
export const findLink = (db: Db) =>
  db.selectFrom("setup_links").select(["token_hash", "created_at", "expires_at", "used_at"]).executeTakeFirst();

/** SQL, also for a restore, which has a connection of its own. */
export const UNTOUCHED_ADMIN = `
  select u.id from users u
  where u.role = 'admin' and u.last_sign_in_at is null
    and not exists (select from users o where o.id <> u.id and (not o.is_demo or o.role = 'admin' or o.last_sign_in_at is not null))
    and not exists (select from posts where not is_demo or updated_at > created_at)
    and not exists (select from settings where version > 1)`;

/**
 * The first admin of an installation that nobody has used yet: nobody has signed in, and besides untouched demo content there are neither
 * accounts nor posts nor saved settings.
 * @returns their id; undefined if somebody has begun to use the installation
 */
export async function untouchedAdmin(db: Db): Promise<string | undefined> {
  const { rows } = await sql.raw<{ id: string }>(UNTOUCHED_ADMIN).execute(db);
  return rows[0]?.id;
}
