import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard } from "../../../domain/dashboard/dashboard.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { BarList } from "../charts/bar-list.tsx";
import { LineChart } from "../charts/line-chart.tsx";

/** Website Analytics of the same days, also with a filter. */
const analyticsOf = (filter: { path?: string; source?: string } = {}) =>
  `${adminRoutes.analytics()}?${new URLSearchParams({ range: "7d", ...filter })}`;

const SERIES = [{ key: "views", label: "Page views" }];

type TopProps = { title: string; none: string; isEmpty: boolean; children: ReactNode };

function Top({ title, none, isEmpty, children }: TopProps) {
  return (
    <div>
      <h3>{title}</h3>
      {isEmpty ? <p className="week-none">{none}</p> : children}
    </div>
  );
}

function Tops({ week: { articles, sources } }: { week: NonNullable<Dashboard["week"]> }) {
  return (
    <div className="week-tops">
      <Top title="Most read" none="Nobody opened an article." isEmpty={articles.length === 0}>
        <BarList
          unit="views"
          hrefDoes="its visits"
          showShare={false}
          items={articles.map(({ title, slug, views }) => ({
            label: title,
            value: views,
            percentage: views,
            href: analyticsOf({ path: routes.story(slug) }),
          }))}
        />
      </Top>
      <Top title="Sources" none="Nobody came from anywhere." isEmpty={sources.length === 0}>
        <BarList
          unit="visits"
          hrefDoes="what these visitors read"
          showShare={false}
          items={sources.map(({ value, visits }) => ({
            label: value === "unknown" ? "Unknown" : value,
            value: visits,
            percentage: visits,
            href: analyticsOf({ source: value }),
          }))}
        />
      </Top>
    </div>
  );
}

export function Week({ week }: { week: NonNullable<Dashboard["week"]> }) {
  const isQuiet = week.days.every(({ views }) => views === 0);
  return (
    <section className="panel" aria-labelledby="week-title">
      <div className="panel-head">
        <h2 id="week-title">Last 7 days</h2>
        <Link className="week-all" to={analyticsOf()}>
          All figures<span className="sr-only"> of the last 7 days</span>
        </Link>
      </div>
      {isQuiet ? (
        <p className="week-none">No visits in these days yet. They appear here seconds after someone opens a page.</p>
      ) : (
        <div className="week">
          <LineChart title="Views of the last 7 days" days={week.days} marks={week.marks} series={SERIES} />
          <Tops week={week} />
        </div>
      )}
    </section>
  );
}
