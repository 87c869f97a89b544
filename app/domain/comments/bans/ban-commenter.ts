import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { forbidden, notFound } from "../../errors.ts";
import type { Grant } from "../../users/grants/grant-rules.ts";
import { commentPolicy } from "../comment.policy.ts";
import { lockAuthor } from "../comments.sql.ts";
import { moderateMany } from "../moderate-comments.ts";
import type { MadeBan } from "./ban.ts";
import { BAN_DAYS, type BanTime } from "./ban-rules.ts";
import { readBan } from "./list-bans.ts";

const DAY_MS = 24 * 60 * 60_000;

type Banned = { kind: "user" | "guest"; id: string };

/** `hideDays`: also rejects what they have written since; null: nothing. */
type NewBan = { who: Banned; lasts: BanTime; reason: string; hideDays: number | null };

/** `label`: for the activity log. */
type Subject = { id: string; label: string; role: string; grants: Grant[] };

const COLUMN = { user: "user_id", guest: "guest_id" } as const;

/**
 * From their next request on; in place of a ban that they have. Hiding is a decision of its own, which lifting the ban doesn't undo.
 * @throws DomainError `forbidden`, also for oneself, and for moderators who would ban somebody of the team; PGRST116
 */
export async function banCommenter(ctx: Context, actor: ActorOrOperator, ban: NewBan): Promise<MadeBan> {
  authorize(actor, commentPolicy.ban);
  const now = ctx.clock.now();
  const made = await ctx.db.transaction().execute(async (db) => {
    await lockAuthor(db, ban.who);
    const subject = await requireSubject(db, actor, ban.who);
    const days = BAN_DAYS[ban.lasts];
    const ends_at = days === null ? null : new Date(now.getTime() + days * DAY_MS);
    const id = await storeBan(db, { ...ban, ends_at, by: actor.kind === "user" ? actor.id : null, now });
    const entry = { action: "banned from commenting", entity: ban.who.kind, entityId: subject.id, label: subject.label } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { reason: ban.reason, ends_at } });
    return readBan({ ...ctx, db }, actor, id);
  });
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const hidden = ban.hideDays === null ? null : await hideSince(ctx, actor, ban.who, daysAgo(ban.hideDays));
  return { ban: made, hidden: hidden?.changed ?? 0, decision: hidden?.decision ?? null };
}

const FIND = {
  user: (id: string) => sql<Subject>`
    select u.id, u.email as label, u.role, array(select g."grant" from grants g where g.user_id = u.id) as grants
    from users u where u.id = ${id} for no key update of u`,
  guest: (id: string) => sql<Subject>`
    select id, name as label, 'user' as role, '{}'::text[] as grants from guests where id = ${id} for no key update`,
};

/** Locked, so that nobody gives them a grant meanwhile. */
async function requireSubject(db: Db, actor: AuditActor, who: Banned): Promise<Subject> {
  const [subject] = (await FIND[who.kind](who.id).execute(db)).rows;
  if (!subject) throw notFound(who.kind === "guest" ? "Guest" : "User");
  if (actor.kind === "user" && actor.id === who.id) throw forbidden("Nobody can ban themselves, or lift a ban of their own.");
  if (!commentPolicy.ban.allows(actor, subject)) throw forbidden("Only admins can ban admins and users with a grant.");
  return subject;
}

/** A new id, so that somebody who lifts the former ban doesn't lift this one. */
async function storeBan(
  db: Db,
  { who, reason, ends_at, by, now }: NewBan & { ends_at: Date | null; by: string | null; now: Date },
): Promise<string> {
  const values = { reason, ends_at, banned_by: by, created_at: now };
  const stored = db
    .insertInto("comment_bans")
    .values({ [COLUMN[who.kind]]: who.id, ...values })
    .onConflict((conflict) => conflict.column(COLUMN[who.kind]).doUpdateSet({ ...values, id: sql<string>`gen_random_uuid()` }))
    .returning("id");
  return (await stored.executeTakeFirstOrThrow()).id;
}

async function hideSince(ctx: Context, actor: AuditActor, who: Banned, since: Date) {
  const shown = await ctx.db
    .selectFrom("comments")
    .select("id")
    .where(who.kind === "guest" ? "guest_id" : "author_id", "=", who.id)
    .where("status", "in", ["pending", "approved"])
    .where("created_at", ">=", since)
    .orderBy("id")
    .execute();
  return moderateMany(ctx, actor, { ids: shown.map(({ id }) => id) }, "reject");
}

/** What was hidden stays hidden. @throws DomainError `forbidden`, as for banning; PGRST116, also for one that has ended */
export async function liftBan(ctx: Context, actor: ActorOrOperator, id: string): Promise<void> {
  authorize(actor, commentPolicy.ban);
  await ctx.db.transaction().execute(async (db) => {
    const ban = await findActive(db, id, ctx.clock.now());
    if (!ban) throw notFound("Ban");
    await lockAuthor(db, ban.who);
    const subject = await requireSubject(db, actor, ban.who);
    const gone = await db.deleteFrom("comment_bans").where("id", "=", id).returning(["reason", "ends_at"]).executeTakeFirst();
    if (!gone) throw notFound("Ban");
    const entry = { action: "ban lifted", entity: ban.who.kind, entityId: subject.id, label: subject.label } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: gone, after: null });
  });
}

async function findActive(db: Db, id: string, now: Date): Promise<{ who: Banned } | undefined> {
  const row = await db
    .selectFrom("comment_bans")
    .select(["user_id", "guest_id"])
    .where("id", "=", id)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return { who: row.user_id === null ? { kind: "guest", id: row.guest_id as string } : { kind: "user", id: row.user_id } };
}

/** For the daily cleaning: how long ended bans are kept for the account's export. */
const KEPT_MS = 30 * DAY_MS;

export async function deleteEndedBans(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  await ctx.db.deleteFrom("comment_bans").where("ends_at", "<", before).execute();
}
