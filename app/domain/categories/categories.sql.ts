import { type Kysely, sql } from "kysely";
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

/** The slug of the category that a slug of before leads to; undefined when it leads nowhere or a category has it now. */
export async function slugByOldSlug(db: Kysely<DB>, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories
    where id = category_of_old_slug(${old}) and not exists (select from categories where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}
