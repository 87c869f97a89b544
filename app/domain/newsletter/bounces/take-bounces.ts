import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { SOFT_BOUNCES_MAX } from "../../subscribers/subscriber-rules.ts";
import { noteSoftBounces, suppressSubscriber } from "../../subscribers/suppress-subscriber.ts";
import { newsletterPolicy } from "../newsletter.policy.ts";
import type { Bounce, BounceCounts } from "../newsletter.ts";
import type { BounceKind } from "../newsletter-rules.ts";
import { requireBounceSecret } from "./bounce-secret.ts";

type Found = { subscriberId: string; recipientId: string | null };

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** As `write-issue-mail.ts` makes them: issue, recipient and host. */
const MESSAGE_ID = new RegExp(`^<?(${UUID})\\.(${UUID})@`, "i");

async function findByMessage(db: Db, messageId: string): Promise<Found | undefined> {
  const [, issue, recipient] = MESSAGE_ID.exec(messageId.trim().toLowerCase()) ?? [];
  if (!issue || !recipient) return undefined;
  const row = await db
    .selectFrom("newsletter_recipients")
    .select(["id as recipientId", "subscriber_id as subscriberId"])
    .where("id", "=", recipient)
    .where("issue_id", "=", issue)
    .executeTakeFirst();
  return row?.subscriberId ? { recipientId: row.recipientId, subscriberId: row.subscriberId } : undefined;
}

/** With the last issue that was sent to them. */
async function findByEmail(db: Db, email: string): Promise<Found | undefined> {
  return db
    .selectFrom("subscribers as s")
    .select((eb) => [
      "s.id as subscriberId",
      eb
        .selectFrom("newsletter_recipients as r")
        .select("r.id")
        .whereRef("r.subscriber_id", "=", "s.id")
        .where("r.sent_at", "is not", null)
        .orderBy("r.sent_at", "desc")
        .limit(1)
        .as("recipientId"),
    ])
    .where(sql`lower(s.email)`, "=", email.trim().toLowerCase())
    .executeTakeFirst();
}

const find = async (db: Db, { message_id, email }: Pick<Bounce, "message_id" | "email">): Promise<Found | undefined> =>
  (message_id ? await findByMessage(db, message_id) : undefined) ?? (email ? await findByEmail(db, email) : undefined);

/** How many of the newest issues in a row came back from them. */
async function bouncesInRow(db: Db, subscriberId: string): Promise<number> {
  const rows = await db
    .selectFrom("newsletter_recipients")
    .select("bounced_at")
    .where("subscriber_id", "=", subscriberId)
    .where("sent_at", "is not", null)
    .orderBy("sent_at", "desc")
    .limit(SOFT_BOUNCES_MAX)
    .execute();
  const delivered = rows.findIndex(({ bounced_at }) => bounced_at === null);
  return delivered === -1 ? rows.length : delivered;
}

async function suppressFor(ctx: Context, { subscriberId, recipientId }: Found, kind: BounceKind): Promise<boolean> {
  if (kind === "hard") return suppressSubscriber(ctx, subscriberId, "hard bounce");
  if (kind === "complaint") return suppressSubscriber(ctx, subscriberId, "complaint");
  if (recipientId === null) return false;
  const inRow = await bouncesInRow(ctx.db, subscriberId);
  await noteSoftBounces(ctx, subscriberId, inRow);
  return inRow >= SOFT_BOUNCES_MAX && suppressSubscriber(ctx, subscriberId, "soft bounces");
}

/** The same report twice counts once. */
async function takeBounce(ctx: Context, bounce: Bounce): Promise<keyof BounceCounts> {
  const found = await find(ctx.db, bounce);
  if (!found) return "unknown";
  if (found.recipientId) {
    await ctx.db
      .updateTable("newsletter_recipients")
      .set({ bounced_at: sql<Date>`now()`, bounce_kind: bounce.kind, ...(bounce.reason && { answer: bounce.reason }) })
      .where("id", "=", found.recipientId)
      .where("bounced_at", "is", null)
      .execute();
  }
  return (await suppressFor(ctx, found, bounce.kind)) ? "suppressed" : "noted";
}

async function takeAll(ctx: Context, bounces: readonly Bounce[]): Promise<BounceCounts> {
  const counts: BounceCounts = { suppressed: 0, noted: 0, unknown: 0 };
  for (const bounce of bounces) counts[await takeBounce(ctx, bounce)] += 1;
  return counts;
}

/** Hard bounces and complaints end a subscription at once, soft ones after five issues in a row. @throws DomainError not found (`bounce_secret`) */
export async function reportBounces(ctx: Context, secret: string, bounces: readonly Bounce[]): Promise<BounceCounts> {
  await requireBounceSecret(ctx, secret);
  return ctx.db.transaction().execute((db) => takeAll({ ...ctx, db }, bounces));
}

/** Addresses that an admin has pasted, such as from a provider's list. @throws DomainError `forbidden` */
export async function addBounces(
  ctx: Context,
  actor: Actor,
  { emails, kind }: { emails: readonly string[]; kind: BounceKind },
): Promise<BounceCounts> {
  authorize(actor, newsletterPolicy.setUp);
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db };
    const counts = await takeAll(
      within,
      emails.map((email) => ({ email, kind, reason: "" })),
    );
    const label = `${emails.length} ${emails.length === 1 ? "address" : "addresses"}`;
    const entry = { action: "suppressed", entity: "subscriber" as const, entityId: null, label };
    await recordAudit(within, actor, { ...entry, before: null, after: { kind, ...counts } });
    return counts;
  });
}
