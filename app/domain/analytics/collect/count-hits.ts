import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { reportError } from "../../../platform/log.ts";
import type { Context } from "../../context.ts";
import {
  HIT_LIMITS,
  type Outcome,
  type Reason,
  type StoredHit,
  VIEW_PAUSE_MS,
  VISIT_MAX_MS,
  VISIT_PAUSE_MS,
  visitNumber,
  visitStartedAt,
} from "../hit-rules.ts";
import { makePartitions } from "../rollups/partitions.ts";
import { markDirtyDays, type Occurrence, oncePerQuarter } from "../rollups/rollups.sql.ts";
import { slugOfPath } from "./addresses.ts";
import { createDictionaries, type Dictionaries, type NumberedHit, number } from "./dictionaries.ts";

export type RejectedHit = { reason: Reason; hit: StoredHit };

export async function quarantineHits(db: Db, rejected: readonly RejectedHit[]): Promise<void> {
  if (rejected.length === 0) return;
  const rows = rejected.map(({ reason, hit }) => ({
    at: hit.at,
    reason,
    session_id: hit.session,
    visitor: hit.visitor,
    network: hit.network,
    user_agent: hit.agent.user_agent,
    path: hit.path,
    referrer: hit.origin.referrer_url,
    hit,
  }));
  await sql`
    insert into analytics_rejected (at, reason, session_id, visitor, network, user_agent, path, referrer, hit)
    select at, reason, session_id, visitor, network, user_agent, path, referrer, hit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (at timestamptz, reason text, session_id uuid, visitor bigint,
      network cidr, user_agent text, path text, referrer text, hit jsonb)`.execute(db);
}

type Settled = PromiseSettledResult<Outcome>;

/** Deadlock, canceled statement: everything is tried once more. */
const PASSING = new Set(["40P01", "40001", "57014"]);
/** Errors that a single row may cause. */
const OF_A_ROW = /^2[23]/;

/** If an item causes an error, tries smaller and smaller parts, so that the others are stored. @returns outcomes in the given order */
async function each<Item>(items: Item[], work: (items: Item[]) => Promise<Outcome[]>, tries = 2): Promise<Settled[]> {
  if (items.length === 0) return [];
  try {
    return (await work(items)).map((value) => ({ status: "fulfilled", value }));
  } catch (reason) {
    const code = String((reason as { code?: unknown }).code ?? "");
    if (PASSING.has(code) && tries > 1) return each(items, work, tries - 1);
    if (!OF_A_ROW.test(code) || items.length === 1) return items.map(() => ({ status: "rejected", reason }));
    const half = Math.ceil(items.length / 2);
    return [...(await each(items.slice(0, half), work)), ...(await each(items.slice(half), work))];
  }
}

/** In separate transactions; a failure affects only the hits that cause it. @returns outcomes in the given order */
export async function countEach(
  { db, log }: Pick<Context, "db" | "log">,
  { hits, rejected, options }: { hits: StoredHit[]; rejected: RejectedHit[]; options: CountOptions },
): Promise<{ counted: Settled[]; quarantined: Settled[] }> {
  const counted = await each(hits, (some) => countHits(db, some, options));
  const quarantined = await each(rejected, async (some) => {
    await quarantineHits(db, some);
    return some.map(({ reason }) => reason);
  });
  const failed = [...counted, ...quarantined].find((result) => result.status === "rejected");
  if (failed) {
    // A month's partition may have been dropped.
    options.dictionaries?.months.clear();
    reportError(log, failed.reason, "visits could not be counted");
  }
  return { counted, quarantined };
}

type VisitSegment = { session: string; hits: [NumberedHit, ...NumberedHit[]]; firstAt: number; lastAt: number };

/** No session appears twice in a round. New hits are usually one round; weeks from quarantine may be several. */
function groupIntoSegments(hits: readonly NumberedHit[]): VisitSegment[][] {
  const rounds: Map<string, VisitSegment>[] = [];
  const inOrder = hits.map((numbered) => ({ numbered, at: Date.parse(numbered.hit.at) })).sort((a, b) => a.at - b.at);
  const current = new Map<string, { round: number; segment: VisitSegment }>();
  for (const { numbered, at } of inOrder) {
    const { session } = numbered.hit;
    const open = current.get(session);
    if (open && at - open.segment.lastAt <= VISIT_PAUSE_MS && at - open.segment.firstAt <= VISIT_MAX_MS) {
      open.segment.hits.push(numbered);
      open.segment.lastAt = at;
      continue;
    }
    const round = open ? open.round + 1 : 0;
    const segment: VisitSegment = { session, hits: [numbered], firstAt: at, lastAt: at };
    rounds[round] ??= new Map();
    rounds[round].set(session, segment);
    current.set(session, { round, segment });
  }
  return rounds.map((round) => [...round.values()]);
}

/**
 * Distinguishes visits of one millisecond. A process counts on from a random number, so its own numbers never collide (random ones would,
 * for 200 visits at once in one of 50 batches).
 */
const RANDOM = 2 ** 20;
let lastRandom = randomInt(RANDOM);
const nextRandom = (): number => {
  lastRandom = (lastRandom + 1) % RANDOM;
  return lastRandom;
};

type IncomingPage = {
  path_id: number;
  first_ms: number;
  last_ms: number;
  /** 0: a sign of life from a page opened before */
  views: number;
  /** the greatest value of each view, in seconds */
  attention: { view: number; seconds: number }[];
  /** percent */
  scroll: number;
};

function pagesOf({ hits }: VisitSegment): IncomingPage[] {
  const pages = new Map<number, IncomingPage>();
  for (const { hit, pathId } of hits) {
    if (pathId === null) continue;
    const at = Date.parse(hit.at);
    const page = pages.get(pathId) ?? { path_id: pathId, first_ms: at, last_ms: at, views: 0, attention: [], scroll: 0 };
    pages.set(pathId, page);
    page.last_ms = at;
    if (hit.kind === "view") page.views += 1;
    if (hit.engaged > 0) attend(page.attention, hit);
    page.scroll = Math.max(page.scroll, hit.scroll);
  }
  return [...pages.values()];
}

/** The greatest value of each view counts, so that repeated or late hits change nothing. */
function attend(views: IncomingPage["attention"], { view = 0, engaged }: StoredHit): void {
  const seconds = Math.min(engaged, HIT_LIMITS.engaged);
  const known = views.find((one) => one.view === view);
  if (known) known.seconds = Math.max(known.seconds, seconds);
  else views.push({ view, seconds });
}

/** The argument of the database function `count_stretches`; moments in ms since 1970. */
type IncomingSegment = {
  session: string;
  /** the number of the visit that begins with it, unless one goes on */
  visit: string;
  visitor: string;
  origin_id: number;
  agent_id: number;
  place_id: number;
  network: string | null;
  is_authenticated: boolean;
  is_demo: boolean;
  last_ms: number;
  /** whether its last hit says that the reader left */
  has_left: boolean;
  /** whether it opened a page: only then may a visit begin */
  has_view: boolean;
  pages: IncomingPage[];
};

function incoming(segment: VisitSegment): IncomingSegment {
  const { session, hits, firstAt, lastAt } = segment;
  const [{ hit, originId, agentId, placeId }] = hits;
  return {
    session,
    visit: visitNumber(firstAt, nextRandom()).toString(),
    visitor: hit.visitor,
    origin_id: originId,
    agent_id: agentId,
    place_id: placeId,
    network: hit.network,
    is_authenticated: hits.some((one) => one.hit.is_authenticated),
    is_demo: hit.is_demo,
    last_ms: lastAt,
    has_left: hits.at(-1)?.hit.kind === "end",
    has_view: hits.some((one) => one.hit.kind === "view" && one.pathId !== null),
    pages: pagesOf(segment),
  };
}

/** Records that were moved to quarantine, except those whose page is gone. @returns the numbers of their visits, in decimal */
async function restoreRecords(db: Db, quarantined: readonly NumberedHit[]): Promise<string[]> {
  const rows = quarantined.flatMap(({ hit, pathId, originId, agentId, placeId }) => {
    const { record, visitor, network, engaged, scroll, is_authenticated, is_demo } = hit;
    if (!record || pathId === null) return [];
    const ids = { path_id: pathId, origin_id: originId, agent_id: agentId, place_id: placeId };
    return [{ ...record, ...ids, visitor, network, engaged, scroll, is_authenticated, is_demo }];
  });
  if (rows.length === 0) return [];
  await sql`
    insert into analytics_records as r (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds,
      ended_seconds, views, engaged_seconds, scroll_depth, is_authenticated, is_bounce, is_demo, network)
    select visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds, views, engaged, scroll,
      is_authenticated, is_bounce, is_demo, network
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (visit bigint, visitor bigint, path_id integer, origin_id integer,
      agent_id integer, place_id integer, first_seconds integer, last_seconds integer, ended_seconds integer, views integer,
      engaged integer, scroll integer, is_authenticated boolean, is_bounce boolean, is_demo boolean, network cidr)
    order by visit, path_id
    on conflict (visit, path_id) do update set
      views = least(r.views::integer + excluded.views, 32767),
      first_seconds = least(r.first_seconds, excluded.first_seconds),
      last_seconds = greatest(r.last_seconds, excluded.last_seconds),
      engaged_seconds = greatest(r.engaged_seconds, excluded.engaged_seconds),
      scroll_depth = greatest(r.scroll_depth, excluded.scroll_depth)`.execute(db);
  return [...new Set(rows.map(({ visit }) => visit))];
}

export type CountOptions = {
  /** IANA name of the site's timezone: where the days of searches and missing pages begin */
  timezone: string;
  /** cached ids of earlier calls; not for callers with an open transaction */
  dictionaries?: Dictionaries;
};

/** `too_late`: its visit is over. */
export type Counted = "counted" | "missing" | "too_late";

/**
 * The one way into the records. Joins an open transaction.
 * @param hits in any order, of any time @returns outcomes in their order @throws what the database throws; nothing is counted then
 */
export async function countHits(db: Db, hits: readonly StoredHit[], options: CountOptions): Promise<Counted[]> {
  if (hits.length === 0) return [];
  const { timezone, dictionaries = createDictionaries() } = options;
  const numbered = await number(db, dictionaries, hits);
  const quarantined = numbered.filter(({ hit }) => hit.record);
  const rounds = groupIntoSegments(numbered.filter(({ hit }) => !hit.record));
  await ensurePartitions(db, dictionaries, hits);

  const late = new Set<NumberedHit>();
  const { searches, missing } = occurrencesIn(numbered);
  const count = async (trx: Db) => {
    for (const round of rounds) await countRound(trx, round, late);
    const restored = await restoreRecords(trx, quarantined);
    await markDirtyDays(trx, oncePerQuarter(restored.map(visitStartedAt)));
    await addSearches(trx, searches, timezone);
    await addMissing(trx, missing, timezone);
  };
  // Nearly always a single statement, which is a transaction by itself.
  const isOneStatement = rounds.length <= 1 && quarantined.length === 0 && searches.length === 0 && missing.length === 0;
  if (db.isTransaction || isOneStatement) await count(db);
  else await db.transaction().execute(count);
  return numbered.map((one) => (late.has(one) ? "too_late" : one.pathId === null ? "missing" : "counted"));
}

async function addSearches(db: Db, searches: readonly Occurrence[], timezone: string): Promise<void> {
  if (searches.length === 0) return;
  await sql`
    insert into analytics_searches as s (day, term, searches)
    select (at at time zone ${timezone}::text)::date as day, text, count(*)
    from jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) as row (at timestamptz, text text) group by 1, 2 order by 1, 2
    on conflict (day, term) do update set searches = s.searches + excluded.searches`.execute(db);
}

async function addMissing(db: Db, missing: readonly Occurrence[], timezone: string): Promise<void> {
  if (missing.length === 0) return;
  await sql`
    insert into analytics_missing as m (day, path, hits, referrer)
    select (at at time zone ${timezone}::text)::date as day, text, count(*), max(referrer)
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as row (at timestamptz, text text, referrer text)
    group by 1, 2 order by 1, 2
    on conflict (day, path) do update set hits = m.hits + excluded.hits, referrer = coalesce(excluded.referrer, m.referrer)`.execute(
    db,
  );
}

/** ms by which the clocks of several machines may differ */
const SKEW_MS = 60_000;

const interval = (ms: number) => sql`${sql.lit(ms / 1000)} * interval '1 second'`;

function openedArticles(segments: readonly VisitSegment[]): { slug: string; session: string; at: string }[] {
  const hits = segments.flatMap((segment) => segment.hits.map(({ hit }) => hit));
  return hits.flatMap(({ kind, path, session, at }) => {
    const slug = kind === "view" ? slugOfPath(path) : null;
    return slug === null ? [] : [{ slug, session, at }];
  });
}

async function countRound(db: Db, segments: VisitSegment[], late: Set<NumberedHit>): Promise<void> {
  const over = new Set(await countSegments(db, segments.map(incoming), openedArticles(segments)));
  for (const { session, hits } of segments) {
    if (!over.has(session)) continue;
    for (const hit of hits) if (hit.hit.kind !== "view") late.add(hit);
  }
}

/** One statement. @returns sessions of which nothing was counted: their visit is over, and no view begins another one */
async function countSegments(
  db: Db,
  segments: readonly IncomingSegment[],
  opened: ReturnType<typeof openedArticles>,
): Promise<string[]> {
  const views = sql`count_article_views(${JSON.stringify(opened)}, ${interval(VIEW_PAUSE_MS)})`;
  const { rows } = await sql<{ late: string[] }>`
    select count_stretches(${JSON.stringify(segments)}, ${interval(VISIT_PAUSE_MS)}, ${interval(VISIT_MAX_MS)}, ${interval(SKEW_MS)})
      as late${opened.length > 0 ? sql`, ${views}` : sql``}`.execute(db);
  return (rows[0]?.late ?? []).map((session) => session.replaceAll("-", ""));
}

/** A visit in progress has its partition already. */
async function ensurePartitions(db: Db, { months }: Dictionaries, hits: readonly StoredHit[]): Promise<void> {
  const begun = new Map<string, Date>();
  for (const { at, record } of hits) {
    const moment = record ? new Date(visitStartedAt(record.visit)).toISOString() : at;
    const month = moment.slice(0, 7);
    if (!months.has(month)) begun.set(month, new Date(moment));
  }
  if (begun.size === 0) return;
  await makePartitions(db, [...begun.values()]);
  for (const month of begun.keys()) months.add(month);
}

function occurrencesIn(numbered: readonly NumberedHit[]): { searches: Occurrence[]; missing: Occurrence[] } {
  const views = numbered.filter(({ hit }) => hit.kind === "view" && !hit.record);
  const occurrence = ({ at, origin }: StoredHit, text: string): Occurrence => ({ at, text, referrer: origin.referrer_url });
  return {
    searches: views.flatMap(({ hit }) => (hit.search === null ? [] : [occurrence(hit, hit.search)])),
    missing: views.flatMap(({ hit, pathId }) => (pathId === null ? [occurrence(hit, hit.path)] : [])),
  };
}
