import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { DashboardActivity, Dashboard as DashboardData, DashboardFigure } from "../../../domain/dashboard/dashboard.ts";
import { unfinishedName } from "../../../domain/posts/edit-rules.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { body } from "../../../http/api/admin/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { saveProfile } from "../../account/frame/save-profile.ts";
import { unfinishedQuery } from "../editor/queries.ts";
import { continueAddress } from "../editor/unfinished.tsx";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { Ago } from "../frame/dates.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { FirstSteps } from "./first-steps.tsx";

/** How many unfinished posts and hosts are listed; the list of posts has them all. */
const SHOWN = 3;

const counted = (count: number, one: string, many: string) =>
  `${new Intl.NumberFormat("en-US").format(count)} ${count === 1 ? one : many}`;

/** Some hosts, the first three by name. */
const namesOf = (hosts: string[]) => (hosts.length > SHOWN ? `${hosts.slice(0, SHOWN).join(", ")} and more` : hosts.join(", "));

/** For how long a restart of the database is news, in ms. */
const RECENT_MS = 7 * 86_400_000;

const recentRestart = ({ last }: DashboardData["waiting"]["database_restarts"]) =>
  last && Date.now() - Date.parse(last.at) < RECENT_MS ? last : null;

/** What waits for an admin. */
function Waiting({
  backups,
  waiting: { pending_comments, unsent_mails, people_waiting, failed_jobs, unknown_proxy, database_restarts, offsite_pictures },
}: {
  waiting: DashboardData["waiting"];
  backups: DashboardData["backups"];
}) {
  const unfinished = useQuery(unfinishedQuery()).data?.items ?? [];
  const counts = [pending_comments, unsent_mails, people_waiting, failed_jobs, offsite_pictures.posts, backups.warnings.length];
  const restart = recentRestart(database_restarts);
  const isNothing = unfinished.length + counts.reduce((sum, one) => sum + one, 0) === 0 && !unknown_proxy && !restart;
  return (
    <section className="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for you</h2>
      {isNothing ? (
        <p className="waiting-none">
          <AdminIcon name="check" />
          You're all caught up.
        </p>
      ) : (
        <ul className="waiting">
          {unfinished.slice(0, SHOWN).map(({ id, ...row }) => (
            <li key={id}>
              <Link to={continueAddress(id)}>
                <AdminIcon name="posts" />
                {`Continue “${unfinishedName(row)}”`}
              </Link>
            </li>
          ))}
          {unfinished.length > SHOWN ? (
            <li>
              <Link to={adminRoutes.posts()}>
                <AdminIcon name="posts" />
                {counted(unfinished.length - SHOWN, "more unfinished post", "more unfinished posts")}
              </Link>
            </li>
          ) : null}
          {pending_comments > 0 ? (
            <li>
              <Link to={`${adminRoutes.comments()}?status=pending`}>
                <AdminIcon name="comments" />
                {counted(pending_comments, "pending comment", "pending comments")}
              </Link>
            </li>
          ) : null}
          {people_waiting > 0 ? (
            <li>
              <Link to={`${adminRoutes.outbox()}?state=kept`}>
                <AdminIcon name="mail" />
                {counted(people_waiting, "person is waiting for a link", "people are waiting for a link")}: email isn't set up
              </Link>
            </li>
          ) : null}
          {unsent_mails > 0 ? (
            <li>
              <Link to={adminRoutes.outbox()}>
                <AdminIcon name="mail" />
                {counted(unsent_mails, "unsent email", "unsent emails")}
              </Link>
            </li>
          ) : null}
          {failed_jobs > 0 ? (
            <li>
              <Link to={adminRoutes.system()}>
                <AdminIcon name="alert" />
                {counted(failed_jobs, "failed job", "failed jobs")}
              </Link>
            </li>
          ) : null}
          {offsite_pictures.posts > 0 ? (
            <li>
              <Link to={`${adminRoutes.posts()}?status=published&pictures=elsewhere`}>
                <AdminIcon name="alert" />
                {counted(offsite_pictures.posts, "article has", "articles have")} pictures on other sites, which readers don't
                see: {namesOf(offsite_pictures.hosts)}
              </Link>
            </li>
          ) : null}
          {backups.warnings.map(({ code, message }) => (
            <li key={code}>
              <Link to={adminRoutes.backups()}>
                <AdminIcon name="alert" />
                {message}
              </Link>
            </li>
          ))}
          {restart ? (
            <li>
              <Link to={adminRoutes.system()}>
                <AdminIcon name="alert" />
                The database stopped unexpectedly <Ago iso={restart.at} /> and was running again after{" "}
                {counted(restart.seconds, "second", "seconds")}
              </Link>
            </li>
          ) : null}
          {unknown_proxy ? (
            <li>
              <Link to={adminRoutes.system()}>
                <AdminIcon name="alert" />A proxy seems to be in front of the site: set TRUST_PROXY
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

/** Figures count as fresh for five minutes, activity for two (specification, section 7). One request has both, so two applies. */
const FRESH = 2 * 60_000;

/** Everything on the dashboard. It is fetched again at intervals while the screen is open. */
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
  draft: "grey",
  archived: "grey",
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
          {kind === "post" ? `Post${who ? ` by ${who}` : ""}` : `Comment${who ? ` by ${who}` : ""} on ${about}`} ·{" "}
          <Ago iso={created_at} />
        </p>
      </div>
      <Badge tone={TONES[status] ?? "grey"}>{capital(status)}</Badge>
    </li>
  );
}

/** The latest posts and comments. */
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

/** Asks an admin without a name for one. The account that the first start creates has none. */
function NamePrompt() {
  const { status, person } = useAuth();
  const [isSaved, setSaved] = useState(false);
  return !isSaved && status === "signed-in" && person && !person.name ? <NameForm onSaved={() => setSaved(true)} /> : null;
}

const ACTIONS: { label: string; to: string; icon: AdminIconName }[] = [
  { label: "Manage posts", to: adminRoutes.posts(), icon: "posts" },
  { label: "Web Analytics", to: adminRoutes.analytics(), icon: "globe" },
  { label: "Manage users", to: adminRoutes.users(), icon: "users" },
  { label: "Blog Analytics", to: adminRoutes.blogAnalytics(), icon: "chart" },
];

/** Links to the screens that are used most. */
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

/** When everything was last backed up, and when a backup was last proven. */
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

/** A skeleton of the dashboard's size. */
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

/** A total and its change. A site without earlier figures has nothing to compare with, so it is told the new ones. */
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

/** The first screen of the back office: figures, what waits, what happened, and quick actions. */
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
