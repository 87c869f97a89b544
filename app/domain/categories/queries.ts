import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Category } from "./model.ts";

/** All categories by name, with their numbers of published articles. */
export function categoriesByName(db: Kysely<DB>): Promise<Category[]> {
  return db
    .selectFrom("categories")
    .select(["id", "name", "slug", "description", "color", "published_count as posts_count"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}
