import { useQuery } from "@tanstack/react-query";
import type { AnalyticsOverview } from "../../../domain/analytics/analytics.ts";
import { formatChange, formatDuration, formatPoints } from "../../../domain/analytics/analytics-rules.ts";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import type { PanelFilters } from "./panel.tsx";
import { FailedQuietly } from "./panel.tsx";
import { overviewQuery } from "./queries.ts";

const CARDS = ["visits", "visitors", "views", "duration"];

/** What the cards show when the figures could not be loaded (specification, section 8). */
const ZEROS = {
  total_visits: 0,
  visits: 0,
  visitors: 0,
  page_views: 0,
  bounce_rate: 0,
  average_duration_seconds: 0,
  completed: 0,
  active: 0,
  average_engaged_seconds: 0,
  changes: undefined,
};

const figures = new Intl.NumberFormat("en-US");
const AGAINST = "from the last period";

function Figures({ data }: { data: AnalyticsOverview | typeof ZEROS }) {
  const { changes } = data;
  return (
    <>
      <StatCards>
        <StatCard label="Total Visits" value={data.total_visits} note="All time visits" />
        <StatCard label="Unique Visitors" value={data.visitors} change={changes?.visitors} note="Unique per day" />
        <StatCard label="Page Views" value={data.page_views} change={changes?.page_views} note={AGAINST} />
        <StatCard
          label="Session Duration"
          value={formatDuration(data.average_duration_seconds)}
          change={changes?.average_duration_seconds}
          note={`${figures.format(data.completed)} completed, ${figures.format(data.active)} active`}
        />
      </StatCards>
      <dl className="stats-line">
        <div>
          <dt>Visits</dt>
          <dd>
            {figures.format(data.visits)}
            {changes ? <span>{formatChange(changes.visits)}</span> : null}
          </dd>
        </div>
        <div>
          <dt>Bounce rate</dt>
          <dd>
            {data.bounce_rate.toFixed(1)}%
            {changes && changes.bounce_rate !== null ? <span>{formatPoints(changes.bounce_rate)}</span> : null}
          </dd>
        </div>
        <div>
          <dt>Time engaged per visit</dt>
          <dd>{formatDuration(data.average_engaged_seconds)}</dd>
        </div>
      </dl>
    </>
  );
}

export function Cards({ asked }: Pick<PanelFilters, "asked">) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(overviewQuery(asked));
  if (data === undefined && !isError)
    return (
      <div className="stats-cards" role="status">
        <span className="sr-only">Loading...</span>
        <div className="stat-cards" aria-hidden="true">
          {CARDS.map((card) => (
            <span key={card} className="skeleton stats-card" />
          ))}
        </div>
        <span className="skeleton stats-line" aria-hidden="true" />
      </div>
    );
  return (
    <div className="stats-cards" aria-busy={isPlaceholderData || undefined}>
      <Figures data={data ?? ZEROS} />
      {isError ? <FailedQuietly onRetry={() => void refetch()} /> : null}
    </div>
  );
}
