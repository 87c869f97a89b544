export type Rounds = {
  /** Looks now, or right after the round in progress. */
  wake(): void;
  /** Waits for the round in progress. */
  stop(): Promise<void>;
};

/**
 * Looks at once, and again after as many ms as the last round says.
 * @param round `signal` is aborted when the process stops @param options `retryMs`: the pause after an error
 */
export function startRounds(
  round: (signal: AbortSignal) => Promise<number>,
  { retryMs, onError }: { retryMs: number; onError(error: unknown): void },
): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, ms));
    timer.unref();
  };
  function look(): void {
    if (signal.aborted) return;
    isWanted = false;
    running = round(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        return retryMs;
      })
      .then((ms) => {
        running = null;
        if (!signal.aborted) wait(isWanted ? 0 : ms);
      });
  }
  look();
  return {
    wake() {
      isWanted = true;
      if (!running && !signal.aborted) wait(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
