import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { readListed } from "../read-user.ts";
import { userPolicy } from "../user.policy.ts";
import { type AdminUser, grants } from "../user.ts";
import type { Grant } from "./grant-rules.ts";

export const grantsInput = z.strictObject({
  grants: grants.refine((named) => new Set(named).size === named.length, "must name each grant once"),
});

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
    const given = { user_id: userId, given_by: actor.kind === "user" ? actor.id : null, given_at: ctx.clock.now() };
    await give(
      db,
      wanted.map((grant) => ({ ...given, grant })),
    );
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

async function give(db: Db, rows: { user_id: string; grant: Grant; given_by: string | null; given_at: Date }[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("grants")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
