import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { readListed } from "../read-user.ts";
import { userPolicy } from "../user.policy.ts";
import type { AdminUser } from "../user.ts";
import type { Grant } from "./grant-rules.ts";

/**
 * `grants` are all that the user has from their next request on; those that they had keep their date. An admin's have no effect until they are no longer one.
 * @throws DomainError `forbidden`, PGRST116
 */
export async function changeGrants(
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  { grants: wanted }: { grants: Grant[] },
): Promise<AdminUser> {
  authorize(actor, userPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    if (!(await lockUser(db, userId))) throw notFound("User");
    const before = await readListed({ ...ctx, db }, userId);
    await takeOthers(db, userId, wanted);
    await giveGrants({ ...ctx, db }, actor, userId, wanted);
    const after = await readListed({ ...ctx, db }, userId);
    const entry = { action: "grants changed", entity: "user", entityId: userId, label: after.email } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { grants: before.grants }, after: { grants: after.grants } });
    return after;
  });
}

/** So that changes of the same user's grants wait for each other. */
const lockUser = (db: Db, id: string) =>
  db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

async function takeOthers(db: Db, userId: string, wanted: Grant[]): Promise<void> {
  const had = db.deleteFrom("grants").where("user_id", "=", userId);
  await (wanted.length > 0 ? had.where("grant", "not in", wanted) : had).execute();
}

/** Those that the user has keep their date. */
export async function giveGrants(
  { db, clock }: Pick<Context, "db" | "clock">,
  actor: ActorOrOperator,
  userId: string,
  grants: Grant[],
): Promise<void> {
  if (grants.length === 0) return;
  const given = { user_id: userId, given_by: actor.kind === "user" ? actor.id : null, given_at: clock.now() };
  await db
    .insertInto("grants")
    .values(grants.map((grant) => ({ ...given, grant })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
