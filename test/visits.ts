import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Channel, type DeviceType, type OperatingSystem, visitNumber } from "../app/domain/analytics/hit-rules.ts";
import { makePartitions } from "../app/domain/analytics/rollups/partitions.ts";
import type { DB } from "../db/schema.gen.ts";

type Db = Kysely<DB>;

type BuiltPage = {
  /** `/story/{slug}` belongs to the article with that slug, when there is one */
  path: string;
  title?: string;
  /** how often it was opened in this visit (1) */
  views?: number;
  /** seconds, visible and active (0) */
  engaged?: number;
  /** percent (0) */
  scroll?: number;
  /** seconds between the visit's beginning and the first view of this page; by default a minute for each page before it */
  after?: number;
  /** seconds between the visit's beginning and the last activity on this page; `after` by default */
  last?: number;
};

export type BuiltVisit = {
  /** when it began */
  at: Date;
  pages: BuiltPage[];
  /** any small number; visits with the same one have the same visitor. By default each visit has another one. */
  visitor?: number;
  source?: string;
  channel?: Channel;
  campaign?: string | null;
  referrer?: string | null;
  country?: string;
  city?: string;
  device?: DeviceType;
  browser?: string;
  version?: string;
  os?: OperatingSystem;
  /** seconds after its beginning; by default it continues */
  ended?: number | null;
  /** 32 hex characters: the visit also has a session, as a running one has */
  session?: string;
  authenticated?: boolean;
  demo?: boolean;
  network?: string | null;
};

let count = 0;

/**
 * Stores a visit as the intake does: its dictionaries' rows, its month's table, its records, and its dirty day.
 * @returns its id and its visitor's, in decimal
 */
export async function buildVisit(db: Db, visit: BuiltVisit): Promise<{ visit: string; visitor: string }> {
  const n = ++count;
  const number = String(visitNumber(visit.at.getTime(), n));
  const visitor = String(visit.visitor ?? 1_000_000 + n);
  await makePartitions(db, [visit.at]);
  const ids = {
    origin_id: await originId(db, visit),
    agent_id: await agentId(db, visit),
    place_id: await placeId(db, visit),
  };
  const seen = {
    visit: sql<number>`${number}::bigint`,
    visitor: sql<number>`${visitor}::bigint`,
    network: visit.network ?? null,
  };
  const shared = { ...ids, ...seen, is_authenticated: visit.authenticated ?? false };
  const paths: number[] = [];
  for (const page of visit.pages) paths.push(await pathId(db, page));
  const records = visit.pages.map((page, index) => {
    const first = page.after ?? index * 60;
    return {
      ...shared,
      path_id: paths[index] as number,
      first_seconds: first,
      last_seconds: page.last ?? first,
      ended_seconds: visit.ended ?? null,
      views: page.views ?? 1,
      engaged_seconds: page.engaged ?? 0,
      scroll_depth: page.scroll ?? 0,
      is_bounce: visit.ended == null,
      is_demo: visit.demo ?? false,
    };
  });
  const last = visit.at.getTime() + 1000 * Math.max(...records.map(({ last_seconds }) => last_seconds));
  const ended = visit.ended == null ? null : new Date(visit.at.getTime() + 1000 * visit.ended);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("analytics_records").values(records).execute();
    await trx.insertInto("analytics_marks").values({ at: visit.at }).execute();
    if (!visit.session) return;
    const session = { ...shared, session_id: visit.session, last_at: new Date(last), ended_at: ended };
    await trx.insertInto("analytics_sessions").values(session).execute();
  });
  return { visit: number, visitor };
}

const digest = (values: unknown[]): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(["test", ...values]))
    .digest();

async function pathId(db: Db, { path, title = "" }: BuiltPage): Promise<number> {
  const slug = path.startsWith("/story/") ? path.slice("/story/".length) : "";
  const post = slug ? await db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirst() : undefined;
  const { id } = await db
    .insertInto("analytics_paths")
    .values({ path, title, post_id: post?.id ?? null })
    .onConflict((conflict) => conflict.column("path").doUpdateSet({ path }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function originId(db: Db, { source = "Direct", channel = "direct", campaign = null, referrer = null }: BuiltVisit) {
  const key = digest([source, channel, campaign, referrer]);
  const { id } = await db
    .insertInto("analytics_origins")
    .values({ key, source, channel, utm_campaign: campaign, referrer_url: referrer })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ source }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function agentId(
  db: Db,
  { device = "desktop", browser = "Firefox", version = "140", os = "Linux" }: BuiltVisit,
): Promise<number> {
  const agent = { user_agent: `${browser} ${version} on ${os}`, browser, browser_version: version, operating_system: os };
  const { id } = await db
    .insertInto("analytics_agents")
    .values({ ...agent, key: digest([device, browser, version, os]), device_type: device })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ browser }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function placeId(db: Db, { country = "unknown", city = "unknown" }: BuiltVisit): Promise<number> {
  const { id } = await db
    .insertInto("analytics_places")
    .values({ key: digest([country, city]), country, city })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ country }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
