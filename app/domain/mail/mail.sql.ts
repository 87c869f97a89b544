import { type Insertable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { MailState } from "./mail.ts";

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`;

/** Adds a message. Uses the database's clock, because the times are compared with those of its jobs. @returns its id */
export async function insertMail(
  db: Db,
  values: Omit<Insertable<DB["outbox"]>, "useful_until">,
  usefulSeconds: number,
): Promise<string> {
  const { id } = await db
    .insertInto("outbox")
    .values({ ...values, useful_until: seconds(usefulSeconds) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Claims a message that is due, for one attempt: nobody else can claim it for `lease` seconds.
 * @returns undefined if it is sent, given up, or claimed by another process
 */
export const claimMail = (db: Db, id: string, lease: number) =>
  db
    .updateTable("outbox")
    .set({ attempts: sql`attempts + 1`, next_attempt_at: seconds(lease) })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .where("next_attempt_at", "<=", sql<Date>`now()`)
    .returning(["id", "recipient", "kind", "subject", "body_text", "body_html", "link", "code", "attempts", "unsubscribe"])
    .returning(sql<boolean>`useful_until > now()`.as("useful"))
    .executeTakeFirst();

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** In how many seconds a waiting message is due; undefined if it isn't waiting. */
export const dueIn = (db: Db, id: string) =>
  db
    .selectFrom("outbox")
    .select(sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as("seconds"))
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirst();

/** Marks a message as sent and replaces its `texts`. */
export const markSent = (db: Db, id: string, texts: { body_text?: string; body_html?: string; link?: null; code?: null }) =>
  db
    .updateTable("outbox")
    .set({ ...texts, sent_at: sql`now()`, last_error: null })
    .where("id", "=", id)
    .execute();

/** Records why a message wasn't sent, and when to try again: in `pause` seconds, or never (null). */
export const markFailed = (db: Db, id: string, error: string, pause: number | null) =>
  db
    .updateTable("outbox")
    .set({ last_error: error, ...(pause === null ? { given_up_at: sql`now()` } : { next_attempt_at: seconds(pause) }) })
    .where("id", "=", id)
    .execute();

/** The messages that wait to be sent, each with the seconds until it is due. */
export const waitingMail = (db: Db) =>
  db
    .selectFrom("outbox")
    .select("id")
    .select(sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as("seconds"))
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .execute();

/** How many messages wait and were given up, and for how many seconds the oldest that waits has waited. */
export const countUnsent = (db: Db) =>
  db
    .selectFrom("outbox")
    .select([
      sql<number>`count(*) filter (where state = 'waiting')::int`.as("waiting"),
      sql<number>`count(*) filter (where state = 'given up')::int`.as("givenUp"),
      sql<number>`coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::int`.as(
        "oldestSeconds",
      ),
    ])
    .where(sql`state`, "in", ["waiting", "given up"])
    .executeTakeFirstOrThrow();

const SHOWN = [
  "id",
  "recipient",
  "kind",
  "subject",
  "link",
  "code",
  "body_text",
  "created_at",
  "sent_at",
  "attempts",
  "last_error",
] as const;
/** A generated column (0015_back_office.sql), which has no other values. */
const STATE = sql<MailState>`state`.as("state");

/** A page of messages, newest first, of all states or of one. */
export const mailsOfPage = (db: Db, { limit, offset, state }: { limit: number; offset: number; state?: MailState | undefined }) =>
  db
    .selectFrom("outbox")
    .select(SHOWN)
    .select(STATE)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

export type OutboxRow = Awaited<ReturnType<typeof mailsOfPage>>[number];

/** How many messages there are in each state; empty states are left out. */
export const countMails = (db: Db) =>
  db
    .selectFrom("outbox")
    .select([STATE, sql<number>`count(*)::int`.as("count")])
    .groupBy("state")
    .execute();

/** A message to retry, locked until the transaction ends. `expired`: its code is no longer valid. */
export const mailToRetry = (db: Db, id: string) =>
  db
    .selectFrom("outbox")
    .select(SHOWN)
    .select([STATE, sql<boolean>`(code is not null or kind = 'invite') and useful_until <= now()`.as("expired")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Makes a message due at once. Unless it has a code, it stays useful for at least `usefulSeconds`. */
export const makeDue = (db: Db, id: string, usefulSeconds: number) =>
  db
    .updateTable("outbox")
    .set({
      given_up_at: null,
      next_attempt_at: sql`now()`,
      useful_until: sql`case when code is null and kind <> 'invite' then greatest(useful_until, ${seconds(usefulSeconds)}) else useful_until end`,
    })
    .where("id", "=", id)
    .returning(SHOWN)
    .returning(STATE)
    .executeTakeFirstOrThrow();

/** Deletes messages that are older than `days`. */
export const deleteOldMail = (db: Db, days: number) =>
  db.deleteFrom("outbox").where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();
