import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import { redirectedPaths } from "../../redirects/list-redirects.ts";
import type { MissingPages } from "../analytics.ts";
import type { RangeChoice } from "../analytics-rules.ts";
import { panelPeriod } from "../panels/periods.ts";

/** Common trigrams of a path and a slug, 0 to 1. */
const NEAR_ENOUGH = 0.4;

const ENDING = /\.(html?|php|aspx?|jsp|md|txt|xml)$/;

/** A slug from the last part that isn't just a number: `mood-diary` of `/2019/05/Mood_Diary.html`. Null if there is none. */
export function nameIn(path: string): string | null {
  const parts = path
    .toLowerCase()
    .split("/")
    .map((part) =>
      part
        .replace(ENDING, "")
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-+|-+$/g, ""),
    );
  return parts.findLast((part) => /\p{L}/u.test(part) && part !== "index") ?? null;
}

type NearPage = { path: string; title: string };

const PAGES: { names: string[]; page: NearPage }[] = [
  { names: ["about", "about-us", "about-me"], page: { path: routes.about(), title: "About" } },
  { names: ["privacy", "privacy-policy"], page: { path: routes.privacy(), title: "Privacy" } },
  { names: ["terms", "terms-of-service", "terms-and-conditions"], page: { path: routes.terms(), title: "Terms" } },
  {
    names: ["blog", "posts", "articles", "archive", "archives", "view-all", "all", "story", "stories", "search"],
    page: { path: routes.listing(), title: "All Articles" },
  },
  { names: ["feed", "rss", "rss2"], page: { path: routes.feeds.rss, title: "RSS feed" } },
  { names: ["atom"], page: { path: routes.feeds.atom, title: "Atom feed" } },
  { names: ["home", "default"], page: { path: routes.home(), title: "Home" } },
  { names: ["login", "signin", "sign-in", "log-in"], page: { path: routes.login(), title: "Login" } },
  { names: ["register", "signup", "sign-up"], page: { path: routes.register(), title: "Sign Up" } },
];
const STANDING = new Map(PAGES.flatMap(({ names, page }) => names.map((name) => [name, page] as const)));

const article = ({ slug, title }: { slug: string; title: string }): NearPage => ({ path: routes.story(slug), title });

type NearRow = { name: string; slug: string; title: string; likeness: number };

/**
 * By decoded path: the article with this slug, else the site's page of that name, else the most similar slug. Two SQL statements at most.
 */
async function nearestPages(ctx: Context, paths: readonly string[]): Promise<Map<string, NearPage>> {
  const named = paths.flatMap((path) => {
    const name = nameIn(path);
    return name === null ? [] : [{ path, name }];
  });
  const names = [...new Set(named.map(({ name }) => name))];
  const pages = new Map<string, NearPage>();
  if (names.length === 0) return pages;
  for (const row of await articlesOnceAt(ctx.db, names)) pages.set(row.name, article(row));
  for (const name of names) {
    const page = STANDING.get(name);
    if (page && !pages.has(name)) pages.set(name, page);
  }
  const open = names.filter((name) => !pages.has(name));
  for (const row of open.length > 0 ? await nearestArticles(ctx.db, open, NEAR_ENOUGH) : []) pages.set(row.name, article(row));
  return new Map(
    named.flatMap(({ path, name }) => {
      const page = pages.get(name);
      return page ? [[path, page] as const] : [];
    }),
  );
}

/** Similarity of pg_trgm, 0 to 1. */
async function nearestArticles(db: Db, names: readonly string[], least: number): Promise<NearRow[]> {
  const { rows } = await sql<NearRow>`
    select w.name, n.slug, n.title, n.likeness from unnest(${names}::text[]) w(name)
    cross join lateral (
      select p.slug, p.title, similarity(p.slug, w.name) as likeness from posts p
      where p.slug % w.name and p.status = 'published'
      order by likeness desc, p.published_at desc, p.id desc limit 1
    ) n where n.likeness >= ${least}`.execute(db);
  return rows;
}

async function articlesOnceAt(db: Db, slugs: readonly string[]): Promise<{ name: string; slug: string; title: string }[]> {
  const { rows } = await sql<{ name: string; slug: string; title: string }>`
    select slug as name, slug, title from posts where slug = any(${slugs}::text[]) and status = 'published'
    union all
    select s.slug, p.slug, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}::text[]) and p.status = 'published'`.execute(db);
  return rows;
}

type Days = Pick<Period, "from" | "to">;

type MissingRow = { path: string; hits: number; referrer: string | null };

/** The most requested first, without paths that have become a redirect or a page. */
export async function readMissing(
  ctx: Context,
  { limit, ...choice }: RangeChoice & { limit: number },
  timezone: string,
): Promise<MissingPages> {
  const { period } = panelPeriod(ctx, choice, timezone);
  const { items, total } = await missingRows(ctx.db, period, await redirectedPaths(ctx), limit);
  const nearest = await nearestPages(
    ctx,
    items.map(({ path }) => path),
  );
  return { items: items.map((item) => ({ ...item, nearest: nearest.get(item.path) ?? null })), total };
}

/** @param redirected paths to leave out; referrers are only looked up for the returned rows */
async function missingRows(db: Db, { from, to }: Days, redirected: readonly string[], limit: number) {
  const during = sql`day between ${from}::date and ${to}::date`;
  const { rows } = await sql<MissingRow & { total: number }>`
    with most as materialized (
      select m.path, m.hits, count(*) over ()::integer as total
      from (select path, sum(hits)::integer as hits from analytics_missing where ${during} group by path) m
      where m.path <> all(${redirected}::text[]) and not exists (
        select from posts p where m.path like '/story/%' and p.slug = substr(m.path, 8) and p.status = 'published')
      order by m.hits desc, m.path limit ${limit}
    ), led as (
      select distinct on (path) path, referrer from analytics_missing
      where ${during} and referrer is not null and path in (select path from most) order by path, day desc
    )
    select most.path, most.hits, led.referrer, most.total from most left join led on led.path = most.path
    order by most.hits desc, most.path`.execute(db);
  return { items: rows.map(({ path, hits, referrer }): MissingRow => ({ path, hits, referrer })), total: rows[0]?.total ?? 0 };
}
