import type { Selectable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";

export const COLUMNS = [
  "id",
  "email",
  "full_name",
  "bio",
  "role",
  "is_active",
  "email_confirmed_at",
  "pending_email",
  "created_at",
  "last_sign_in_at",
  "invited_at",
] as const;

export type UserRow = Pick<Selectable<DB["users"]>, (typeof COLUMNS)[number]>;

export const findUser = (db: Db, id: string) => db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst();
