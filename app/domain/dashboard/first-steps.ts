import { sql } from "kysely";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { systemPolicy } from "../system/system.policy.ts";
import { type DashboardStep, FIRST_STEPS, type FirstStep } from "./dashboard.ts";

type Found = { hasName: boolean; hasOwn: boolean; hasDemo: boolean; dismissed: FirstStep[] };

const NOTHING_FOUND: Found = { hasName: false, hasOwn: false, hasDemo: false, dismissed: [] };

async function find({ db }: Context, actor: Actor): Promise<Found> {
  const id = actor.kind === "user" ? actor.id : null;
  const { rows } = await sql<Found>`select
    exists (select from users where id = ${id}::uuid and full_name <> '') as "hasName",
    exists (select from posts where not is_demo and kind = 'post' and first_published_at is not null) as "hasOwn",
    exists (select from posts where is_demo) as "hasDemo",
    array(select step from dismissed_steps) as dismissed`.execute(db);
  return rows[0] ?? NOTHING_FOUND;
}

/**
 * The first steps of an owner, in order, without those that were dismissed; none once all of them are done.
 * @param known what is known without the database
 */
export async function readFirstSteps(
  ctx: Context,
  actor: Actor,
  known: Pick<Record<FirstStep, boolean>, "description" | "email">,
  backups: Promise<{ automatic: boolean }>,
): Promise<DashboardStep[]> {
  const [found, { automatic }] = await Promise.all([find(ctx, actor), backups]);
  const done = { ...known, name: found.hasName, demo: !found.hasDemo, backups: automatic, article: found.hasOwn };
  // An owner who began without demo content has nothing to remove.
  const offered = FIRST_STEPS.filter((step) => !found.dismissed.includes(step) && (step !== "demo" || found.hasDemo));
  return offered.every((step) => done[step]) ? [] : offered.map((step) => ({ step, is_done: done[step] }));
}

/** Dismisses a step for all admins of the site. @throws DomainError `forbidden` */
export async function dismissFirstStep({ db, clock }: Context, actor: Actor, step: FirstStep): Promise<void> {
  authorize(actor, systemPolicy.dismissFirstStep);
  await db
    .insertInto("dismissed_steps")
    .values({ step, dismissed_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
