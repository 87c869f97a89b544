import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

export type RawRecord = {
  visit: string;
  visitor: string;
  path_id: number;
  post_id: string | null;
  reading_time: number | null;
  first_seconds: number;
  last_seconds: number;
  ended_seconds: number | null;
  views: number;
  engaged_seconds: number;
  scroll_depth: number;
  source: string;
  channel: string;
  utm_campaign: string | null;
  country: string;
  city: string;
  region: string;
  device_type: string;
  browser: string;
  operating_system: string;
};
/** A rollup's row: its key and its figures, by name. */
export type Figures = Record<string, number>;
export type Rollups = Record<"days" | "values" | "pages" | "posts", Map<string, Figures>>;

/** Adds figures to those of a key. */
export const add = (to: Map<string, Figures>, key: string, figures: Figures) => {
  const sum = to.get(key) ?? {};
  for (const [name, figure] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + figure;
  to.set(key, sum);
};
const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const sizeOf = (values: unknown[]) => new Set(values).size;

/**
 * The expected rollups, computed from the raw rows one by one, in the simplest way and without a line of the
 * product's code. Keys: `2026-01-31`, `month 2026-01`.
 */
export async function plainRollups(db: Kysely<DB>, timezone: string): Promise<Rollups> {
  const dayOf = dayIn(timezone);
  const rollups: Rollups = { days: new Map(), values: new Map(), pages: new Map(), posts: new Map() };
  const addBoth = (kind: "values" | "pages" | "posts", day: string, key: string, figures: Figures) => {
    add(rollups[kind], `${day} ${key}`, figures);
    add(rollups[kind], `month ${day.slice(0, 7)} ${key}`, figures);
  };
  for (const [day, ofDay] of await visitsByDay(db, timezone)) {
    rollups.days.set(day, summary(ofDay));
    for (const [key, of] of Map.groupBy(ofDay.flatMap(valuesOf), ([key]) => key)) {
      addBoth("values", day, key, summary(of.map(([, visit]) => visit)));
    }
    for (const [path, of] of Map.groupBy(ofDay.flat(), ({ path_id }) => path_id))
      addBoth("pages", day, String(path), pageOf(of, ofDay));
    for (const { post_id, views } of ofDay.flat()) if (post_id) addBoth("posts", day, post_id, { views, likes: 0, comments: 0 });
  }
  for (const { post, at, ...figures } of await readReactions(db)) addBoth("posts", dayOf(at), post, { views: 0, ...figures });
  return rollups;
}

const dayIn = (timezone: string) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
  return (moment: Date | number) => format.format(moment);
};

/** The visits that began on each day, each with its records. */
export async function visitsByDay(db: Kysely<DB>, timezone: string): Promise<Map<string, RawRecord[][]>> {
  const records = await readRecords(db);
  const visits = Object.values(Object.groupBy(records, ({ visit }) => visit)) as RawRecord[][];
  const dayOf = dayIn(timezone);
  return Map.groupBy(visits, ([first]) => dayOf(Number(BigInt(first?.visit ?? 0) >> 20n)));
}

const bounced = (visit: RawRecord[]) => visit.length === 1 && visit[0]?.views === 1 && visit[0].engaged_seconds < 10;

/** The figures of visits together. */
export const summary = (visits: RawRecord[][]): Figures => ({
  visits: visits.length,
  visitors: sizeOf(visits.map(([first]) => first?.visitor)),
  views: sumOf(visits.flat().map(({ views }) => views)),
  bounces: visits.filter(bounced).length,
  ...durations(visits),
});

const durations = (visits: RawRecord[][]): Figures => {
  const ended = visits.filter((visit) => visit.some(({ ended_seconds }) => ended_seconds !== null));
  return {
    engaged_seconds: sumOf(visits.flat().map(({ engaged_seconds }) => engaged_seconds)),
    completed: ended.length,
    duration_seconds: sumOf(ended.map((visit) => Math.max(...visit.map(({ ended_seconds }) => ended_seconds ?? 0)))),
  };
};

/** What a visit has in common with others: `source Google`, `city Berlin, Germany`, … */
export function valuesOf(visit: RawRecord[]): [string, RawRecord[]][] {
  const [one] = visit as [RawRecord];
  const [city, country] = [one.city === "unknown" ? one.region : one.city, one.country];
  const place = [city, country].filter((part) => part !== "unknown").join(", ") || "unknown";
  const values = { source: one.source, channel: one.channel, campaign: one.utm_campaign, country, city: place };
  const agent = { device: one.device_type, browser: one.browser, os: one.operating_system };
  return Object.entries({ ...values, ...agent }).flatMap(([dimension, value]) =>
    value === null ? [] : [[`${dimension} ${value}`, visit] as [string, RawRecord[]]],
  );
}

/** The figures of the records of one page, among visits with all of theirs. */
export function pageOf(records: RawRecord[], visits: RawRecord[][]): Figures {
  const path = records[0]?.path_id;
  const minutes = records[0]?.reading_time ?? 0;
  const before = (a: number[], b: number[]) =>
    a.map((value, n) => value - (b[n] ?? 0)).find((difference) => difference !== 0) ?? 0;
  const entries = visits.filter((visit) => {
    const order = (r: RawRecord) => [r.first_seconds, r.last_seconds, r.path_id];
    return visit.toSorted((a, b) => before(order(a), order(b)))[0]?.path_id === path;
  });
  const exits = visits.filter((visit) => {
    const order = (r: RawRecord) => [r.last_seconds, r.first_seconds, r.path_id];
    return visit.toSorted((a, b) => before(order(b), order(a)))[0]?.path_id === path;
  });
  return {
    views: sumOf(records.map(({ views }) => views)),
    visits: records.length,
    visitors: sizeOf(records.map(({ visitor }) => visitor)),
    entries: entries.length,
    exits: exits.length,
    bounces: entries.filter(bounced).length,
    engaged_seconds: sumOf(records.map(({ engaged_seconds }) => engaged_seconds)),
    started: records.filter((r) => r.scroll_depth >= 10 || r.engaged_seconds >= 10).length,
    half: records.filter((r) => r.scroll_depth >= 50 && r.engaged_seconds >= minutes * 10).length,
    finished: records.filter((r) => r.scroll_depth >= 90 && r.engaged_seconds >= minutes * 20).length,
    completed: records.filter((r) => r.ended_seconds !== null).length,
    duration_seconds: sumOf(records.map((r) => r.ended_seconds ?? 0)),
  };
}

async function readRecords(db: Kysely<DB>): Promise<RawRecord[]> {
  const { rows } = await sql<RawRecord>`
    select r.*, r.visit::text, r.visitor::text, p.post_id, posts.reading_time, o.source, o.channel, o.utm_campaign, l.country, l.city, l.region,
      a.device_type, a.browser, a.operating_system
    from analytics_records r join analytics_paths p on p.id = path_id left join posts on posts.id = p.post_id
      join analytics_origins o on o.id = origin_id
      join analytics_agents a on a.id = agent_id join analytics_places l on l.id = place_id`.execute(db);
  return rows;
}

async function readReactions(db: Kysely<DB>): Promise<{ post: string; at: Date; likes: number; comments: number }[]> {
  const likes = await db.selectFrom("article_likes").select(["article_id as post", "created_at as at", "is_liked"]).execute();
  const comments = await db.selectFrom("comments").select(["post_id as post", "created_at as at", "status"]).execute();
  return [
    ...likes.filter(({ is_liked }) => is_liked).map(({ post, at }) => ({ post, at, likes: 1, comments: 0 })),
    ...comments.filter(({ status }) => status === "approved").map(({ post, at }) => ({ post, at, likes: 0, comments: 1 })),
  ];
}

/** The stored rollups, in the same form. */
export async function storedRollups(db: Kysely<DB>): Promise<Rollups> {
  const read = async (query: ReturnType<typeof sql<{ key: string }>>) => {
    const { rows } = await query.execute(db);
    return new Map(rows.map(({ key, ...figures }) => [key, figures as Figures]));
  };
  const day = sql`case when is_month then 'month ' || to_char(starts_on, 'YYYY-MM') else starts_on::text end`;
  return {
    days: await read(sql`select day::text as key, visits, visitors, views, bounces, engaged_seconds, completed, duration_seconds
      from analytics_days`),
    values: await read(sql`select ${day} || ' ' || dimension || ' ' || value as key, visits, visitors, views, bounces,
      engaged_seconds, completed, duration_seconds
      from analytics_values`),
    pages: await read(sql`select ${day} || ' ' || path_id as key, views, visits, visitors, entries, exits, bounces,
      engaged_seconds, started, half, finished, completed, duration_seconds from analytics_pages`),
    posts: await read(sql`select ${day} || ' ' || post_id as key, views, likes, comments from analytics_posts`),
  };
}
