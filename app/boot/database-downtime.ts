import cluster, { type Worker } from "node:cluster";
import type { DatabaseRestarts } from "../domain/system/system.ts";

/** How our own database server has been since the site started. A server that isn't ours counts as always running. */
export type Downtime = {
  /** for how long it has been gone, in ms; 0 while it runs */
  current(): number;
  /** how often it ended by itself and is back, and when that was last */
  restarts(): DatabaseRestarts;
};

/** What the first of several processes tells the others when its database server has ended or is back. */
type ServerNews = { isDatabaseUp: boolean; restarts: DatabaseRestarts };

const NEVER: DatabaseRestarts = { count: 0, last: null };

export const noDowntime: Downtime = { current: () => 0, restarts: () => NEVER };

/** Follows a server that is reported to be up or down. `heard`: what another process has counted already */
export function createDowntime(): Downtime & { note(isUp: boolean, heard?: DatabaseRestarts): void } {
  let since: number | null = null;
  let restarts = NEVER;
  return {
    current: () => (since === null ? 0 : performance.now() - since),
    restarts: () => restarts,
    note(isUp, heard) {
      if (heard) restarts = heard;
      else if (isUp && since !== null) {
        const seconds = Math.round((performance.now() - since) / 100) / 10;
        restarts = { count: restarts.count + 1, last: { at: new Date().toISOString(), seconds } };
      }
      since = isUp ? null : (since ?? performance.now());
    },
  };
}

/** Tells all workers how the database server is, and those that start later. @returns what to call with the news */
export function tellWorkers(): (isUp: boolean) => void {
  const { note, restarts } = createDowntime();
  let isUp = true;
  const tell = (worker: Worker) =>
    worker.isConnected() && worker.send({ isDatabaseUp: isUp, restarts: restarts() } satisfies ServerNews);
  cluster.on("online", (worker) => (isUp && restarts().count === 0) || tell(worker));
  return (news) => {
    isUp = news;
    note(news);
    for (const worker of Object.values(cluster.workers ?? {})) if (worker) tell(worker);
  };
}

/** In a worker: follows what the first process tells. */
export function heardDowntime(): Downtime {
  const { note, ...downtime } = createDowntime();
  process.on("message", (message: Partial<ServerNews> | null) => {
    if (typeof message?.isDatabaseUp === "boolean") note(message.isDatabaseUp, message.restarts);
  });
  return downtime;
}
