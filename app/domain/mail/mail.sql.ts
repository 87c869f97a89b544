import { type Insertable, type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { MailState } from "./mail.ts";

type Db = Kysely<DB>;

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`;

/** Adds a message. The times are the database's own: they are compared with those of its jobs. @returns its id */
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
 * Takes a message that is due for one attempt: for `lease` seconds nobody else can.
 * @returns undefined when it is sent, given up, or with somebody else
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

/** In how many seconds a message that waits is due; undefined when it doesn't wait. */
export const dueIn = (db: Db, id: string) =>
  db
    .selectFrom("outbox")
    .select(sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as("seconds"))
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirst();

/** Marks a message as sent; `texts` replace what it said. */
export const markSent = (db: Db, id: string, texts: { body_text?: string; body_html?: string; link?: null; code?: null }) =>
  db
    .updateTable("outbox")
    .set({ ...texts, sent_at: sql`now()`, last_error: null })
    .where("id", "=", id)
    .execute();

/** Notes why a message wasn't sent, and when it is tried again: in `pause` seconds, or never (null). */
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
/** The database works it out (0015_back_office.sql); no other value can come. */
const STATE = sql<MailState>`state`.as("state");

/** Messages, the newest first; those in one state where one is given. */
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

/** How many messages there are in each state that any is in. */
export const countMails = (db: Db) =>
  db
    .selectFrom("outbox")
    .select([STATE, sql<number>`count(*)::int`.as("count")])
    .groupBy("state")
    .execute();

/** A message to be sent once more, held until the transaction ends; `expired`: its code lets nobody in any more. */
export const mailToRetry = (db: Db, id: string) =>
  db
    .selectFrom("outbox")
    .select(SHOWN)
    .select([STATE, sql<boolean>`code is not null and useful_until <= now()`.as("expired")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Makes a message due at once, and useful for at least so many seconds unless it carries a code. */
export const makeDue = (db: Db, id: string, usefulSeconds: number) =>
  db
    .updateTable("outbox")
    .set({
      given_up_at: null,
      next_attempt_at: sql`now()`,
      useful_until: sql`case when code is null then greatest(useful_until, ${seconds(usefulSeconds)}) else useful_until end`,
    })
    .where("id", "=", id)
    .returning(SHOWN)
    .returning(STATE)
    .executeTakeFirstOrThrow();

/** Deletes messages older than so many days. */
export const deleteOldMail = (db: Db, days: number) =>
  db.deleteFrom("outbox").where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();
