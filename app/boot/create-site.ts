import type { boot } from "./boot.ts";
import type { BootOptions } from "./boot-options.ts";
import { isWorker } from "./open-database.ts";
import { type RestoreWish, restoreUploaded } from "./restore-uploaded.ts";

type SiteOptions = {
  options: BootOptions & { leaving: AbortSignal };
  /** Ends the process after a signal. */
  exit(): void;
  /** Ends the process because the site can't be started again. */
  failed(error: unknown): void;
};

/** One that can be stopped and started again in this process, as a restore does. `stop` waits for what is stopping already. */
export function createSite(begin: typeof boot, { options, exit, failed }: SiteOptions) {
  const { leaving } = options;
  let running: (() => Promise<void>) | null = null;
  let ended = Promise.resolve();
  let halting = new AbortController();
  let isRestoring = false;

  const start = async (more: Partial<BootOptions> = {}) => {
    halting = new AbortController();
    const signal = AbortSignal.any([options.signal, halting.signal]);
    running = await begin({ ...options, signal, ...(!isWorker() && { restore }), ...more });
  };
  const stop = (): Promise<void> => {
    const end = running;
    running = null;
    halting.abort();
    if (end) ended = end();
    return ended;
  };
  const startAgain = (port: number) => start({ config: { ...options.config, port }, isAgain: true });

  function restore(wish: RestoreWish): void {
    if (isRestoring) return;
    isRestoring = true;
    restoreUploaded(wish, { ...options, signal: leaving }, { stop, startAgain })
      .then(async (wasDown) => {
        if (wasDown && leaving.aborted) await stop().then(exit);
      }, failed)
      .finally(() => {
        isRestoring = false;
      });
  }
  return { isUp: () => running !== null, start: () => start(), stop };
}
