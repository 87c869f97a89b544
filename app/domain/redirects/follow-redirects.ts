import { sql } from "kysely";
import { createSnapshot } from "../../platform/cache/snapshot.ts";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { followRule } from "./follow-rule.ts";
import { storyNamed } from "./judge-redirect.ts";
import { plainAddress, siteAddress, withSingleSlashes } from "./redirect-rules.ts";
import { allRedirects } from "./redirects.sql.ts";

const GATHER_MS = 5000;

/** `/?p=17`, `/?cat=3`, `/?m=202001`, `/?feed=rss2` of other systems. */
const OTHER = /[?&](?:p|page_id|cat|author|m|tag|category_name|feed)=/;

export const asksForOther = ({ pathname, search }: Pick<URL, "pathname" | "search">): boolean =>
  pathname === "/" && search !== "" && OTHER.test(search);

function startsOf({ pathname, search }: Pick<URL, "pathname" | "search">): { start: string; rest: string }[] {
  const path = siteAddress(pathname)?.path;
  if (path === undefined) return [];
  const plain = plainAddress(path, search);
  return [...(plain ? [plain] : []), { start: path, rest: search }];
}

type FollowOptions = { gatherMs?: number };

/** Redirects by path, former slugs by slug; written in batches. */
function createHitCounts(ctx: Context, gatherMs: number) {
  let followed = new Map<string, number>();
  let moved = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (hits: Map<string, number>, what: string, times = 1) => void hits.set(what, (hits.get(what) ?? 0) + times);

  /** If writing fails, hits are kept for the next time. */
  const store = async (hits: Map<string, number>, write: typeof addHits, keep: (what: string, times: number) => void) => {
    if (hits.size === 0) return;
    await write(ctx.db, hits, ctx.clock.now()).catch((err: unknown) => {
      for (const [what, times] of hits) keep(what, times);
      ctx.log.warn({ err }, "hits of redirects could not be stored; they will be stored with the next ones");
    });
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const [byPath, bySlug] = [followed, moved];
    [followed, moved] = [new Map(), new Map()];
    await store(byPath, addHits, (path, times) => add(followed, path, times));
    await store(bySlug, addOldHits, (slug, times) => add(moved, slug, times));
  };
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const count = (hits: Map<string, number>, what: string) => {
    add(hits, what);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };
  return {
    flush,
    followed: (path: string) => count(followed, path),
    moved: (slug: string) => count(moved, slug),
  };
}

/** In one order, so that two processes never deadlock. */
async function addOldHits(db: Db, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const slugs = [...hits.keys()].sort();
  await sql`
    with counted as (
      select s.slug, c.hits from unnest(${slugs}::text[], ${slugs.map((slug) => hits.get(slug) ?? 0)}::integer[]) c(slug, hits)
        join post_slugs s on s.slug = c.slug order by s.slug for update of s
    )
    update post_slugs s set hits = s.hits + c.hits, last_hit_at = greatest(s.last_hit_at, ${at}::timestamptz)
    from counted c where c.slug = s.slug`.execute(db);
}

/** In one order, so that two processes never deadlock. */
async function addHits(db: Db, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const paths = [...hits.keys()].sort();
  await sql`
    with counted as (
      select r.id, c.hits from unnest(${paths}::text[], ${paths.map((path) => hits.get(path) ?? 0)}::integer[]) c(path, hits)
        join redirects r on r.from_path = c.path order by r.from_path for update of r
    )
    update redirects r set hits = r.hits + c.hits, last_hit_at = greatest(r.last_hit_at, ${at}::timestamptz)
    from counted c where c.id = r.id`.execute(db);
}

async function readRedirects(db: Context["db"]): Promise<Map<string, string>> {
  return new Map((await allRedirects(db)).map(({ from_path, to_path }) => [from_path, to_path]));
}

/** In memory; counts of hits are written in batches. */
export function createRedirects(ctx: Context, { gatherMs = GATHER_MS }: FollowOptions = {}) {
  const redirects = createSnapshot(() => readRedirects(ctx.db), {
    onError: (err) => ctx.log.warn({ err }, "redirects could not be read; the earlier ones stay"),
    initial: new Map<string, string>(),
  });
  const hits = createHitCounts(ctx, gatherMs);

  const leadOn = async (url: Pick<URL, "pathname" | "search">): Promise<string | null> => {
    const starts = startsOf(url);
    if (starts.length === 0) return null;
    const known = await redirects.current();
    for (const { start, rest } of starts) {
      const to = known.get(start);
      if (to === undefined) continue;
      // The home page of an old blog in a folder, such as `/blog/?feed=rss2`.
      const other = to === routes.home() && rest !== "" ? await followRule(ctx.db, url, known) : undefined;
      hits.followed(other?.from ?? start);
      if (other) return other.to;
      return /[?#]/.test(to) ? to : to + rest;
    }
    const ruled = await followRule(ctx.db, url, known);
    if (ruled?.from !== undefined) hits.followed(ruled.from);
    return ruled?.to ?? null;
  };

  return {
    /** A redirect, else `followRule`. Several slashes count as one. @param url its query is kept unless the target has one */
    async follow(url: Pick<URL, "pathname" | "search">): Promise<string | null> {
      const to = await leadOn(url);
      const pathname = withSingleSlashes(url.pathname);
      return to ?? (pathname === url.pathname ? null : leadOn({ pathname, search: url.search }));
    },

    /** A former slug of an article. Other redirects of pages aren't counted. */
    moved(url: Pick<URL, "pathname">): void {
      const slug = storyNamed(url.pathname);
      if (slug !== null) hits.moved(slug);
    },

    renew: redirects.renew,

    flush: hits.flush,
  };
}
