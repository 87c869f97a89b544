import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Intake } from "../../domain/analytics/collect/intake.ts";
import type { AppEnv } from "../env.ts";
import { tallyRequests } from "./tally-requests.ts";

/** The metrics of one app; each app has its own registry. */
export type Metrics = {
  registry: Registry;
  /** Counts one answer. `route` is the pattern, never the path, so that the number of series stays small. */
  observe(method: string, route: string, status: number, milliseconds: number): void;
};

/** Sets up the process's own metrics and those of HTTP. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, observe: tallyRequests(registry) };
}

/** Measures every request under the pattern of the route that answered it. */
export function measure(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    metrics.observe(c.req.method, routePath(c) || "unmatched", c.res.status, performance.now() - started);
  };
}

/** Counts the hits of pages by what became of them: every reason to drop one has a name. */
export function countOutcomes(registry: Registry, intake: Pick<Intake, "outcomes">): void {
  new Counter({
    name: "analytics_hits_total",
    help: "Hits reported by pages, by what became of them",
    labelNames: ["outcome"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of intake.outcomes()) this.inc({ outcome }, count);
    },
  });
}
