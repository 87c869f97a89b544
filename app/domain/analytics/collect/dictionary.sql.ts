import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { cutText } from "../../text-rules.ts";
import { type Agent, HIT_LIMITS, type Origin, type VisitPlace } from "../hit-rules.ts";
import { slugOfPath, titleOfPath } from "./addresses.ts";

type Page = { path: string; title: string; post_id: string | null };

/** The published articles with these slugs, current or former. */
async function articlesAt(db: Db, slugs: string[]): Promise<Map<string, { id: string; title: string }>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await sql<{ slug: string; id: string; title: string }>`
    select p.slug, p.id, p.title from posts p where p.slug = any(${slugs}) and p.status = 'published'
    union all
    select s.slug, p.id, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}) and p.status = 'published' and not exists (select from posts q where q.slug = s.slug)`.execute(
    db,
  );
  return new Map(rows.map(({ slug, id, title }) => [slug, { id, title }]));
}

/** Adds pages, or brings their titles up to date. Numbers by path. */
async function storedPages(db: Db, pages: Page[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ path: string; id: number }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as row (path text, title text, post_id uuid)
    ), same as materialized (
      select p.id, p.path from analytics_paths p join wanted w using (path)
      where p.title = w.title and p.post_id is not distinct from w.post_id
    ), changed as (
      insert into analytics_paths (path, title, post_id)
      select path, title, post_id from wanted where path not in (select path from same) order by path
      on conflict (path) do update set title = excluded.title, post_id = excluded.post_id returning id, path
    )
    select id, path from same union all select id, path from changed`.execute(db);
  return new Map(rows.map(({ path, id }) => [path, id]));
}

/**
 * The ids of paths that have a page. Titles come from the article or a fixed list, because what a hit says can't be
 * trusted.
 */
export async function pageIds(db: Db, paths: string[]): Promise<Map<string, number>> {
  const slugs = paths.flatMap((path) => slugOfPath(path) ?? []);
  const articles = await articlesAt(db, slugs);
  const pages = paths.flatMap((path): Page[] => {
    const title = titleOfPath(path);
    if (title !== undefined) return [{ path, title, post_id: null }];
    const article = articles.get(slugOfPath(path) ?? "");
    return article ? [{ path, title: cutText(article.title, HIT_LIMITS.title), post_id: article.id }] : [];
  });
  return pages.length > 0 ? storedPages(db, pages) : new Map();
}

/** A row with the digest of everything in it, as hex. */
export type DictionaryRow<Row> = Row & { key: string };

type Table = "analytics_origins" | "analytics_agents" | "analytics_places";

const NUMERIC = new Set(["latitude", "longitude"]);

/**
 * Finds rows by their digest, and adds missing ones in the order of digests, which avoids deadlocks.
 * @param columns of the table besides the digest
 * @returns numbers by digest
 */
async function ids(
  db: Db,
  table: Table,
  columns: readonly string[],
  rows: readonly { key: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const typed = sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(NUMERIC.has(name) ? "numeric" : "text")}`));
  // A row that another process adds at this moment is only visible to the next statement.
  for (let tries = 0; found.size < rows.length && tries < 3; tries++) {
    const wanted = JSON.stringify(rows.filter(({ key }) => !found.has(key)));
    const { rows: got } = await sql<{ key: string; id: number }>`
      with wanted as materialized (
        select decode(key, 'hex') as key, ${names} from jsonb_to_recordset(${wanted}::jsonb) as row (key text, ${typed})
      ), there as materialized (select id, key from ${sql.table(table)} where key in (select key from wanted)
      ), added as (
        insert into ${sql.table(table)} (key, ${names})
        select key, ${names} from wanted where key not in (select key from there) order by key
        on conflict (key) do nothing returning id, key
      )
      select id, encode(key, 'hex') as key from there union all select id, encode(key, 'hex') from added`.execute(db);
    for (const { key, id } of got) found.set(key, id);
  }
  return found;
}

export const ORIGIN_COLUMNS: (keyof Origin)[] = [
  "source",
  "channel",
  "referrer_url",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
];
export const AGENT_COLUMNS: (keyof Agent)[] = [
  "user_agent",
  "browser",
  "browser_version",
  "operating_system",
  "device_type",
  "screen_resolution",
];
export const PLACE_COLUMNS: (keyof VisitPlace)[] = ["country", "region", "city", "latitude", "longitude", "timezone"];

/** Numbers of origins by their digests. */
export const originIds = (db: Db, rows: DictionaryRow<Origin>[]) => ids(db, "analytics_origins", ORIGIN_COLUMNS, rows);
/** Numbers of agents by their digests. */
export const agentIds = (db: Db, rows: DictionaryRow<Agent>[]) => ids(db, "analytics_agents", AGENT_COLUMNS, rows);
/** Numbers of places by their digests. */
export const placeIds = (db: Db, rows: DictionaryRow<VisitPlace>[]) => ids(db, "analytics_places", PLACE_COLUMNS, rows);
