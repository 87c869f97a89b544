import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { PANEL_LIMIT_MAX } from "../../../domain/analytics/analytics-rules.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { useSite } from "../../data.ts";
import { readBreakdown } from "../analytics/queries.ts";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { Recipients } from "./recipients.tsx";

/** Visits that came by the links of the issue, since it started. */
function useVisits({ id: campaign, started_at }: Issue) {
  const { timezone, enableAnalytics } = useSite();
  const range = {
    range: "custom" as const,
    from: localDay(Date.parse(started_at ?? ""), timezone),
    to: localDay(Date.now(), timezone),
  };
  const { data } = useQuery({
    queryKey: ["admin", "analytics", "campaign", campaign, range],
    queryFn: () => readBreakdown(range, "campaign", PANEL_LIMIT_MAX),
    enabled: enableAnalytics && started_at !== null,
  });
  const found = data?.items.find(({ value }) => value === campaign);
  const to = `${adminRoutes.analytics()}?${new URLSearchParams(range)}`;
  return { visits: data && (found?.visits ?? 0), to };
}

/** What became of an issue: figures, and each of its recipients. */
export function Report({ issue }: { issue: Issue }) {
  const { all, sent, refused, uncertain, left, departed } = issue.counts;
  const { visits, to } = useVisits(issue);
  return (
    <section className="issue-report" aria-labelledby="issue-report">
      <h2 id="issue-report">Report</h2>
      <StatCards>
        <StatCard label="Recipients" value={all} {...(left > 0 && { note: `${left} left before it was sent` })} />
        <StatCard label="Sent" value={sent} />
        <StatCard label="Refused" value={refused} />
        <StatCard label="Uncertain" value={uncertain} />
        <StatCard label="Left because of it" value={departed} />
        {visits === undefined ? null : (
          <StatCard label="Visits" value={visits} note="By its links" hint={`Campaign ${issue.id}`} to={to} />
        )}
      </StatCards>
      <Recipients issue={issue} />
    </section>
  );
}
