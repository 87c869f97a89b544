import cluster from "node:cluster";
import type pg from "pg";

/** How a worker is told where the database is. */
export const CONNECTION = "SKYLARK_CONNECTION";

/** Whether this process is one of several that share the port. */
export const isWorker = (): boolean => cluster.isWorker;

/** In a worker: the database that the first process opened. */
export const givenConnection = (): pg.PoolConfig | undefined =>
  cluster.isWorker ? (JSON.parse(process.env[CONNECTION] ?? "null") ?? undefined) : undefined;
