import type { Context } from "../context.ts";
import { trashedIds } from "./media.sql.ts";

/** The pictures in the trash: their addresses answer nobody. */
export type HiddenMedia = {
  has(id: string): Promise<boolean>;
  /** They may have changed: they are read anew, at once, so that no reader waits for it. */
  renew(): void;
};

/**
 * Keeps the ids of what is in the trash at hand, so that no picture waits for the database. Should it not be reached, those of
 * before hold, and the next one who asks tries again.
 */
export function createHiddenMedia(ctx: Context): HiddenMedia {
  let known: Promise<ReadonlySet<string>> | null = null;
  let last: ReadonlySet<string> = new Set();

  const inForce = (): Promise<ReadonlySet<string>> => {
    if (known) return known;
    const reading: Promise<ReadonlySet<string>> = trashedIds(ctx.db).then(
      (ids) => {
        const found = new Set(ids);
        // What was begun before a change isn't what holds after it.
        if (known === reading) last = found;
        return found;
      },
      (err: unknown) => {
        if (known === reading) known = null;
        ctx.log.warn({ err }, "the trash of pictures could not be read; what was known of it holds");
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
