import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const BUSY_SHARE = 0.02;
/** Allocated since the last collection; less isn't worth a pause of some 0.1 s. */
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** V8's `gc`, which no script sees unless a flag shows it. */
function exposedCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}

function collectable(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

/**
 * V8 collects garbage when the heap grows, and that of an idle process doesn't: what a start or an import left behind would stay for days.
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
