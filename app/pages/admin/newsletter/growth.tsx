import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { GrowthRange } from "../../../domain/newsletter/newsletter-rules.ts";
import type { ChartMark } from "../charts/chart-points.tsx";
import { LineChart } from "../charts/line-chart.tsx";
import { FilterChips } from "../frame/toolbar.tsx";
import { growthQuery } from "./queries.ts";

const RANGES: readonly { value: GrowthRange; label: string }[] = [
  { value: "90d", label: "Last 90 days" },
  { value: "1y", label: "Last year" },
];

const SERIES = [
  { key: "subscribers", label: "Subscribers", isLevel: true },
  { key: "confirmed", label: "Confirmed" },
  { key: "ended", label: "Left or suppressed" },
];

/** Confirmed subscribers over time, with the issues as marks. Nothing before the first one. */
export function Growth() {
  const [range, setRange] = useState<GrowthRange>("90d");
  const { data } = useQuery(growthQuery(range));
  if (!data?.days.some(({ subscribers, ended }) => subscribers > 0 || ended > 0)) return null;
  const marks = data.issues.map(
    ({ id, date, subject }): ChartMark => ({ kind: "mailed", date, label: subject, post_id: null, to: adminRoutes.issue(id) }),
  );
  return (
    <section className="panel newsletter-growth" aria-labelledby="newsletter-growth">
      <div className="panel-head">
        <h2 id="newsletter-growth">Subscribers over time</h2>
        <FilterChips label="Period" options={RANGES} value={range} onChange={(value) => setRange(value as GrowthRange)} />
      </div>
      <LineChart title="Subscribers over time" days={data.days} marks={marks} series={SERIES} />
    </section>
  );
}
