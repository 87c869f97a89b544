import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard } from "../../../domain/dashboard/dashboard.ts";
import { unfinishedName } from "../../../domain/posts/edit-rules.ts";
import type { UnfinishedRow } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { Link } from "../../../ui/link.tsx";
import { unfinishedQuery } from "../editor/queries.ts";
import { AdminIcon, type AdminIconName } from "../frame/admin-icon.tsx";
import { Ago } from "../frame/dates.tsx";

const SHOWN = 3;

const figures = new Intl.NumberFormat("en-US");

type CountedText = { one: string; many: string };

const counted = (count: number, { one, many }: CountedText) =>
  (count === 1 ? one : many).replace("{count}", figures.format(count));

const namesOf = (hosts: string[]) => (hosts.length > SHOWN ? `${hosts.slice(0, SHOWN).join(", ")} and more` : hosts.join(", "));

/** For how long a restart of the database or a full disk is news, in ms. */
const RECENT_MS = 7 * 86_400_000;

const NO_RESTART = { count: 0, last: null };
const NEVER_FULL = { refused: 0, last: null };

const isRecent = (at: string) => Date.now() - Date.parse(at) < RECENT_MS;

const recentRestart = ({ database_restarts: { last } = NO_RESTART }: Dashboard["waiting"]) =>
  last && isRecent(last.at) ? last : null;

const recentFullDisk = ({ full_disk: { refused, last } = NEVER_FULL }: Dashboard["waiting"]) =>
  last && isRecent(last) ? { refused, at: last } : null;

function Item({ icon, to, children }: { icon: AdminIconName; to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>
        <AdminIcon name={icon} />
        <span>{children}</span>
      </Link>
    </li>
  );
}

function UnfinishedItems({ posts }: { posts: readonly UnfinishedRow[] }) {
  return (
    <>
      {posts.slice(0, SHOWN).map(({ id, ...row }) => (
        <Item key={id} icon="posts" to={adminRoutes.continuePost(row.kind, id)}>
          {`Continue “${unfinishedName(row)}”`}
        </Item>
      ))}
      {posts.length > SHOWN ? (
        <Item icon="posts" to={adminRoutes.posts()}>
          {counted(posts.length - SHOWN, { one: "{count} more draft", many: "{count} more drafts" })}
        </Item>
      ) : null}
    </>
  );
}

const NO_OFFSITE = { posts: 0, hosts: [] };

function CountedItems({ waiting }: { waiting: Dashboard["waiting"] }) {
  const { pending_comments = 0, unsent_mails = 0, people_waiting = 0, failed_jobs = 0 } = waiting;
  const { offsite_pictures = NO_OFFSITE } = waiting;
  return (
    <>
      {pending_comments > 0 ? (
        <Item icon="comments" to={`${adminRoutes.comments()}?status=pending`}>
          {counted(pending_comments, { one: "{count} pending comment", many: "{count} pending comments" })}
        </Item>
      ) : null}
      {people_waiting > 0 ? (
        <Item icon="mail" to={`${adminRoutes.outbox()}?state=kept`}>
          {counted(people_waiting, {
            one: "{count} person is waiting for a link: email isn’t set up",
            many: "{count} people are waiting for a link: email isn’t set up",
          })}
        </Item>
      ) : null}
      {unsent_mails > 0 ? (
        <Item icon="mail" to={adminRoutes.outbox()}>
          {counted(unsent_mails, { one: "{count} unsent email", many: "{count} unsent emails" })}
        </Item>
      ) : null}
      {failed_jobs > 0 ? (
        <Item icon="alert" to={adminRoutes.system()}>
          {counted(failed_jobs, { one: "{count} failed job", many: "{count} failed jobs" })}
        </Item>
      ) : null}
      {offsite_pictures.posts > 0 ? (
        <Item icon="alert" to={`${adminRoutes.posts()}?status=published&pictures=elsewhere`}>
          {counted(offsite_pictures.posts, {
            one: "{count} article has images on other sites, which readers don’t see:",
            many: "{count} articles have images on other sites, which readers don’t see:",
          })}{" "}
          {namesOf(offsite_pictures.hosts)}
        </Item>
      ) : null}
    </>
  );
}

type Health = NonNullable<Dashboard["backups"]>;

const NOT_SHOWN: Health = { automatic: true, last: null, proven: null, next_at: null, warnings: [] };

/** Nothing would bring the site back. */
const isBackupMissing = ({ automatic, last }: Health) => !automatic && last === null;

type ServerItemsProps = {
  backups: Health;
  restart: ReturnType<typeof recentRestart>;
  fullDisk: ReturnType<typeof recentFullDisk>;
  isProxyUnknown: boolean;
};

function ServerItems({ backups, restart, fullDisk, isProxyUnknown }: ServerItemsProps) {
  return (
    <>
      {isBackupMissing(backups) ? (
        <Item icon="alert" to={adminRoutes.backups()}>
          There is no backup, and automatic backups are off
        </Item>
      ) : null}
      {backups.warnings.map(({ code, message }) => (
        <Item key={code} icon="alert" to={adminRoutes.backups()}>
          {message}
        </Item>
      ))}
      {restart ? (
        <Item icon="alert" to={adminRoutes.system()}>
          The database stopped unexpectedly <Ago iso={restart.at} /> and was running again after{" "}
          {counted(restart.seconds, { one: "{count} second", many: "{count} seconds" })}
        </Item>
      ) : null}
      {fullDisk ? (
        <Item icon="alert" to={adminRoutes.system()}>
          The server’s disk was full <Ago iso={fullDisk.at} />, and{" "}
          {counted(fullDisk.refused, {
            one: "{count} upload or change was refused",
            many: "{count} uploads or changes were refused",
          })}
        </Item>
      ) : null}
      {isProxyUnknown ? (
        <Item icon="alert" to={adminRoutes.system()}>
          A proxy seems to be in front of the site: set TRUST_PROXY
        </Item>
      ) : null}
    </>
  );
}

export function Waiting({ backups = NOT_SHOWN, waiting }: Pick<Dashboard, "waiting" | "backups">) {
  const { pending_comments = 0, unsent_mails = 0, people_waiting = 0, failed_jobs = 0, unknown_proxy = false } = waiting;
  const unfinished = useQuery(unfinishedQuery()).data?.items ?? [];
  const counts = [
    pending_comments,
    unsent_mails,
    people_waiting,
    failed_jobs,
    (waiting.offsite_pictures ?? NO_OFFSITE).posts,
    backups.warnings.length,
  ];
  const restart = recentRestart(waiting);
  const fullDisk = recentFullDisk(waiting);
  const isCounted = unfinished.length + counts.reduce((sum, one) => sum + one, 0) > 0;
  const isNothing = !isCounted && !isBackupMissing(backups) && !unknown_proxy && !restart && !fullDisk;
  return (
    <section className="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for you</h2>
      {isNothing ? (
        <p className="waiting-none">
          <AdminIcon name="check" />
          You’re all caught up.
        </p>
      ) : (
        <ul className="waiting">
          <UnfinishedItems posts={unfinished} />
          <CountedItems waiting={waiting} />
          <ServerItems backups={backups} restart={restart} fullDisk={fullDisk} isProxyUnknown={unknown_proxy} />
        </ul>
      )}
    </section>
  );
}
