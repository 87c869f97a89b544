import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Intake } from "../../domain/analytics/collect/intake.ts";
import type { AppEnv } from "../env.ts";

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
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered HTTP requests",
    labelNames: ["method", "route", "status"] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const observe: Metrics["observe"] = (method, route, status, milliseconds) => {
    const labels = { method, route, status: String(status) };
    requests.inc(labels);
    duration.observe(labels, milliseconds / 1000);
  };
  return { registry, observe };
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
