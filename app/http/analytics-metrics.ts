import { Counter, type Registry } from "prom-client";
import type { Intake } from "../domain/analytics/collecting/intake.ts";

/** What became of the hits that pages told of, by name; a drop without a name there is none. */
export function countOutcomes(registry: Registry, intake: Pick<Intake, "outcomes">): void {
  new Counter({
    name: "analytics_hits_total",
    help: "Hits told of by pages, by what became of them",
    labelNames: ["outcome"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of intake.outcomes()) this.inc({ outcome }, count);
    },
  });
}
