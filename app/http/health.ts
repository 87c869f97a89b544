import { systemPolicy } from "../domain/system/system.policy.ts";
import type { SchemaState } from "../platform/database/migrate.ts";
import { isDatabaseUnavailable } from "../platform/database/unavailable.ts";
import { unknownPath } from "./errors.ts";
import { isFromThisMachine } from "./guards/limited-address.ts";
import { mayReadMetrics } from "./guards/metrics-token.ts";
import { allowedMethods } from "./middleware/allowed-methods.ts";
import type { Metrics } from "./middleware/metrics.ts";
import { routesFor } from "./middleware/require.ts";

export type HealthOptions = {
  /** fails if the database can't be reached */
  schemaState: () => Promise<SchemaState>;
  /** of the database server that this site started, in ms; 0 while it runs or isn't ours */
  downtime?: () => number;
  metrics: Metrics;
  /** whether other machines may read the metrics */
  publicMetrics?: boolean;
  /** with this token everybody may */
  metricsToken?: string | undefined;
  /** of all processes as text; by default this one's */
  gatherMetrics?: () => Promise<string>;
  /** aborted when the process is about to stop */
  leaving?: AbortSignal | undefined;
};

/** The database has to answer within this time, in ms. Orchestrators ask again soon. */
const PATIENCE = 2000;
/** Many requests cost one query. */
const REUSED_MS = 1000;
/** Then the process counts as broken. Starting the database server again takes a moment. */
const DOWNTIME_MS = 3000;
const NO_STORE = { "cache-control": "no-store" };

type Readiness = {
  /** leaving: it still answers, and is about to stop */
  status: "ready" | "not ready" | "leaving";
  database: "reached" | "unreachable";
  /** newer: this release can work with the schema of a newer one; unknown: the database can't be reached, or its migrations are others */
  migrations: SchemaState | "unknown";
};

class NoAnswerInTime extends Error {}

async function readiness({ schemaState }: HealthOptions): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // setImmediate: an answer that arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(() => reject(new NoAnswerInTime())), PATIENCE);
  });
  try {
    const migrations = await Promise.race([schemaState(), late]);
    const isReady = migrations === "current" || migrations === "newer";
    return { status: isReady ? "ready" : "not ready", database: "reached", migrations };
  } catch (error) {
    const unreachable = error instanceof NoAnswerInTime || isDatabaseUnavailable(error);
    return { status: "not ready", database: unreachable ? "unreachable" : "reached", migrations: "unknown" };
  } finally {
    clearTimeout(timer);
  }
}

/** Once for all concurrent requests, and for a moment after. */
function createReadiness(options: HealthOptions): () => Promise<Readiness> {
  let asked: Promise<Readiness> | null = null;
  return () => {
    asked ??= readiness(options).finally(() => {
      setTimeout(() => {
        asked = null;
      }, REUSED_MS).unref();
    });
    return asked;
  };
}

/**
 * /healthz (503 without our own database server), /readyz (503 without the database, with a schema that this release can't work with, and
 * before a stop) and /metrics (for this machine or with the token, unless configured).
 */
export function healthRoutes(options: HealthOptions) {
  const { metrics, publicMetrics = false, metricsToken, downtime = () => 0, leaving } = options;
  const gather = options.gatherMetrics ?? (() => metrics.registry.metrics());
  const ready = createReadiness(options);
  const health = routesFor(systemPolicy.readHealth)
    .get("/healthz", (c) =>
      downtime() > DOWNTIME_MS ? c.json({ status: "database down" }, 503, NO_STORE) : c.json({ status: "ok" }, 200, NO_STORE),
    )
    .get("/readyz", async (c) => {
      const state = await ready();
      if (leaving?.aborted) return c.json({ ...state, status: "leaving" }, 503, NO_STORE);
      return c.json(state, state.status === "ready" ? 200 : 503, NO_STORE);
    })
    .get("/metrics", async (c) => {
      const isOpen = publicMetrics || isFromThisMachine(c) || mayReadMetrics(c.req.header("authorization"), metricsToken);
      if (!isOpen) throw unknownPath();
      return c.body(await gather(), 200, { ...NO_STORE, "content-type": metrics.registry.contentType });
    });
  allowedMethods(health);
  return health;
}
