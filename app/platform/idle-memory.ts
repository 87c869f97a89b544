import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The share of an interval that an idle process may have been busy. */
const BUSY_SHARE = 0.02;
/** What must have been allocated since the last collection to make another one worth its pause of some 0.1 s, in bytes. */
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** V8's `gc`, which no script sees unless a flag shows it. */
function exposedCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}

/** What the garbage collector can free, in bytes. */
function collectable(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

/**
 * Gives memory that the process no longer needs back to the system while nothing happens. V8 collects garbage when the heap grows, and that
 * of an idle process doesn't: what a start, an import or an hour of many readers left behind would stay for days.
 * @param everyMs how often it checks whether the process was idle since the last time. @returns a function that ends it
 */
export function freeIdleMemory(everyMs = 5000): () => Promise<void> {
  const collect = exposedCollector();
  let before = performance.eventLoopUtilization();
  let left = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > BUSY_SHARE || collectable() - left < WORTHWHILE_BYTES) return;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    left = collectable();
    // The collection itself is no work.
    before = performance.eventLoopUtilization();
  };
  const timer = setInterval(look, everyMs).unref();
  return async () => clearInterval(timer);
}
