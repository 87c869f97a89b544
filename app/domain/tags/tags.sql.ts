import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import type { AdminTag, Tag, TagRef } from "./tag.ts";
import type { TagSort } from "./tag-rules.ts";

/** The tags that have published articles, by name. */
export function usedTagsByName(db: Db): Promise<Tag[]> {
  return db
    .selectFrom("tags")
    .select(["id", "name", "slug", "published_count as posts_count"])
    .where("published_count", ">", 0)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}

/** The current slug for an old one; undefined if there is none, or if a tag has the old slug now. */
export async function slugByOldSlug(db: Db, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select t.slug from tag_slugs o join tags t on t.id = o.tag_id
    where o.slug = ${old} and not exists (select from tags where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}

/** A tag as the back office reads it. */
export type TagRow = Omit<AdminTag, "created_at"> & { created_at: Date };

const columns = sql`t.id, t.name, t.slug, t.created_at, t.published_count, t.linked_count as posts_count`;

const ORDERS: Record<TagSort, ReturnType<typeof sql>> = {
  name: sql`lower(t.name), t.slug`,
  "-name": sql`lower(t.name) desc, t.slug desc`,
  posts_count: sql`t.linked_count, lower(t.name), t.slug`,
  "-posts_count": sql`t.linked_count desc, lower(t.name), t.slug`,
  created_at: sql`t.created_at, t.id`,
  "-created_at": sql`t.created_at desc, t.id desc`,
};

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`t.name || E'\n' || t.slug`, sql`${search}::text`);

/** One page of the tags. */
export async function tagRows(
  db: Db,
  { search, sort, limit, offset }: { search: string | undefined; sort: TagSort; limit: number; offset: number },
): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${columns} from tags t where ${matching(search)} order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many tags there are. */
export async function countTags(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tags t where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A tag by id. */
export async function findTag(db: Db, id: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`select ${columns} from tags t where t.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Whether another tag has the slug. */
export async function isSlugTaken(db: Db, slug: string, id: string): Promise<boolean> {
  const other = db.selectFrom("tags").select("id").where("slug", "=", slug).where("id", "!=", id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Renames a tag. */
export async function renameTagRow(db: Db, id: string, { name, slug }: TagRef): Promise<void> {
  await db.updateTable("tags").set({ name, slug }).where("id", "=", id).execute();
}

/**
 * Increases the version of a tag's posts, because editors who have one open have its old tags. Always locks posts before tags, in the
 * order of their ids.
 */
export async function increaseVersions(db: Db, tagId: string): Promise<void> {
  await sql`
    with touched as (
      select p.id from posts p join posts_tags pt on pt.post_id = p.id where pt.tag_id = ${tagId}::uuid order by p.id for update of p
    )
    update posts p set version = p.version + 1 from touched t where p.id = t.id`.execute(db);
}

/** Links the posts of one tag to another. Inserts links instead of updating them, so that they are dated and announced. */
export async function linkPostsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`
    insert into posts_tags (post_id, tag_id)
    select post_id, ${to}::uuid from posts_tags where tag_id = ${from}::uuid
    on conflict (post_id, tag_id) do nothing`.execute(db);
}

/** Makes the slug of a tag, and its old slugs, lead to another tag. */
export async function redirectSlugs(db: Db, from: TagRow, to: string): Promise<void> {
  await db.updateTable("tag_slugs").set({ tag_id: to }).where("tag_id", "=", from.id).execute();
  await db
    .insertInto("tag_slugs")
    .values({ slug: from.slug, tag_id: to })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ tag_id: to }))
    .execute();
}

/** Deletes a tag and removes it from its posts. */
export async function deleteTagRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("posts_tags").where("tag_id", "=", id).execute();
  await db.deleteFrom("tags").where("id", "=", id).execute();
}
