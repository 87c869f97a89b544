import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard as DashboardData } from "../../../domain/dashboard/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { Activity } from "./activity.tsx";
import { NamePrompt } from "./name-prompt.tsx";
import { dashboardQuery } from "./queries.ts";
import { QuickActions } from "./quick-actions.tsx";
import { DashboardSkeleton } from "./skeleton.tsx";
import { Waiting } from "./waiting.tsx";

const AGAINST = "against the previous 30 days";

function Figures({ data: { posts, users, comments, views } }: { data: DashboardData }) {
  return (
    <StatCards>
      <StatCard label="Total Posts" value={posts.total} change={posts.change} note={AGAINST} to={adminRoutes.posts()} />
      <StatCard label="Total Users" value={users.total} change={users.change} note={AGAINST} to={adminRoutes.users()} />
      <StatCard label="Comments" value={comments.total} change={comments.change} note={AGAINST} to={adminRoutes.comments()} />
      <StatCard
        label="Post views"
        value={views.total}
        change={views.change}
        note={AGAINST}
        hint="As on the posts: a reader counts once in half an hour. Blog Analytics counts each page view."
        to={adminRoutes.blogAnalytics()}
      />
    </StatCards>
  );
}

/** What an admin sees first: the figures, what waits, what happened, and the ways on. */
export function Dashboard() {
  const query = useQuery(dashboardQuery());
  return (
    <AdminPage title="Dashboard">
      <QueryView query={query} noun="dashboard" skeleton={<DashboardSkeleton />}>
        {(data) => (
          <>
            <Figures data={data} />
            <div className="dashboard">
              <Activity activity={data.activity} />
              <div className="dashboard-side">
                <NamePrompt />
                <Waiting waiting={data.waiting} />
                <QuickActions />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
