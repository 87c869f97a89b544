import type { Context } from "../domain/context.ts";
import { enqueuePurge, tagsOf } from "../domain/purges/send-purge.ts";

/** Changes are gathered. Meanwhile this process applies them itself. */
const GATHER_MS = 200;

export type Purges = {
  /** Public content has changed. @param table what the notification names; null if there was none */
  want(table: string | null): void;
  close(): Promise<void>;
};

/** Everything at first, because pages may look different in this release. */
export function queuePurges(context: Context, onError: (error: unknown) => void): Purges {
  const wanted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const flush = () => {
    timer = undefined;
    const tags = wanted.has("site") ? ["site"] : [...wanted];
    wanted.clear();
    running = running.then(() => enqueuePurge(context, tags)).catch(onError);
  };
  const want = (table: string | null) => {
    for (const tag of tagsOf(table)) wanted.add(tag);
    timer ??= setTimeout(flush, GATHER_MS);
  };
  want(null);
  return {
    want,
    close() {
      if (timer) {
        clearTimeout(timer);
        flush();
      }
      return running;
    },
  };
}
