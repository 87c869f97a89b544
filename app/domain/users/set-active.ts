import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { ActorOrOperator } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { keepAnAdmin } from "./keep-an-admin.ts";
import type { Role } from "./model.ts";
import { findUser, type UserRow, updateStanding } from "./users.sql.ts";

const shown = ({ role, is_active }: UserRow) => ({ role, is_active });

/**
 * Sets somebody's role or activity in one transaction, and notes it; a change that changes nothing is not noted.
 * @param change `action`: what the log calls it; `also`: what else belongs to it, in the same transaction
 * @throws DomainError PGRST116, or "last_admin" when no active admin would be left
 */
export const setActive = (
  ctx: Context,
  doer: ActorOrOperator,
  userId: string,
  change: { set: { role: Role } | { is_active: boolean }; action: string; also?: (db: Kysely<DB>) => Promise<unknown> },
): Promise<UserRow> =>
  keepAnAdmin(ctx, async (db) => {
    const before = await findUser(db, userId);
    const after = before && (await updateStanding(db, userId, change.set, ctx.clock.now()));
    if (!after) throw notFound("User");
    await change.also?.(db);
    await recordAudit({ ...ctx, db }, doer, {
      action: change.action,
      entity: "user",
      entityId: userId,
      label: after.email,
      before: shown(before),
      after: shown(after),
    });
    return after;
  });
