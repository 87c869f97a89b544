import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { Link } from "../../../ui/link/link.tsx";
import { RangeControl } from "../charts/range-control.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { Browsers, Campaigns, Channels, Countries, Devices, Locations, OperatingSystems, Sources } from "./breakdowns.tsx";
import { Cards } from "./cards.tsx";
import { DrillChips } from "./drill.tsx";
import { MissingPages } from "./found/missing-pages.tsx";
import { Searches } from "./found/searches.tsx";
import { Live } from "./live.tsx";
import { PagesPanel } from "./pages-panel.tsx";
import { overviewQuery } from "./queries.ts";
import { Refresh } from "./refresh.tsx";
import { Sessions } from "./sessions.tsx";
import { Timeline } from "./timeline.tsx";
import { DRILLS, useFilters } from "./use-filters.ts";

/** Who came, from where, and what they read. */
export function WebAnalytics() {
  const { values, set, today, ...look } = useFilters();
  const { data } = useQuery(overviewQuery(look.asked));
  const dates = useDates();
  const isNarrow = DRILLS.some((drill) => values[drill] !== "");
  return (
    <AdminPage
      title="Website Analytics"
      lead={data ? `Figures as of ${dates.time(data.as_of)} (${data.timezone})` : "\u00a0"}
      actions={
        <>
          <Link className="button" to={adminRoutes.traffic()}>
            Traffic
          </Link>
          <Refresh />
        </>
      }
    >
      <div className="stats-bar">
        <RangeControl values={values} today={today} compared={data?.previous} onChange={set} />
        <DrillChips values={values} onRemove={(drills) => set(Object.fromEntries(drills.map((drill) => [drill, ""])))} />
      </div>
      <Cards asked={look.asked} />
      <div className="stats-top">
        <Timeline {...look} />
        <Live href={look.href} isNarrow={isNarrow} />
      </div>
      <div className="stats-grid">
        <PagesPanel sort="views" look={look} />
        <Sources look={look} />
        <PagesPanel sort="entries" look={look} />
        <PagesPanel sort="exits" look={look} />
        <Channels look={look} />
        <Campaigns look={look} />
        <Locations look={look} attribution={data?.attribution} />
        <Countries look={look} />
      </div>
      <div className="stats-grid stats-grid-three">
        <Devices look={look} />
        <Browsers look={look} />
        <OperatingSystems look={look} />
      </div>
      <div className="stats-grid stats-grid-one">
        <Sessions {...look} />
      </div>
      {isNarrow ? (
        <p className="stats-note">Searches and missing pages are those of all readers: they aren't narrowed down.</p>
      ) : null}
      <div className="stats-grid">
        <Searches look={look} />
        <Searches look={look} found="none" />
      </div>
      <div className="stats-last">
        <MissingPages look={look} />
      </div>
    </AdminPage>
  );
}
