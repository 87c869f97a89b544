import type { Plan } from "./model.ts";
import type { PlanRow } from "./schedule.sql.ts";

/** A plan as it leaves. */
export function presentPlan(row: PlanRow): Plan {
  const { set_by, setter_email, setter_name } = row;
  return {
    kind: row.kind,
    at: row.at.toISOString(),
    failure: row.failure,
    keep_published_at: row.keep_published_at,
    set_by: set_by && setter_email ? { id: set_by, full_name: setter_name, email: setter_email } : null,
    created_at: row.created_at.toISOString(),
  };
}

/** What the log keeps of a plan. */
export const auditedPlan = (row: PlanRow) => ({
  plan: row.kind,
  at: row.at.toISOString(),
  keep_published_at: row.keep_published_at,
});
