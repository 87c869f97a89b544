import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Tag } from "./model.ts";

/** The tags that have published articles, by name. */
export function usedTagsByName(db: Kysely<DB>): Promise<Tag[]> {
  return db
    .selectFrom("tags")
    .select(["id", "name", "slug", "published_count as posts_count"])
    .where("published_count", ">", 0)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}
