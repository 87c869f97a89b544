import { type Kysely, sql } from "kysely";
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

/** The slug of the tag that a slug of before leads to; undefined when it leads nowhere or a tag has it now. */
export async function slugByOldSlug(db: Kysely<DB>, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select t.slug from tag_slugs o join tags t on t.id = o.tag_id
    where o.slug = ${old} and not exists (select from tags where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}
