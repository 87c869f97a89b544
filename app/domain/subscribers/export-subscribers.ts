import { Readable } from "node:stream";
import { sql } from "kysely";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { csvLine } from "../text-rules.ts";
import { matching, type SubscriberFilter } from "./list-subscribers.ts";
import { subscriberPolicy } from "./subscriber.policy.ts";
import { presentSubscriber, SUBSCRIBER_COLUMNS, type SubscriberRow } from "./subscribers.sql.ts";

/** Rows that are read at a time. */
const BATCH = 2000;

/** Before all ids. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Excel reads a file as UTF-8 only with it. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = [
  "email",
  "state",
  "suppressed_for",
  "frequency",
  "language",
  "source",
  "consent_text",
  "consent_at",
  "consent_network",
  "consent_page",
  "created_at",
  "confirmed_at",
  "ended_at",
] as const;

async function* linesOf(ctx: Context, filter: SubscriberFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (let last = FIRST; ; ) {
    const { rows } = await sql<SubscriberRow>`select ${SUBSCRIBER_COLUMNS} from subscribers
      where ${matching(filter)} and id > ${last} order by id limit ${BATCH}`.execute(ctx.db);
    const end = rows.at(-1);
    if (!end) return;
    const items = rows.map(presentSubscriber);
    yield items.map((item) => csvLine(COLUMNS.map((name) => item[name]))).join("");
    last = end.id;
  }
}

/** CSV (RFC 4180), made while it is sent. @throws DomainError `forbidden` */
export async function exportSubscribers(ctx: Context, actor: Actor, filter: SubscriberFilter): Promise<Readable> {
  authorize(actor, subscriberPolicy.export);
  const narrowed = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const entry = { action: "exported", entity: "subscriber", entityId: null, label: "Subscribers", before: null } as const;
  await recordAudit(ctx, actor, { ...entry, after: narrowed });
  return Readable.from(linesOf(ctx, filter), { objectMode: false });
}
