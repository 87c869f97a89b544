import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { DashboardActivity, Dashboard as DashboardData, DashboardFigure } from "../../../domain/dashboard/dashboard.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { body } from "../../../http/api/admin/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { saveProfile } from "../../account/frame/save-profile.ts";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { Ago } from "../frame/dates.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Waiting } from "./waiting.tsx";

/** Figures count as fresh for five minutes, activity for two (specification, section 7). One request has both, so two applies. */
const FRESH = 2 * 60_000;

const dashboardQuery = () =>
  queryOptions({
    queryKey: ["admin", "dashboard"],
    queryFn: () => body(adminApi.dashboard.$get({ query: {} })),
    staleTime: FRESH,
    refetchInterval: FRESH,
  });

const TONES: Record<string, BadgeTone> = {
  published: "green",
  approved: "green",
  draft: "gray",
  archived: "gray",
  pending: "amber",
  rejected: "red",
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A post links to the editor; a comment to the list of comments with its status, where it is among the newest. */
const addressOf = ({ kind, id, status }: DashboardActivity) =>
  kind === "post" ? adminRoutes.editPost(id) : `${adminRoutes.comments()}?${new URLSearchParams({ status })}`;

function Entry({ entry }: { entry: DashboardActivity }) {
  const { kind, label, about, who, status, created_at } = entry;
  return (
    <li>
      <AdminIcon name={kind === "post" ? "posts" : "comments"} />
      <div>
        <Link className="row-title" dir="auto" to={addressOf(entry)}>
          {label}
        </Link>
        <p className="row-note">
          {kind === "post" ? (who ? `Post by ${who}` : "Post") : `Comment${who ? ` by ${who}` : ""} on ${about}`} ·{" "}
          <Ago iso={created_at} />
        </p>
      </div>
      <Badge tone={TONES[status] ?? "gray"}>{capital(status)}</Badge>
    </li>
  );
}

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

function NameForm({ owner, onSaved }: { owner: string; onSaved(): void }) {
  const state = useForm((value: Values) => saveProfile(owner, { full_name: value("full_name") }, onSaved));
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

/** Asks an admin without a name for one. The account that the first start creates has none. */
function NamePrompt() {
  const { status, person } = useAuth();
  const [isSaved, setSaved] = useState(false);
  return !isSaved && status === "signed-in" && person && !person.name ? (
    <NameForm key={person.id} owner={person.id} onSaved={() => setSaved(true)} />
  ) : null;
}

const ACTIONS: { label: string; to: string; icon: AdminIconName }[] = [
  { label: "Manage posts", to: adminRoutes.posts(), icon: "posts" },
  { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Manage users", to: adminRoutes.users(), icon: "users" },
  { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
];

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

function BackupsPanel({ backups: { automatic, last, proven } }: { backups: DashboardData["backups"] }) {
  return (
    <section className="panel" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      <ul className="quick-actions">
        <li>
          <Link to={adminRoutes.backups()}>
            <AdminIcon name="disk" />
            <span>
              {last ? (
                <>
                  Last backup <Ago iso={last.at} />
                </>
              ) : (
                "No backup yet"
              )}
            </span>
          </Link>
        </li>
        <li>
          <Link to={adminRoutes.backups()}>
            <AdminIcon name={proven ? "check" : "clock"} />
            <span>
              {proven ? (
                <>
                  Last verified <Ago iso={proven.at} />
                </>
              ) : automatic ? (
                "Not verified yet"
              ) : (
                "Automatic backups are off"
              )}
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

/** A total and its change. A site without earlier figures has nothing to compare with, so it shows the new ones. */
const figureOf = ({ total, current, previous, change }: DashboardFigure) =>
  previous === 0
    ? { value: total, note: `${new Intl.NumberFormat("en-US").format(current)} in the last 30 days` }
    : { value: total, change, note: "vs. previous 30 days" };

function Figures({ data: { posts, users, comments, views } }: { data: DashboardData }) {
  return (
    <StatCards>
      <StatCard label="Posts" {...figureOf(posts)} to={adminRoutes.posts()} />
      <StatCard label="Users" {...figureOf(users)} to={adminRoutes.users()} />
      <StatCard label="Comments" {...figureOf(comments)} to={adminRoutes.comments()} />
      <StatCard
        label="Views"
        {...figureOf(views)}
        hint="Counts each reader once every half hour. Blog Analytics counts every page view."
        to={adminRoutes.blogAnalytics()}
      />
    </StatCards>
  );
}

export function Dashboard() {
  const query = useQuery(dashboardQuery());
  return (
    <AdminPage
      title="Dashboard"
      actions={
        <Link className="button button-solid" to={adminRoutes.createPost()}>
          New Post
        </Link>
      }
    >
      <QueryView query={query} noun="dashboard" skeleton={<DashboardSkeleton />}>
        {(data) => (
          <>
            <Figures data={data} />
            <div className="dashboard">
              <div className="dashboard-main">
                <FirstSteps steps={data.first_steps} />
                <Activity activity={data.activity} />
              </div>
              <div className="dashboard-side">
                <NamePrompt />
                <Waiting waiting={data.waiting} backups={data.backups} />
                <BackupsPanel backups={data.backups} />
                <QuickActions />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
