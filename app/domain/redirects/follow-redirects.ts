import type { Context } from "../context.ts";
import { storyNamed } from "./judge-redirect.ts";
import { siteAddress } from "./redirect-rules.ts";
import { addHits, addOldHits, allRedirects } from "./redirects.sql.ts";

/** How long hits are gathered before they are written, in ms. */
const GATHER_MS = 5000;

type FollowingOptions = { gatherMs?: number };

/**
 * The redirects in force, held in memory, and how often they are followed: counted beside the answers, written in batches.
 */
export function createRedirects(ctx: Context, { gatherMs = GATHER_MS }: FollowingOptions = {}) {
  let known: Promise<Map<string, string>> | null = null;
  let last = new Map<string, string>();
  /** by path; and those of articles that moved by themselves, by their old slug */
  let gathered = new Map<string, number>();
  let moved = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Read once until they change. Should that fail, those of before hold, and the next one who asks tries again. */
  const inForce = (): Promise<Map<string, string>> => {
    if (known) return known;
    const reading: Promise<Map<string, string>> = allRedirects(ctx.db).then(
      (rows) => {
        const found = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
        // What was begun before a change isn't what holds after it.
        if (known === reading) last = found;
        return found;
      },
      (err: unknown) => {
        if (known === reading) known = null;
        ctx.log.warn({ err }, "redirects could not be read; those of before hold");
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

  /** Writes hits; should that fail, they are kept for the next time. */
  const store = async (hits: Map<string, number>, add: typeof addHits, keep: (what: string, times: number) => void) => {
    if (hits.size === 0) return;
    await add(ctx.db, hits, ctx.clock.now()).catch((err: unknown) => {
      for (const [what, times] of hits) keep(what, times);
      ctx.log.warn({ err }, "followed redirects could not be counted; they will be with the next ones");
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

  /** Writes what was gathered; waits for what is being written. */
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  return {
    /**
     * Where an address without a page leads, and counts that it was followed.
     * @param url the query goes along where the new address has none of its own
     * @returns an address of this site; null when it leads nowhere
     */
    async follow(url: Pick<URL, "pathname" | "search">): Promise<string | null> {
      const path = siteAddress(url.pathname)?.path;
      const to = path === undefined ? undefined : (await inForce()).get(path);
      if (path === undefined || to === undefined) return null;
      count(gathered, path);
      return /[?#]/.test(to) ? to : to + url.search;
    },

    /** Counts that a page led to the address that its article has by now; other moves are nobody's old address. */
    moved(url: Pick<URL, "pathname">): void {
      const slug = storyNamed(url.pathname);
      if (slug !== null) count(moved, slug);
    },

    /** They may have changed: they are read anew, at once, so that no reader waits for it. */
    renew(): void {
      known = null;
      void inForce();
    },

    flush,
  };
}

export type Redirects = ReturnType<typeof createRedirects>;
