import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard as DashboardData, DashboardFigure } from "../../../domain/dashboard/dashboard.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { useMayOpen } from "../frame/office-user.ts";
import { QueryView } from "../frame/query-view.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { Activity, Next } from "./activity.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { dashboardQuery } from "./queries.ts";
import { Waiting } from "./waiting.tsx";
import { Week } from "./week.tsx";

const ACTIONS: { label: string; to: string; icon: AdminIconName }[] = [
  { label: "Manage posts", to: adminRoutes.posts(), icon: "posts" },
  { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Manage users", to: adminRoutes.users(), icon: "users" },
  { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
];

function QuickActions() {
  const mayOpen = useMayOpen();
  return (
    <section className="panel" aria-labelledby="quick-title">
      <h2 id="quick-title">Quick actions</h2>
      <ul className="quick-actions">
        {ACTIONS.filter(({ to }) => mayOpen(to)).map(({ label, to, icon }) => (
          <li key={to}>
            <Link to={to}>
              <AdminIcon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BackupsPanel({ backups: { automatic, last, proven, next_at } }: { backups: NonNullable<DashboardData["backups"]> }) {
  const dates = useDates();
  return (
    <section className="panel" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      <ul className="quick-actions">
        <li>
          <Link to={adminRoutes.backups()}>
            <AdminIcon name={proven ? "check" : "disk"} />
            <span>
              {last ? (
                <>
                  Last backup <Ago iso={last.at} />,{" "}
                  {proven ? (
                    <>
                      verified <Ago iso={proven.at} />
                    </>
                  ) : (
                    "not verified yet"
                  )}
                </>
              ) : next_at ? (
                `First backup: ${dates.time(next_at)}`
              ) : (
                "No backup yet"
              )}
              {automatic ? null : ". Automatic backups are off"}
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="dashboard" aria-hidden="true">
        <span className="skeleton dashboard-line" />
        <span className="skeleton dashboard-week" />
        <span className="skeleton dashboard-line" />
        <span className="skeleton dashboard-list" />
      </div>
    </div>
  );
}

const AGAINST = "vs. previous 30 days";

/** A total and its change. A site without earlier figures has nothing to compare with, so it shows the new ones. */
const figureOf = ({ total, current, previous, change }: DashboardFigure) =>
  previous === 0
    ? { value: total, note: `${new Intl.NumberFormat("en-US").format(current)} in the last 30 days` }
    : { value: total, change, note: AGAINST };

/** Views are those of the last 30 days, the same number as in Website Analytics. */
function Figures({ data: { posts, users, comments, views } }: { data: DashboardData }) {
  return (
    <StatCards>
      {posts ? <StatCard label="Posts" {...figureOf(posts)} to={adminRoutes.posts()} /> : null}
      {users ? <StatCard label="Users" {...figureOf(users)} to={adminRoutes.users()} /> : null}
      {comments ? <StatCard label="Comments" {...figureOf(comments)} to={adminRoutes.comments()} /> : null}
      {views ? (
        <StatCard
          label="Views"
          value={views.current}
          {...(views.previous === 0 ? { note: "in the last 30 days" } : { change: views.change, note: AGAINST })}
          to={adminRoutes.analytics()}
        />
      ) : null}
    </StatCards>
  );
}

export function Dashboard() {
  const query = useQuery(dashboardQuery());
  const mayOpen = useMayOpen();
  return (
    <AdminPage
      title="Dashboard"
      actions={
        mayOpen(adminRoutes.createPost()) ? (
          <Link className="button button-solid" to={adminRoutes.createPost()}>
            New Post
          </Link>
        ) : null
      }
    >
      <QueryView query={query} noun="dashboard" skeleton={<DashboardSkeleton />}>
        {(data) => (
          <div className="dashboard">
            <Waiting waiting={data.waiting} backups={data.backups} />
            {data.first_steps ? <FirstSteps steps={data.first_steps} /> : null}
            {data.week ? <Week week={data.week} /> : null}
            <Figures data={data} />
            <div className="dashboard-pair">
              {data.next ? <Next next={data.next} /> : null}
              <Activity activity={data.activity} />
            </div>
            <div className="dashboard-pair">
              <QuickActions />
              {data.backups ? <BackupsPanel backups={data.backups} /> : null}
            </div>
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
