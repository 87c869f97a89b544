import { type Insertable, type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** Makes whoever changes the keys wait for the others, until the transaction ends. */
export const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(db);

/** The keys that sign or still verify, the newest first. @param retiredSince those retired before are left out */
export const findKeys = (db: Db, retiredSince: Date) =>
  db
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "private_jwk", "retired_at"])
    .where((eb) => eb.or([eb("retired_at", "is", null), eb("retired_at", ">", retiredSince)]))
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();

export const insertKey = (db: Db, values: Insertable<DB["signing_keys"]>) =>
  db.insertInto("signing_keys").values(values).execute();

/** From now on the other keys sign nothing. */
export const retireOthers = (db: Db, kid: string, now: Date) =>
  db.updateTable("signing_keys").set({ retired_at: now }).where("kid", "!=", kid).where("retired_at", "is", null).execute();

/** Forgets the keys that were retired before `before`: nothing that they signed is still valid. */
export const deleteRetired = (db: Db, before: Date) => db.deleteFrom("signing_keys").where("retired_at", "<", before).execute();
