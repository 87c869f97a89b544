import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { PlanKind } from "../edit-rules.ts";

/** A plan as the queries read it. */
export type PlanRow = {
  post_id: string;
  kind: PlanKind;
  at: Date;
  keep_published_at: boolean;
  created_at: Date;
  attempts: number;
  failure: string | null;
  set_by: string | null;
  setter_name: string | null;
  setter_email: string | null;
};

const plans = sql`
  select s.post_id, s.kind, s.at, s.keep_published_at, s.created_at, s.attempts, s.failure, s.set_by, u.full_name as setter_name,
    u.email as setter_email
  from post_schedules s left join users u on u.id = s.set_by`;

/** The plan of a post, if there is one. `lock` prevents other changes until the transaction ends. */
export async function findPlan(db: Db, postId: string, { lock = false } = {}): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`${plans} where s.post_id = ${postId}::uuid ${lock ? sql`for update of s` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Stores the plan of a post; it replaces an earlier one. */
export async function storePlan(
  db: Db,
  plan: { post_id: string; kind: PlanKind; at: Date; keep_published_at: boolean; set_by: string | null; now: Date },
): Promise<void> {
  const { now, ...values } = plan;
  const fresh = { ...values, created_at: now, attempts: 0, next_at: plan.at, failure: null, failed_at: null };
  await db
    .insertInto("post_schedules")
    .values(fresh)
    .onConflict((conflict) => conflict.column("post_id").doUpdateSet(fresh))
    .execute();
}

export const deletePlan = (db: Db, postId: string) => db.deleteFrom("post_schedules").where("post_id", "=", postId).execute();

/** The posts whose plans are due, the earliest first. */
export async function duePosts(db: Db, now: Date, limit: number): Promise<string[]> {
  const query = db.selectFrom("post_schedules").select("post_id").where("next_at", "<=", now).where("failed_at", "is", null);
  return (await query.orderBy("next_at").orderBy("post_id").limit(limit).execute()).map(({ post_id }) => post_id);
}

/** Locks a due plan until the transaction ends. @returns undefined when another transaction holds it or has carried it out */
export async function claimPlan(db: Db, postId: string, now: Date): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    ${plans} where s.post_id = ${postId}::uuid and s.next_at <= ${now} and s.failed_at is null
    for update of s skip locked`.execute(db);
  return rows[0];
}

/** Stores the failure of a plan. @param next time of the next attempt; null: none */
export async function notePlanFailure(db: Db, postId: string, failure: string, next: Date | null, now: Date): Promise<void> {
  await db
    .updateTable("post_schedules")
    .set(({ eb }) => ({ failure, attempts: eb("attempts", "+", 1), ...(next ? { next_at: next } : { failed_at: now }) }))
    .where("post_id", "=", postId)
    .execute();
}

/** An entry of the calendar as the queries read it. */
export type EntryRow = {
  post_id: string;
  title: string;
  slug: string;
  kind: "published" | PlanKind;
  at: Date;
  failure: string | null;
};

/** Published posts and plans between two times, in order. */
export async function calendarEntries(db: Db, from: Date, until: Date, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select p.id as post_id, p.title, p.slug, 'published' as kind, p.published_at as at, null as failure
    from posts p where p.status = 'published' and p.published_at >= ${from} and p.published_at < ${until}
    union all
    select p.id, p.title, p.slug, s.kind, s.at, s.failure
    from post_schedules s join posts p on p.id = s.post_id where s.at >= ${from} and s.at < ${until}
    order by at, post_id limit ${limit}`.execute(db);
  return rows;
}

/** Drafts without a plan, the last edited first, with their total number. */
export async function unplannedDrafts(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; title: string; updated_at: Date; total: number }>`
    select p.id, p.title, p.updated_at, count(*) over ()::integer as total
    from post_catalog d join posts p on p.id = d.post_id
    where d.status = 'draft' and not exists (select from post_schedules s where s.post_id = d.post_id)
    order by d.updated_at desc, d.post_id desc limit ${limit}`.execute(db);
  return rows;
}
