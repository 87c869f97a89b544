import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { DomainError } from "../errors.ts";
import { holdCategory } from "./post-edit.sql.ts";

/** Makes sure that a post's category is there. @throws DomainError PGRST116, which names the field */
export async function requireCategory(db: Kysely<DB>, id: string | null | undefined): Promise<void> {
  if (!id || (await holdCategory(db, id))) return;
  const details = [{ field: "category_id", rule: "There is no such category any more" }];
  throw new DomainError("not_found", "PGRST116", "Category not found", { details });
}
