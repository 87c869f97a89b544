import type { Context } from "../context.ts";
import { trashedIds } from "./media.sql.ts";

/** The pictures in the trash, whose files aren't served. */
export type MediaTrash = {
  has(id: string): Promise<boolean>;
  /** Reads the ids again because they may have changed. Starts at once, so that no reader waits for it. */
  renew(): void;
};

/**
 * Caches the ids of the trash, so that serving a picture needs no query. If the database can't be reached, the previous ids are used
 * and the next call tries again.
 */
export function createMediaTrash(ctx: Context): MediaTrash {
  let known: Promise<ReadonlySet<string>> | null = null;
  let last: ReadonlySet<string> = new Set();

  const inForce = (): Promise<ReadonlySet<string>> => {
    if (known) return known;
    const reading: Promise<ReadonlySet<string>> = trashedIds(ctx.db).then(
      (ids) => {
        const found = new Set(ids);
        // A read that started before the last `renew` is out of date.
        if (known === reading) last = found;
        return found;
      },
      (err: unknown) => {
        if (known === reading) known = null;
        ctx.log.warn({ err }, "the list of trashed pictures could not be read; the previous one stays in use");
        return last;
      },
    );
    known = reading;
    return reading;
  };

  return {
    has: async (id) => (await inForce()).has(id),
    renew() {
      known = null;
      void inForce();
    },
  };
}
