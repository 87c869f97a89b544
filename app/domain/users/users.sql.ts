import { type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Grant } from "./grants/grant-rules.ts";

/** In their order by name. */
export const GRANTS_OF = sql<Grant[]>`array(select g."grant" from grants g where g.user_id = users.id order by 1)`.as("grants");

const OWN_COLUMNS = [
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

export const COLUMNS = [...OWN_COLUMNS, GRANTS_OF] as const;

export type UserRow = Pick<Selectable<DB["users"]>, (typeof OWN_COLUMNS)[number]> & { grants: Grant[] };

export const findUser = (db: Db, id: string) => db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst();
