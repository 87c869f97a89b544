import { lookAfterBackups } from "../domain/backups/look-after-backups.ts";
import type { BackupWork } from "../domain/backups/make-backup.ts";
import type { Context } from "../domain/context.ts";
import { reportError } from "../platform/log.ts";

/** Sweep: whether there are unknown or old files. */
const LOOK_MS = 60_000;
const SWEEP_MS = 3_600_000;
/** A start has other things to do first. */
const FIRST_LOOK_MS = 20_000;

export type BackupKeeper = {
  /** Looks now, or right after the work in progress. */
  wake(): void;
  /** A backup that is half made is called off. */
  stop(): Promise<void>;
};

/** Every instance looks, and one of them works at a time. */
export function startBackups(ctx: Context, work: Omit<BackupWork, "signal">, { firstMs = FIRST_LOOK_MS } = {}): BackupKeeper {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;
  let isWanted = false;
  let sweptAt = Number.NEGATIVE_INFINITY;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
    timer.unref();
  };
  function look(): void {
    if (stopping.signal.aborted) return;
    isWanted = false;
    const sweep = performance.now() - sweptAt >= SWEEP_MS;
    running = lookAfterBackups(ctx, { ...work, signal: stopping.signal }, { sweep })
      .then((hadTurn) => {
        if (sweep && hadTurn) sweptAt = performance.now();
      })
      .catch(
        (error: unknown) => void (stopping.signal.aborted || reportError(ctx.log, error, "backups could not be looked after")),
      )
      .then(() => {
        running = null;
        if (!stopping.signal.aborted) wait(isWanted ? 0 : LOOK_MS);
      });
  }
  wait(firstMs);
  return {
    wake() {
      isWanted = true;
      if (!running) wait(0);
    },
    async stop() {
      stopping.abort(new Error("The server stops."));
      clearTimeout(timer);
      await running;
    },
  };
}
