import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, duplicate, invalid, notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { askToConfirm, consentOf, requireNewsletter } from "./ask-to-confirm.ts";
import { eraseSubscriber } from "./erase-subscriber.ts";
import { parseEmail } from "./parse-email.ts";
import { subscriberPolicy } from "./subscriber.policy.ts";
import {
  type NewSubscriber,
  SUBSCRIBER_MESSAGES,
  type Subscriber,
  type Suppressed,
  type Suppression,
  type SuppressionList,
} from "./subscriber.ts";
import { hashOf, presentSubscriber, SUBSCRIBER_COLUMNS, type SubscriberRow } from "./subscribers.sql.ts";

/** What the activity log calls a subscriber: it stays when the address is erased. */
const maskOf = (email: string) => `${[...email][0] ?? ""}…${email.slice(email.lastIndexOf("@"))}`;

/** People who left and ask again are pending and still count as having left, until they confirm. */
const HAS_LEFT = sql<boolean>`(state = 'left' or (state = 'pending' and ended_at is not null))`;

const wasErased = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom("erased_subscribers")
    .select("erased_at")
    .where("email_hash", "=", hashOf(sql`${email}::text`))
    .executeTakeFirst()) !== undefined;

async function lockByEmail(db: Db, email: string): Promise<(SubscriberRow & { has_left: boolean }) | undefined> {
  const { rows } = await sql<SubscriberRow & { has_left: boolean }>`
    select ${SUBSCRIBER_COLUMNS}, ${HAS_LEFT} as has_left from subscribers where lower(email) = lower(${email}) for update`.execute(
    db,
  );
  return rows[0];
}

async function lock(db: Db, id: string): Promise<SubscriberRow & { has_left: boolean }> {
  const { rows } = await sql<SubscriberRow & { has_left: boolean }>`
    select ${SUBSCRIBER_COLUMNS}, ${HAS_LEFT} as has_left from subscribers where id = ${id} for update`.execute(db);
  if (!rows[0]) throw notFound("Subscriber");
  return rows[0];
}

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/** @throws DomainError 23505; `has_left`; `suppressed` */
async function requireAddable(db: Db, email: string): Promise<SubscriberRow | undefined> {
  const found = await lockByEmail(db, email);
  if (found?.has_left || (!found && (await wasErased(db, email)))) throw conflict("has_left", SUBSCRIBER_MESSAGES.left);
  if (found?.state === "suppressed") throw conflict("suppressed", SUBSCRIBER_MESSAGES.suppressed);
  if (found?.state === "confirmed") throw duplicate(SUBSCRIBER_MESSAGES.taken);
  return found;
}

const confirmed = (email: string, consent: string, now: Date) => sql<SubscriberRow>`
  insert into subscribers (email, state, source, consent_text, consent_at, confirmed_at, created_at)
  values (${email}, 'confirmed', 'admin', ${consent}, ${now}, ${now}, ${now})
  on conflict (lower(email)) do update
    set state = 'confirmed', source = 'admin', consent_text = ${consent}, consent_at = ${now}, consent_network = null, consent_page = null,
      confirmed_at = ${now}
  returning ${SUBSCRIBER_COLUMNS}`;

/** Pending; one who was pending before is asked again. @throws DomainError `newsletter_off`; `asked_lately` */
async function addAsked(ctx: Context, email: string, site: Site): Promise<SubscriberRow> {
  requireNewsletter(site);
  const consentText = consentOf(site);
  if (!(await askToConfirm(ctx, { email, source: "admin", consentText }, site)))
    throw conflict("asked_lately", SUBSCRIBER_MESSAGES.askedLately);
  return (await lockByEmail(ctx.db, email)) as SubscriberRow;
}

/**
 * Confirmed by the admin's own statement, or asked to confirm.
 * @throws DomainError `forbidden`; invalid_input; 23505; `has_left`; `suppressed`; `newsletter_off`; `asked_lately`
 */
export async function addSubscriber(
  ctx: Context,
  actor: ActorOrOperator,
  { email: typed, consent_text }: NewSubscriber,
  site: Site,
): Promise<Subscriber> {
  authorize(actor, subscriberPolicy.add);
  const email = parseEmail(typed);
  if (!email) throw invalid(SUBSCRIBER_MESSAGES.email, [{ field: "email", rule: SUBSCRIBER_MESSAGES.email }]);
  return ctx.db.transaction().execute(async (db) => {
    // Two admins may add the same address at once.
    await sql`select pg_advisory_xact_lock(hashtext(lower(${`subscriber ${email}`})))`.execute(db);
    await requireAddable(db, email);
    const row =
      consent_text === undefined
        ? await addAsked({ ...ctx, db }, email, site)
        : ((await confirmed(email, consent_text, ctx.clock.now()).execute(db)).rows[0] as SubscriberRow);
    const after = { state: row.state, consent_text: row.consent_text };
    const entry = { entity: "subscriber", entityId: row.id, label: maskOf(email), before: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: consent_text === undefined ? "asked" : "added", after });
    return presentSubscriber(row);
  });
}

const store = async (db: Db, id: string, set: ReturnType<typeof sql>): Promise<SubscriberRow> =>
  (await sql<SubscriberRow>`update subscribers set ${set} where id = ${id} returning ${SUBSCRIBER_COLUMNS}`.execute(db))
    .rows[0] as SubscriberRow;

/** Nothing is sent to the address any more. @throws DomainError `forbidden`; PGRST116; `has_left` */
export async function suppressSubscriber(
  ctx: Context,
  actor: ActorOrOperator,
  id: string,
  { suppressed_for }: Suppression,
): Promise<Subscriber> {
  authorize(actor, subscriberPolicy.suppress);
  return ctx.db.transaction().execute(async (db) => {
    const before = await lock(db, id);
    if (before.has_left) throw conflict("has_left", SUBSCRIBER_MESSAGES.getsNothing);
    const set = sql`state = 'suppressed', suppressed_for = ${suppressed_for}, ended_at = coalesce(ended_at, ${ctx.clock.now()}),
      confirmed_at = case when state = 'pending' then null else confirmed_at end`;
    const after = await store(db, id, set);
    await recordAudit({ ...ctx, db }, actor, {
      action: "suppressed",
      entity: "subscriber",
      entityId: id,
      label: maskOf(before.email),
      before: { state: before.state, suppressed_for: before.suppressed_for },
      after: { state: after.state, suppressed_for },
    });
    return presentSubscriber(after);
  });
}

/**
 * The address gets issues again if it had been confirmed. One that never was is deleted and can subscribe again. Who complained counts
 * as someone who left. @throws DomainError `forbidden`; PGRST116; `not_suppressed`
 */
export async function liftSuppression(ctx: Context, actor: ActorOrOperator, id: string): Promise<void> {
  authorize(actor, subscriberPolicy.suppress);
  await ctx.db.transaction().execute(async (db) => {
    const before = await lock(db, id);
    if (before.state !== "suppressed") throw conflict("not_suppressed", SUBSCRIBER_MESSAGES.notSuppressed);
    const state = before.suppressed_for === "complaint" ? "left" : before.confirmed_at ? "confirmed" : null;
    if (state === null) await db.deleteFrom("subscribers").where("id", "=", id).execute();
    else {
      const ended = state === "left" ? sql`` : sql`, ended_at = null`;
      await store(db, id, sql`state = ${state}, suppressed_for = null, soft_bounces = 0${ended}`);
    }
    await recordAudit({ ...ctx, db }, actor, {
      action: "suppression lifted",
      entity: "subscriber",
      entityId: id,
      label: maskOf(before.email),
      before: { state: before.state, suppressed_for: before.suppressed_for },
      after: state && { state, suppressed_for: null },
    });
  });
}

/** On behalf of the owner of the address: only a hash stays, so that no import brings it back. @throws DomainError `forbidden`; PGRST116 */
export async function deleteSubscriber(ctx: Context, actor: ActorOrOperator, id: string): Promise<void> {
  authorize(actor, subscriberPolicy.erase);
  await ctx.db.transaction().execute(async (db) => {
    const { email, state } = await lock(db, id);
    await eraseSubscriber({ ...ctx, db }, id);
    const entry = { action: "erased", entity: "subscriber", entityId: id, label: maskOf(email), after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { state } });
  });
}

const ADDRESS = /[^\s<>()[\]\\,;:"'|]+@[^\s<>()[\]\\,;:"'|]+/g;

/** Addresses anywhere in a text, such as the report of a mail server; lines without one are returned as they are. */
function addressesIn(text: string): { emails: string[]; others: string[] } {
  const emails = new Map<string, string>();
  const others: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const found = (line.match(ADDRESS) ?? []).flatMap((typed) => parseEmail(typed.replace(/\.+$/, "")) ?? []);
    for (const email of found) emails.set(email.toLowerCase(), email);
    if (found.length === 0 && line.trim() !== "") others.push(line.trim());
  }
  return { emails: [...emails.values()], others };
}

const LINES_SHOWN = 20;

/** Unknown ones are added, so that no import brings them in. @throws DomainError `forbidden`; invalid_input without any address */
export async function suppressAddresses(
  ctx: Context,
  actor: ActorOrOperator,
  { text, suppressed_for }: SuppressionList,
): Promise<Suppressed> {
  authorize(actor, subscriberPolicy.suppress);
  const { emails, others } = addressesIn(text);
  if (emails.length === 0) throw invalid(SUBSCRIBER_MESSAGES.noAddress, [{ field: "text", rule: SUBSCRIBER_MESSAGES.noAddress }]);
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string }>`
      insert into subscribers (email, state, suppressed_for, source, consent_text, consent_at, created_at, ended_at)
      select email, 'suppressed', ${suppressed_for}, 'admin', '', ${now}, ${now}, ${now} from unnest(${emails}::text[]) as pasted (email)
      where not exists (select from erased_subscribers where email_hash = ${hashOf(sql`pasted.email`)})
      on conflict (lower(email)) do update
        set state = 'suppressed', suppressed_for = ${suppressed_for}, ended_at = ${now},
          confirmed_at = case when subscribers.state = 'confirmed' then subscribers.confirmed_at end
        where subscribers.state = 'confirmed' or (subscribers.state = 'pending' and subscribers.ended_at is null)
      returning id`.execute(db);
    const suppressed = rows.length;
    const after = { suppressed, suppressed_for };
    const entry = {
      action: "suppressed",
      entity: "subscriber",
      entityId: null,
      label: "Pasted addresses",
      before: null,
    } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, after });
    return { suppressed, unchanged: emails.length - suppressed, not_addresses: others.slice(0, LINES_SHOWN) };
  });
}
