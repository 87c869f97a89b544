import type { Db } from "../../../platform/database/db.ts";
import type { FactorRow } from "../present-user.ts";

const columns = [
  "id",
  "factor_type",
  "friendly_name",
  "status",
  "created_at",
  "updated_at",
  "last_challenged_at",
] as const satisfies (keyof FactorRow)[];

export const findFactors = (db: Db, userId: string): Promise<FactorRow[]> =>
  db.selectFrom("mfa_factors").select(columns).where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();

/** Undefined also if it is somebody else's. */
export const findFactor = (db: Db, userId: string, id: string) =>
  db
    .selectFrom("mfa_factors")
    .select([...columns, "secret", "last_step"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export const findRecoveryFactor = (db: Db, userId: string) =>
  db
    .selectFrom("mfa_factors")
    .select(columns)
    .where("user_id", "=", userId)
    .where("factor_type", "=", "recovery_code")
    .executeTakeFirst();

/** To aal1: all sessions of the account, or those that one factor raised. */
export const lowerSessions = async (db: Db, userId: string, factorId?: string): Promise<void> =>
  void (await db
    .updateTable("auth_sessions")
    .set({ factor_id: null, factor_method: null, factor_at: null })
    .where("user_id", "=", userId)
    .where("factor_at", "is not", null)
    .$if(factorId !== undefined, (query) => query.where("factor_id", "=", factorId as string))
    .execute());
