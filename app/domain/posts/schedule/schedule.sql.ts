import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { PlanKind } from "../edit-rules.ts";

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

export const plans = sql`
  select s.post_id, s.kind, s.at, s.keep_published_at, s.created_at, s.attempts, s.failure, s.set_by, u.full_name as setter_name,
    u.email as setter_email
  from post_schedules s left join users u on u.id = s.set_by`;

/** `lock` prevents other changes until the transaction ends. */
export async function findPlan(db: Db, postId: string, { lock = false } = {}): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`${plans} where s.post_id = ${postId}::uuid ${lock ? sql`for update of s` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Replaces an earlier plan. */
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
