import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Intake } from "../../domain/analytics/collect/intake.ts";
import type { AppEnv } from "../env.ts";
import { tallyRequests } from "./tally-requests.ts";

/** Each app has its own registry. */
export type Metrics = {
  registry: Registry;
  /** `route` is the pattern, never the path, so that the number of series stays small. */
  observe(method: string, route: string, status: number, milliseconds: number): void;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, observe: tallyRequests(registry) };
}

export function measure(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    metrics.observe(c.req.method, routePath(c) || "unmatched", c.res.status, performance.now() - started);
  };
}

/** Every reason to drop a hit has a name. */
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
