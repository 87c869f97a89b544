import type { Context } from "../context.ts";
import { storyNamed } from "./judge-redirect.ts";
import { siteAddress } from "./redirect-rules.ts";
import { addHits, addOldHits, allRedirects } from "./redirects.sql.ts";

/** The interval at which hits are written, in ms. */
const GATHER_MS = 5000;

type FollowOptions = { gatherMs?: number };

/**
 * Holds the redirects in memory, and counts how often they are followed. The counts are written in batches.
 */
export function createRedirects(ctx: Context, { gatherMs = GATHER_MS }: FollowOptions = {}) {
  let known: Promise<Map<string, string>> | null = null;
  let last = new Map<string, string>();
  /** hits of redirects by path, and of former slugs by slug */
  let gathered = new Map<string, number>();
  let moved = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Reads the redirects once after each change. If that fails, the earlier ones stay, and the next request tries again. */
  const inForce = (): Promise<Map<string, string>> => {
    if (known) return known;
    const reading: Promise<Map<string, string>> = allRedirects(ctx.db).then(
      (rows) => {
        const found = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
        // A read that started before a change is outdated.
        if (known === reading) last = found;
        return found;
      },
      (err: unknown) => {
        if (known === reading) known = null;
        ctx.log.warn({ err }, "redirects could not be read; the earlier ones stay");
        return last;
      },
    );
    known = reading;
    return reading;
  };

  const count = (hits: Map<string, number>, what: string) => {
    hits.set(what, (hits.get(what) ?? 0) + 1);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };

  /** Writes hits. If that fails, they are kept for the next time. */
  const store = async (hits: Map<string, number>, add: typeof addHits, keep: (what: string, times: number) => void) => {
    if (hits.size === 0) return;
    await add(ctx.db, hits, ctx.clock.now()).catch((err: unknown) => {
      for (const [what, times] of hits) keep(what, times);
      ctx.log.warn({ err }, "hits of redirects could not be stored; they will be stored with the next ones");
    });
  };

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const [byPath, bySlug] = [gathered, moved];
    [gathered, moved] = [new Map(), new Map()];
    await store(byPath, addHits, (path, times) => gathered.set(path, (gathered.get(path) ?? 0) + times));
    await store(bySlug, addOldHits, (slug, times) => moved.set(slug, (moved.get(slug) ?? 0) + times));
  };

  /** Writes all counted hits, after the current write has finished. */
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  return {
    /**
     * Finds the target of a path without a page, and counts the hit.
     * @param url its query is kept unless the target has one
     * @returns a path of this site; null without a redirect
     */
    async follow(url: Pick<URL, "pathname" | "search">): Promise<string | null> {
      const path = siteAddress(url.pathname)?.path;
      const to = path === undefined ? undefined : (await inForce()).get(path);
      if (path === undefined || to === undefined) return null;
      count(gathered, path);
      return /[?#]/.test(to) ? to : to + url.search;
    },

    /** Counts the hit of a former slug of an article. Other redirects of pages are not counted. */
    moved(url: Pick<URL, "pathname">): void {
      const slug = storyNamed(url.pathname);
      if (slug !== null) count(moved, slug);
    },

    /** Reads the redirects again after a change, at once, so that no reader waits for it. */
    renew(): void {
      known = null;
      void inForce();
    },

    flush,
  };
}

export type Redirects = ReturnType<typeof createRedirects>;
