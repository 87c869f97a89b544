import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** Deletes sessions, with their tokens, that ended more than so many days ago. */
export const deleteEndedSessions = (db: Db, days: number) =>
  db.deleteFrom("auth_sessions").where("ended_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();

/**
 * Deletes the tokens of mails that can't be used any more. Those of sign-ups stay for so many days longer: they hold what a mail
 * that is asked for later confirms.
 */
export const deleteExpiredTokens = (db: Db, signUpDays: number) =>
  db
    .deleteFrom("one_time_tokens")
    .where(sql<boolean>`expires_at < now() - make_interval(days => case kind when 'signup' then ${signUpDays}::int else 0 end)`)
    .execute();
