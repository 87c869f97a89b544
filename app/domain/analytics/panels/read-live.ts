import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ReadersNow } from "../analytics.ts";

/** How far back "right now" reaches, in ms. */
const NOW_MS = 5 * 60_000;
const NOW_PAGES = 10;

export async function readReadersNow(ctx: Context): Promise<ReadersNow> {
  const since = new Date(ctx.clock.now().getTime() - NOW_MS);
  // A reader counts on the last page of their visit.
  const { rows: pages } = await sql<{ path: string; title: string; readers: number }>`
    select p.path, coalesce(posts.title, nullif(p.title, ''), p.path) as title, count(*) as readers
    from (select distinct visit from analytics_sessions where last_at >= ${since}) s
      cross join lateral (
        select path_id from analytics_records r where r.visit = s.visit order by last_seconds desc, first_seconds desc limit 1
      ) page
      join analytics_paths p on p.id = page.path_id left join posts on posts.id = p.post_id
    group by p.id, posts.id order by readers desc, p.path`.execute(ctx.db);
  const readers = pages.reduce((sum, page) => sum + page.readers, 0);
  return { readers, pages: pages.slice(0, NOW_PAGES) };
}

/** Calls share an answer until it is older than `everyMs`. @throws what reading throws, after logging it; the next call tries again */
export function shareReadersNow(ctx: Context, everyMs: number): () => Promise<ReadersNow> {
  let cached: { at: number; answer: Promise<ReadersNow> } | null = null;
  return () => {
    const now = performance.now();
    // A little less, because timers aren't exact to the millisecond.
    if (cached && now - cached.at < everyMs * 0.9) return cached.answer;
    const mine = { at: now, answer: readReadersNow(ctx) };
    mine.answer.catch((err: unknown) => {
      ctx.log.warn({ err }, "who reads right now could not be read");
      if (cached === mine) cached = null;
    });
    cached = mine;
    return mine.answer;
  };
}

export type FollowOptions = {
  read(): Promise<ReadersNow>;
  /** whether the listener still has permission; checked every `recheckMs` */
  isAllowed(): Promise<boolean>;
  signal: AbortSignal;
  everyMs: number;
  recheckMs: number;
};

/** At once and then every `everyMs`, until the signal aborts or permission is lost. Yields null when reading failed. */
export async function* followReaders({
  read,
  isAllowed,
  signal,
  everyMs,
  recheckMs,
}: FollowOptions): AsyncGenerator<ReadersNow | null> {
  let checked = performance.now();
  while (!signal.aborted) {
    if (performance.now() - checked >= recheckMs) {
      if (!(await isAllowed())) return;
      checked = performance.now();
    }
    yield await read().catch(() => null);
    await pause(everyMs, signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
