import cluster, { type Worker } from "node:cluster";
import type { DatabaseRestarts } from "../domain/system/system.ts";

/** Covers the time since the site started. A server that isn't ours counts as always running. */
export type Downtime = {
  /** The time since it has been gone, in ms; 0 while it runs. */
  current(): number;
  /** How often it ended by itself and is back. */
  restarts(): DatabaseRestarts;
};

/** The first of several processes sends this. */
type ServerNews = { isDatabaseUp: boolean; restarts: DatabaseRestarts };

const NEVER: DatabaseRestarts = { count: 0, last: null };

export const noDowntime: Downtime = { current: () => 0, restarts: () => NEVER };

/** @returns also `note`, which takes whether the server is up; `known`: what another process has counted already */
export function createDowntime(): Downtime & { note(isUp: boolean, known?: DatabaseRestarts): void } {
  let since: number | null = null;
  let restarts = NEVER;
  return {
    current: () => (since === null ? 0 : performance.now() - since),
    restarts: () => restarts,
    note(isUp, known) {
      if (known) restarts = known;
      else if (isUp && since !== null) {
        const seconds = Math.round((performance.now() - since) / 100) / 10;
        restarts = { count: restarts.count + 1, last: { at: new Date().toISOString(), seconds } };
      }
      since = isUp ? null : (since ?? performance.now());
    },
  };
}

/** Informs also workers that start later. @returns what to call with the news */
export function broadcastDowntime(): (isUp: boolean) => void {
  const { note, restarts } = createDowntime();
  let isUp = true;
  const send = (worker: Worker) =>
    worker.isConnected() && worker.send({ isDatabaseUp: isUp, restarts: restarts() } satisfies ServerNews);
  cluster.on("online", (worker) => (isUp && restarts().count === 0) || send(worker));
  return (news) => {
    isUp = news;
    note(news);
    for (const worker of Object.values(cluster.workers ?? {})) if (worker) send(worker);
  };
}

/** A worker follows what the first process sends. */
export function receiveDowntime(): Downtime {
  const { note, ...downtime } = createDowntime();
  process.on("message", (message: Partial<ServerNews> | null) => {
    if (typeof message?.isDatabaseUp === "boolean") note(message.isDatabaseUp, message.restarts);
  });
  return downtime;
}
