import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { ImportedProfile } from "./items.ts";

type Db = Kysely<DB>;
type Trx = Transaction<DB>;

/** Compares without case. */
export async function usersByEmail(db: Db, emails: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from users where lower(email) = any(${emails}::text[])`.execute(db);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

export async function takenIds(
  db: Db,
  table: "posts" | "users" | "comments" | "media" | "categories",
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export const hasCategory = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("categories").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

export const insertAuthors = (db: Db, users: Insertable<DB["users"]>[]) =>
  db
    .insertInto("users")
    .values(users)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Links to users who are gone are left out. @param ids posts whose coauthors are replaced */
export async function replaceCoauthors(db: Trx, ids: string[], links: Insertable<DB["post_coauthors"]>[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("post_coauthors").where("post_id", "in", ids).execute();
  if (links.length === 0) return;
  await sql`
    insert into post_coauthors (post_id, user_id, position)
    select l.post_id, l.user_id, l.position from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) l (post_id uuid, user_id uuid, position integer)
      join users u on u.id = l.user_id`.execute(db);
}

/** With another slug if that one is taken. Of the former slugs, those that nobody has. A missing picture is left out. */
export async function insertAuthorProfile(db: Trx, userId: string, profile: ImportedProfile): Promise<void> {
  const { slug, old_slugs, has_page, picture, links } = profile;
  await sql`select create_author_profile(u.id, ${slug}) from users u where u.id = ${userId}::uuid`.execute(db);
  await sql`
    update author_profiles set has_page = ${has_page}, links = ${JSON.stringify(links)}::jsonb,
      picture = (select ${picture}::text from media where id = media_id(${picture}) and width is not null)
    where user_id = ${userId}::uuid`.execute(db);
  await sql`
    insert into author_slugs (slug, user_id) select old, a.user_id from unnest(${old_slugs}::text[]) old, author_profiles a
    where a.user_id = ${userId}::uuid and not exists (select from author_profiles t where t.slug = old)
    on conflict do nothing`.execute(db);
}

export async function categoriesBySlug(db: Db): Promise<Map<string, { id: string; name: string }>> {
  const rows = await db.selectFrom("categories").select(["id", "slug", "name"]).execute();
  return new Map(rows.map(({ slug, id, name }) => [slug, { id, name }]));
}

/** Skips taken slugs. @returns the ids of those that were added */
export async function insertCategories(db: Db, categories: Insertable<DB["categories"]>[]): Promise<Set<string>> {
  if (categories.length === 0) return new Set();
  const rows = await db
    .insertInto("categories")
    .values(categories)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Skips taken slugs; in the order of their slugs. @returns those that were added */
export async function insertTags(db: Db, tags: { name: string; slug: string }[]): Promise<{ id: string; slug: string }[]> {
  if (tags.length === 0) return [];
  const ordered = tags.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  return db
    .insertInto("tags")
    .values(ordered)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning(["id", "slug"])
    .execute();
}

export async function tagIds(db: Db, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom("tags").select(["id", "slug"]).where("slug", "in", slugs).execute();
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

export async function insertOldCategorySlugs(db: Db, slugs: { slug: string; id: string }[]): Promise<void> {
  await sql`
    insert into category_slugs (slug, category_id)
    select slug, id from unnest(${slugs.map(({ slug }) => slug)}::text[], ${slugs.map(({ id }) => id)}::uuid[]) old (slug, id)
    where not exists (select from categories c where c.slug = old.slug) order by slug on conflict do nothing`.execute(db);
}

export async function insertOldTagSlugs(db: Db, slugs: { slug: string; id: string }[]): Promise<void> {
  await sql`
    insert into tag_slugs (slug, tag_id)
    select slug, id from unnest(${slugs.map(({ slug }) => slug)}::text[], ${slugs.map(({ id }) => id)}::uuid[]) old (slug, id)
    where not exists (select from tags t where t.slug = old.slug) order by slug on conflict do nothing`.execute(db);
}

/** Equal to one of these or beginning with it, so that a free one is found without another query. */
export async function takenSlugs(db: Db, slugs: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select p.slug from unnest(${slugs}::text[]) wanted (slug) join posts p on p.slug = wanted.slug
    union all
    select p.slug from (select w.slug from unnest(${slugs}::text[]) w (slug) join posts t on t.slug = w.slug) wanted
      join posts p on p.slug like replace(left(wanted.slug, 248), '_', '\_') || '-%'`.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}

export async function lockVersions(trx: Trx, ids: string[]): Promise<Map<string, { version: number; slug: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("posts")
    .select(["id", "version", "slug"])
    .where("id", "in", ids)
    .where("status", "<>", "trashed")
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, version, slug }) => [id, { version, slug }]));
}

export type PostHere = { version: number; slug: string; title: string; created_at: Date; published_at: Date | null };

/** Null for posts in the trash. */
export async function postsById(db: Db, ids: string[]): Promise<Map<string, PostHere | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("posts")
    .select(["id", "version", "slug", "status", "title", "created_at", "published_at"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, status, ...post }) => [id, status === "trashed" ? null : post]));
}

export const insertPosts = (trx: Trx, posts: Insertable<DB["posts"]>[]) => trx.insertInto("posts").values(posts).execute();

export async function linkPosts(trx: Trx, links: { post_id: string; tag_id: string }[]): Promise<void> {
  if (links.length === 0) return;
  await trx
    .insertInto("posts_tags")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** `of`: a post here whose group it is, if it has one already. */
type Version = { id: string; joined: string; of: string | null };

/**
 * Puts posts that are in no group into theirs, as far as their language is free there. A trigger names the language of a post without one.
 * @returns those that are in a group now, and whether there are others in it
 */
export async function joinTranslations(trx: Trx, versions: Version[]): Promise<Map<string, { hasOthers: boolean }>> {
  if (versions.length === 0) return new Map();
  await sql`
    with wanted as (
      select distinct on (g.joined, g.language) g.* from (
        select p.id, v.place, coalesce((select o.translation_group from posts o where o.id = v.of), v.joined) as joined,
          coalesce(p.language, (select value ->> 'language' from settings), 'en') as language
        from unnest(${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ joined }) => joined)}::uuid[],
          ${versions.map(({ of }) => of)}::uuid[]) with ordinality v (id, joined, of, place) join posts p on p.id = v.id
        where p.translation_group is null and p.kind = 'post'
      ) g
      where not exists (
        select from posts o where o.translation_group = g.joined and o.language = g.language and o.status <> 'trashed'
      ) order by g.joined, g.language, g.place
    )
    update posts p set translation_group = wanted.joined from wanted where p.id = wanted.id`.execute(trx);
  const { rows } = await sql<{ id: string; has_others: boolean }>`
    select p.id, exists (
      select from posts o where o.translation_group = p.translation_group and o.id <> p.id and o.status <> 'trashed'
    ) as has_others
    from posts p where p.id = any(${versions.map(({ id }) => id)}::uuid[]) and p.translation_group is not null`.execute(trx);
  return new Map(rows.map(({ id, has_others }) => [id, { hasOthers: has_others }]));
}

export async function insertOldSlugs(trx: Trx, slugs: { slug: string; post_id: string }[]): Promise<void> {
  if (slugs.length === 0) return;
  await trx
    .insertInto("post_slugs")
    .values(slugs)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sends no notifications. Comments that begin a thread must come before their replies. */
export async function insertComments(trx: Trx, comments: Insertable<DB["comments"]>[]): Promise<void> {
  if (comments.length === 0) return;
  await trx.insertInto("comments").values(comments).execute();
}

export const lockWriting = (trx: Trx, id: string) =>
  trx
    .selectFrom("posts")
    .select(["id", "title", "content", "content_format", "featured_image", "featured_image_alt", "version", "updated_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export type Writing = { id: string; content: string; content_format: string; featured_image: string | null; version: number };

export async function findWritings(db: Db, ids: string[]): Promise<Map<string, Writing>> {
  if (ids.length === 0) return new Map();
  const columns = ["id", "content", "content_format", "featured_image", "version"] as const;
  const rows = await db.selectFrom("posts").select(columns).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Only if the version before was also the import's own. */
export const recordVersion = (db: Db, postId: string, { before, after }: { before: number; after: number }) =>
  db.updateTable("import_items").set({ version: after }).where("entity_id", "=", postId).where("version", "=", before).execute();
