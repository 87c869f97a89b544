import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import type { PostKind } from "../posts/post-rules.ts";
import type { RedirectSort } from "./redirect-rules.ts";

/** A former slug of an article, with the current one. */
export type OldSlugRow = {
  old_slug: string;
  slug: string;
  post_id: string;
  title: string;
  status: string;
  hits: number;
  last_hit_at: Date | null;
  created_at: Date;
};

/** Former slugs that no published article uses now, of posts outside the trash. */
const leading = sql`
  from post_slugs s join posts p on p.id = s.post_id and p.status <> 'trashed'
  where not exists (select from posts o where o.slug = s.slug and o.status = 'published')`;

const matchingSlug = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`s.slug || E'\n' || p.slug || E'\n' || p.title`, sql`${search}::text`);

/** Counts the former slugs. */
export async function countOldSlugs(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${leading} and ${matchingSlug(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Reads one page of the former slugs: the most used first, then the newest. */
export async function oldSlugRows(
  db: Db,
  search: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<OldSlugRow[]> {
  const { rows } = await sql<OldSlugRow>`
    select s.slug as old_slug, p.slug, p.id as post_id, p.title, p.status, s.hits, s.last_hit_at, s.created_at
    ${leading} and ${matchingSlug(search)} order by s.hits desc, s.created_at desc, s.slug limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Adds hits to former slugs, in the order of the slugs, so that two processes never deadlock. */
export async function addOldHits(db: Db, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const slugs = [...hits.keys()].sort();
  await sql`
    with counted as (
      select s.slug, c.hits from unnest(${slugs}::text[], ${slugs.map((slug) => hits.get(slug) ?? 0)}::integer[]) c(slug, hits)
        join post_slugs s on s.slug = c.slug order by s.slug for update of s
    )
    update post_slugs s set hits = s.hits + c.hits, last_hit_at = greatest(s.last_hit_at, ${at}::timestamptz)
    from counted c where c.slug = s.slug`.execute(db);
}

/** A redirect as the queries read it for the back office. */
export type RedirectRow = {
  id: string;
  from_path: string;
  to_path: string;
  hits: number;
  last_hit_at: Date | null;
  created_by: string | null;
  created_at: Date;
};

const columns = sql`r.id, r.from_path, r.to_path, r.hits, r.last_hit_at, u.email as created_by, r.created_at`;
const joined = sql`redirects r left join users u on u.id = r.created_by`;

const ORDERS: Record<RedirectSort, ReturnType<typeof sql>> = {
  "-created_at": sql`r.created_at desc, r.id desc`,
  created_at: sql`r.created_at, r.id`,
  "-hits": sql`r.hits desc, r.from_path`,
  hits: sql`r.hits, r.from_path`,
  from_path: sql`r.from_path`,
  "-from_path": sql`r.from_path desc`,
};

/** The condition of a search for any of the spellings of a term. */
const matching = (search: readonly string[] | undefined) =>
  search === undefined
    ? sql`true`
    : sql`exists (select from unnest(${search}::text[]) term where strpos(lower(r.from_path || E'\n' || r.to_path), lower(term)) > 0)`;

/** Reads one page of the redirects. */
export async function redirectRows(
  db: Db,
  { search, sort, limit, offset }: { search: readonly string[] | undefined; sort: RedirectSort; limit: number; offset: number },
): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`
    select ${columns} from ${joined} where ${matching(search)} order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Counts the redirects. */
export async function countRedirects(db: Db, search?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from redirects r where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Reads a redirect. */
export async function findRedirect(db: Db, id: string): Promise<RedirectRow | undefined> {
  const { rows } = await sql<RedirectRow>`select ${columns} from ${joined} where r.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** The target of a path; undefined without a redirect. */
export async function targetOf(db: Db, from: string): Promise<string | undefined> {
  const row = await db.selectFrom("redirects").select("to_path").where("from_path", "=", from).executeTakeFirst();
  return row?.to_path;
}

/** Reads all redirects, to follow them. */
export const allRedirects = (db: Db): Promise<{ from_path: string; to_path: string }[]> =>
  db.selectFrom("redirects").select(["from_path", "to_path"]).execute();

/** Inserts a redirect. @returns its id */
export async function insertRedirect(
  db: Db,
  values: { from_path: string; to_path: string; created_by: string; created_at: Date },
): Promise<string> {
  const { id } = await db.insertInto("redirects").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Makes redirects to `from` lead to `to` directly. @returns how many */
export async function shortenChains(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql`
    update redirects set to_path = ${to} where ${from} in (to_path, regexp_replace(to_path, '[?#].*$', '')) returning 1`.execute(
    db,
  );
  return rows.length;
}

/** Deletes a redirect. */
export async function deleteRedirectRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("redirects").where("id", "=", id).execute();
}

/** A published article or own page. */
type Live = { slug: string; kind: PostKind };

/** The published article or own page with this slug, id or former slug. */
export async function livePost(db: Db, named: string, id: string | null): Promise<Live | undefined> {
  const { rows } = await sql<Live>`
    select p.slug, p.kind from (
      select id as post_id, 1 as rank from posts where slug = ${named} and status = 'published'
      union all select id, 2 from posts where id = ${id}::uuid and status = 'published'
      union all select p.id, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${named} and p.status = 'published'
    ) found join posts p on p.id = found.post_id order by rank limit 1`.execute(db);
  return rows[0];
}

/** Adds hits to redirects, in the order of their paths, so that two processes never deadlock. */
export async function addHits(db: Db, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const paths = [...hits.keys()].sort();
  await sql`
    with counted as (
      select r.id, c.hits from unnest(${paths}::text[], ${paths.map((path) => hits.get(path) ?? 0)}::integer[]) c(path, hits)
        join redirects r on r.from_path = c.path order by r.from_path for update of r
    )
    update redirects r set hits = r.hits + c.hits, last_hit_at = greatest(r.last_hit_at, ${at}::timestamptz)
    from counted c where c.id = r.id`.execute(db);
}

/** The redirects that start from some paths. */
export async function redirectsFrom(db: Db, paths: string[]): Promise<{ from_path: string; to_path: string }[]> {
  const { rows } = await sql<{ from_path: string; to_path: string }>`
    select from_path, to_path from redirects where from_path = any(${paths}::text[])`.execute(db);
  return rows;
}

/** Inserts many redirects. @returns them as they are stored */
export async function addManyRedirects(
  db: Db,
  rows: { from_path: string; to_path: string }[],
  { created_by, created_at }: { created_by: string | null; created_at: Date },
): Promise<{ id: string; from_path: string; to_path: string }[]> {
  const added = await sql<{ id: string; from_path: string; to_path: string }>`
    insert into redirects (from_path, to_path, created_by, created_at)
    select f, t, ${created_by}::uuid, ${created_at} from unnest(${rows.map(({ from_path }) => from_path)}::text[],
      ${rows.map(({ to_path }) => to_path)}::text[]) pair (f, t)
    returning id, from_path, to_path`.execute(db);
  return added.rows;
}

/** The current slug of the category or tag with this slug or former slug. */
export async function currentTopic(db: Db, kind: "category" | "tag", named: string): Promise<string | undefined> {
  const [topics, slugs, id] =
    kind === "category"
      ? [sql.table("categories"), sql.table("category_slugs"), sql.ref("category_id")]
      : [sql.table("tags"), sql.table("tag_slugs"), sql.ref("tag_id")];
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select slug, 1 as rank from ${topics} where slug = ${named}
      union all select t.slug, 2 from ${slugs} s join ${topics} t on t.id = s.${id} where s.slug = ${named}
    ) found order by rank limit 1`.execute(db);
  return rows[0]?.slug;
}

/** Those of some slugs and former slugs that name published articles or own pages, with what they name. */
export async function liveSlugs(db: Db, slugs: string[]): Promise<Map<string, PostKind>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await sql<Live>`
    select s.slug, p.kind from post_slugs s join posts p on p.id = s.post_id and p.status = 'published'
    where s.slug = any(${slugs}::text[])
    union all select slug, kind from posts where slug = any(${slugs}::text[]) and status = 'published'`.execute(db);
  return new Map(rows.map(({ slug, kind }) => [slug, kind]));
}
