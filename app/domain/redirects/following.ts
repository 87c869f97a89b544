import type { Context } from "../context.ts";
import { siteAddress } from "./model.ts";
import { addHits, allRedirects } from "./queries.ts";

/** How long hits are gathered before they are written, in ms. */
const GATHER_MS = 5000;

type FollowingOptions = { gatherMs?: number };

/**
 * The redirects in force, held in memory, and how often they are followed: counted beside the answers, written in batches.
 */
export function createRedirects(ctx: Context, { gatherMs = GATHER_MS }: FollowingOptions = {}) {
  let known: Promise<Map<string, string>> | null = null;
  let last = new Map<string, string>();
  let gathered = new Map<string, number>();
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

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const hits = gathered;
    gathered = new Map();
    await addHits(ctx.db, hits, ctx.clock.now()).catch((err: unknown) => {
      for (const [path, count] of hits) gathered.set(path, (gathered.get(path) ?? 0) + count);
      ctx.log.warn({ err }, "followed redirects could not be counted; they will be with the next ones");
    });
  };

  const count = (path: string) => {
    gathered.set(path, (gathered.get(path) ?? 0) + 1);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
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
      count(path);
      return /[?#]/.test(to) ? to : to + url.search;
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
