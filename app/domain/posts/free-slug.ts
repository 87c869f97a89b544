import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { EDITING_LIMITS } from "./edit-rules.ts";

/** Appends a number if the slug is taken. */
export async function freeSlug(db: Db, slug: string): Promise<string> {
  const taken = await slugsLike(db, slug);
  if (!taken.has(slug)) return slug;
  const stem = slug.slice(0, EDITING_LIMITS.nameMax - "-99999".length);
  if (stem !== slug) for (const other of await slugsLike(db, stem)) taken.add(other);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from posts where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}
