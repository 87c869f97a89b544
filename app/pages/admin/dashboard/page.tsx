import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { DashboardActivity, Dashboard as DashboardData } from "../../../domain/dashboard/dashboard.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { Link } from "../../../ui/link/link.tsx";
import { saveProfile } from "../../account/frame/save-profile.ts";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { Ago } from "../frame/dates.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { dashboardQuery } from "./queries.ts";
import { Waiting } from "./waiting.tsx";

const TONES: Record<string, BadgeTone> = {
  published: "green",
  approved: "green",
  draft: "grey",
  archived: "grey",
  pending: "amber",
  rejected: "red",
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A post leads to where it is edited; a comment to its kind, where it stands among the newest. */
const addressOf = ({ kind, id, status }: DashboardActivity) =>
  kind === "post" ? adminRoutes.editPost(id) : `${adminRoutes.comments()}?${new URLSearchParams({ status })}`;

function Entry({ entry }: { entry: DashboardActivity }) {
  const { kind, label, about, who, status, created_at } = entry;
  return (
    <li>
      <AdminIcon name={kind === "post" ? "posts" : "comments"} />
      <div>
        <Link className="row-title" to={addressOf(entry)}>
          {label}
        </Link>
        <p className="row-note">
          {kind === "post" ? `Post${who ? ` by ${who}` : ""}` : `Comment${who ? ` by ${who}` : ""} on ${about}`} ·{" "}
          <Ago iso={created_at} />
        </p>
      </div>
      <Badge tone={TONES[status] ?? "grey"}>{capital(status)}</Badge>
    </li>
  );
}

/** What was written last, by authors and readers. */
function Activity({ activity }: { activity: DashboardActivity[] }) {
  return (
    <section className="panel" aria-labelledby="activity-title">
      <h2 id="activity-title">Recent activity</h2>
      {activity.length === 0 ? (
        <EmptyState
          title="Nothing has happened yet"
          hint="New posts and comments appear here."
          action={
            <Link className="button" to={adminRoutes.createPost()}>
              Write the first post
            </Link>
          }
        />
      ) : (
        <ul className="activity">
          {activity.map((entry) => (
            <Entry key={entry.kind + entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NameForm({ onSaved }: { onSaved(): void }) {
  const state = useForm((value: Values) => saveProfile({ full_name: value("full_name") }, onSaved));
  return (
    <section className="panel" aria-labelledby="name-prompt-title">
      <h2 id="name-prompt-title">What's your name?</h2>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Full Name"
          name="full_name"
          autoComplete="name"
          required
          maxLength={FULL_NAME_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("full_name")}
          hint="Readers see it on your articles and comments. You can add a bio in your account."
        />
        <SubmitButton state={state} label="Save name" busyLabel="Saving..." className="" />
      </form>
    </section>
  );
}

/** Asks an admin without a name for one: the account that the first start makes has none. */
function NamePrompt() {
  const { status, person } = useAuth();
  const [isSaved, setSaved] = useState(false);
  return !isSaved && status === "signed-in" && person && !person.name ? <NameForm onSaved={() => setSaved(true)} /> : null;
}

const ACTIONS: { label: string; to: string; icon: AdminIconName }[] = [
  { label: "Manage Posts", to: adminRoutes.posts(), icon: "posts" },
  { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Manage Users", to: adminRoutes.users(), icon: "users" },
  { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
];

/** The ways that are gone most often. */
function QuickActions() {
  return (
    <section className="panel" aria-labelledby="quick-title">
      <h2 id="quick-title">Quick actions</h2>
      <ul className="quick-actions">
        {ACTIONS.map(({ label, to, icon }) => (
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

/** A stand-in of the dashboard's size. */
function DashboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="stat-cards" aria-hidden="true">
        {["posts", "users", "comments", "views"].map((card) => (
          <span key={card} className="skeleton dashboard-card" />
        ))}
      </div>
      <div className="dashboard" aria-hidden="true">
        <span className="skeleton dashboard-list" />
        <span className="skeleton dashboard-list" />
      </div>
    </div>
  );
}

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
