import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { EditRow } from "../posts/admin-posts.sql.ts";

type Db = Kysely<DB>;

/** What no revision holds. Times are ISO 8601. */
type OptionsBefore = {
  author_id: string | null;
  /** missing in imports of earlier versions */
  coauthors?: string[];
  comments_open: boolean;
  comments_stay_open?: boolean;
  listed: boolean;
  created_at: string;
  updated_at: string;
  published_at: string | null;
};

/** Skips posts that this import added or has replaced before. @param before `revisionId`: what the post said */
export async function recordUpdate(
  db: Db,
  { id: importId, source }: { id: string; source: string },
  before: EditRow,
  revisionId: string,
): Promise<void> {
  const { id, author_id, coauthors, comments_open, comments_stay_open, listed, created_at, updated_at, published_at } = before;
  const options = JSON.stringify({
    author_id,
    coauthors: coauthors.map((one) => one.id),
    comments_open,
    comments_stay_open,
    listed,
    created_at,
    updated_at,
    published_at,
  });
  await sql`
    insert into import_updates (import_id, post_id, revision_id, options, hash)
    select ${importId}::uuid, ${id}::uuid, ${revisionId}::uuid, ${options}::jsonb, hash from import_items
    where source = ${source} and entity_id = ${id}::uuid and import_id is distinct from ${importId}::uuid limit 1
    on conflict do nothing`.execute(db);
}

export async function countUndoable(db: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from import_updates where import_id = ${importId}::uuid)::int
      + (select count(*) from import_items where import_id = ${importId}::uuid)::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** `is_edited`: here, since then; `version` is null for one in the trash. */
export type ReplacedPost = {
  post_id: string;
  title: string;
  revision_id: string;
  options: OptionsBefore;
  hash: string;
  version: number | null;
  is_edited: boolean;
  is_staged: boolean;
};

export async function replacedPosts(db: Db, importId: string, source: string, limit: number): Promise<ReplacedPost[]> {
  const { rows } = await sql<ReplacedPost>`
    select u.post_id, p.title, u.revision_id, u.options, u.hash, case when p.status <> 'trashed' then p.version end as version,
      not exists (
        select from import_items i where i.source = ${source} and i.entity_id = p.id and i.version = p.version) as is_edited,
      exists (select from post_edits e where e.post_id = p.id) as is_staged
    from import_updates u join posts p on p.id = u.post_id
    where u.import_id = ${importId}::uuid order by u.post_id limit ${limit}`.execute(db);
  return rows;
}

export const forgetUpdate = (db: Db, importId: string, postId: string) =>
  db.deleteFrom("import_updates").where("import_id", "=", importId).where("post_id", "=", postId).execute();

export const resetItem = (db: Db, source: string, postId: string, values: { hash: string; version: number }) =>
  db.updateTable("import_items").set(values).where("source", "=", source).where("entity_id", "=", postId).execute();

export type AddedPost = { id: string; title: string; is_edited: boolean; is_staged: boolean; is_commented: boolean };

export async function addedPostIds(db: Db, importId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from import_items i join posts p on p.id = i.entity_id
    where i.import_id = ${importId}::uuid order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the posts. `is_commented`: by readers of this site. */
export async function lockAdded(db: Db, importId: string, ids: string[]): Promise<AddedPost[]> {
  const { rows } = await sql<AddedPost>`
    select p.id, p.title, i.version is distinct from p.version as is_edited,
      exists (select from post_edits e where e.post_id = p.id) as is_staged,
      exists (
        select from comments c where c.post_id = p.id and not exists (select from import_items x where x.entity_id = c.id)
      ) as is_commented
    from import_items i join posts p on p.id = i.entity_id
    where i.import_id = ${importId}::uuid and p.id = any(${ids}::uuid[]) order by p.id for update of p`.execute(db);
  return rows;
}

export async function commentIds(db: Db, postIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from comments where post_id = any(${postIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns how many of them the import had added */
export async function forgetItems(db: Db, importId: string, entityIds: string[]): Promise<number> {
  const { rows } = await sql<{ own: boolean }>`
    delete from import_items where entity_id = any(${entityIds}::uuid[])
    returning import_id is not distinct from ${importId}::uuid as own`.execute(db);
  return rows.filter(({ own }) => own).length;
}

/** What stays here isn't the import's any more. @returns the number of items */
export async function releaseItems(db: Db, importId: string, entityIds: string[]): Promise<number> {
  const { rows } = await sql`
    update import_items set import_id = null
    where import_id = ${importId}::uuid and entity_id = any(${entityIds}::uuid[]) returning 1`.execute(db);
  return rows.length;
}

const TABLES = {
  comment: "comments",
  redirect: "redirects",
  picture: "media",
  media: "media",
  category: "categories",
  tag: "tags",
  author: "users",
} as const;
export type ItemKind = keyof typeof TABLES;

export async function addedThings(db: Db, importId: string, kind: ItemKind, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.id from import_items i join ${sql.table(TABLES[kind])} t on t.id = i.entity_id
    where i.import_id = ${importId}::uuid and starts_with(i.key, ${`${kind}:`}) order by t.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type Ids = { id: string }[];

/** @returns the ids of those that are gone */
export async function deleteUnansweredComments(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Ids[number]>`
    with locked as (select id from comments where id = any(${ids}::uuid[]) order by id for update)
    delete from comments c using locked where c.id = locked.id and not exists (
      select from comments r where (r.parent_id = c.id or r.reply_to_id = c.id)
        and not exists (select from import_items x where x.entity_id = r.id))
    returning c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Only those that still lead where the import led them. @returns the ids of those that are gone */
export async function deleteUnchangedRedirects(db: Db, importId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Ids[number]>`
    delete from redirects r using import_items i
    where r.id = any(${ids}::uuid[]) and i.import_id = ${importId}::uuid and i.entity_id = r.id and i.hash = r.to_path
    returning r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns the ids of those that are gone */
export async function deleteEmptyCategories(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Ids[number]>`
    delete from categories c where c.id = any(${ids}::uuid[]) and not exists (select from posts p where p.category_id = c.id)
    returning c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns the ids of those that are gone */
export async function deleteUnusedTags(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Ids[number]>`
    delete from tags t where t.id = any(${ids}::uuid[]) and not exists (select from posts_tags l where l.tag_id = t.id)
    returning t.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Accounts without a password, sessions, posts, comments and rights. @returns the ids of those that are gone */
export async function deleteUnusedAccounts(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<Ids[number]>`
    delete from users u where u.id = any(${ids}::uuid[]) and u.role = 'user' and u.last_sign_in_at is null
      and not exists (select from user_passwords p where p.user_id = u.id)
      and not exists (select from auth_sessions s where s.user_id = u.id)
      and not exists (select from posts p where p.author_id = u.id)
      and not exists (select from post_coauthors o where o.user_id = u.id)
      and not exists (select from comments c where c.author_id = u.id)
    returning u.id`.execute(db);
  return rows.map(({ id }) => id);
}

const NAMES: Record<ItemKind, string> = {
  comment: "left(content, 79) || case when length(content) > 79 then '…' else '' end",
  redirect: "from_path",
  picture: "name",
  media: "name",
  category: "name",
  tag: "name",
  author: "coalesce(full_name, email)",
};

export async function namesOf(db: Db, kind: ItemKind, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select ${sql.raw(NAMES[kind])} as name from ${sql.table(TABLES[kind])} where id = any(${ids}::uuid[]) order by id`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

export async function forgetImport(db: Db, importId: string): Promise<void> {
  await db.deleteFrom("import_items").where("import_id", "=", importId).execute();
  await db.deleteFrom("import_updates").where("import_id", "=", importId).execute();
  await db.deleteFrom("import_pictures").where("import_id", "=", importId).execute();
}

/** Locks the rows of the blog's imports, so that none begins meanwhile. */
export async function otherAtWork(db: Db, importId: string, source: string, states: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from imports where source = ${source} order by id for update`.execute(db);
  return rows.some(({ id, state }) => id !== importId && states.includes(state));
}
