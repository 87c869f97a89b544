import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../app/platform/database/db.ts";
import type { DB } from "../../db/schema.gen.ts";

const CONSENT = { source: "form", consent_text: "Send me new articles by email." };

/** Confirmed ones: `reader-1@example.org` and so on. */
export async function buildSubscribers(db: Db, count: number): Promise<void> {
  await sql`
    insert into subscribers (email, state, source, consent_text, consent_at, confirmed_at)
    select 'reader-' || n || '@example.org', 'confirmed', ${CONSENT.source}, ${CONSENT.consent_text}, now(), now()
    from generate_series(1, ${count}::int) n`.execute(db);
}

/** A letter to everybody that was started; every column can be overridden. */
export const buildIssue = (
  db: Db,
  values: Partial<Insertable<DB["newsletter_issues"]>> = {},
): Promise<Selectable<DB["newsletter_issues"]>> =>
  db
    .insertInto("newsletter_issues")
    .values({ kind: "letter", subject: "On larks", content: "<p>Larks sing at dawn.</p>", state: "sending", ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
