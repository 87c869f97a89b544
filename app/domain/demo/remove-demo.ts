import type { Trx } from "../../platform/database/db.ts";
import { countDemoVisits, removeDemoVisits } from "../analytics/demo-visits.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { hideHeroButton } from "../settings/save-settings.ts";
import { systemPolicy } from "../system/system.policy.ts";
import { countDemo, deleteCategories, deleteDemo, lockSeeding, markRemoved } from "./demo.sql.ts";
import { type DemoContent, hasDemo } from "./demo-rules.ts";

/** How much of the demo content is there. */
export const readDemo = async ({ db }: Pick<Context, "db">): Promise<DemoContent> => ({
  ...(await countDemo(db)),
  visits: await countDemoVisits({ db }),
});

/**
 * Takes the demo content away: its articles with everything that hangs on them (comments, likes, views, also those of real
 * people), its comments elsewhere, its accounts, its visits, and its tags where nothing else uses them. What an owner made stays, the
 * categories and demo accounts that somebody has taken over included. One transaction; it doesn't come again.
 * @returns what was there, all zeros when nothing was
 * @throws DomainError `forbidden`
 */
export async function removeDemo(ctx: Context, writer: AuditActor): Promise<DemoContent> {
  authorize(writer, systemPolicy.deleteDemoContent);
  return ctx.db.transaction().execute((db) => removeDemoWithin(db, ctx, writer));
}

/** Takes the demo content away before anything else is there, with its categories. Runs in the transaction `trx`. */
export async function removeUnusedDemo(trx: Trx, ctx: Context, writer: AuditActor): Promise<void> {
  await removeDemoWithin(trx, ctx, writer);
  await deleteCategories(trx);
}

async function removeDemoWithin(trx: Trx, ctx: Context, writer: AuditActor): Promise<DemoContent> {
  await lockSeeding(trx);
  const inside = { ...ctx, db: trx };
  const found = await readDemo({ db: trx });
  if (!hasDemo(found)) return found;
  await deleteDemo(trx);
  await removeDemoVisits({ db: trx });
  await markRemoved(trx, ctx.clock.now());
  await recordAudit(inside, writer, {
    action: "removed",
    entity: "demo content",
    entityId: null,
    label: "Demo content",
    before: found,
  });
  await hideHeroButton(inside, writer);
  return found;
}
