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
import { useMayOpen } from "../frame/office-user.ts";

const SHOWN = 3;

const figures = new Intl.NumberFormat("en-US");

type CountedText = { one: string; many: string };

const counted = (count: number, { one, many }: CountedText) =>
  (count === 1 ? one : many).replace("{count}", figures.format(count));

const namesOf = (hosts: string[]) => (hosts.length > SHOWN ? `${hosts.slice(0, SHOWN).join(", ")} and more` : hosts.join(", "));

/** For how long a restart of the database or a full disk is news, in ms. */
const RECENT_MS = 7 * 86_400_000;

const isRecent = (at: string) => Date.now() - Date.parse(at) < RECENT_MS;

function recentRestart({ database_restarts }: Dashboard["waiting"]) {
  const last = database_restarts?.last;
  return last && isRecent(last.at) ? last : null;
}

function recentFullDisk({ full_disk }: Dashboard["waiting"]) {
  const last = full_disk?.last;
  return last && isRecent(last) ? { refused: full_disk.refused, at: last } : null;
}

type Item = { key: string; icon: AdminIconName; to: string; says: ReactNode };

const unfinishedItems = (posts: readonly UnfinishedRow[]): Item[] => [
  ...posts.slice(0, SHOWN).map(({ id, ...row }) => ({
    key: id,
    icon: "posts" as const,
    to: adminRoutes.continuePost(row.kind, id),
    says: `Continue “${unfinishedName(row)}”`,
  })),
  ...(posts.length > SHOWN
    ? [
        {
          key: "more drafts",
          icon: "posts" as const,
          to: adminRoutes.posts(),
          says: counted(posts.length - SHOWN, { one: "{count} more draft", many: "{count} more drafts" }),
        },
      ]
    : []),
];

const handedInItems = ({ handed_in: count }: Dashboard["waiting"]): Item[] =>
  !count
    ? []
    : [
        {
          key: "handed in",
          icon: "posts",
          to: `${adminRoutes.posts()}?handed_in=yes`,
          says: counted(count, { one: "{count} post is handed in", many: "{count} posts are handed in" }),
        },
      ];

function countedItems({ pending_comments, unsent_mails, people_waiting, failed_jobs, offsite_pictures }: Dashboard["waiting"]) {
  const items: (Omit<Item, "says"> & CountedText & { count?: number | undefined; after?: string })[] = [
    {
      key: "comments",
      icon: "comments",
      to: `${adminRoutes.comments()}?status=pending`,
      count: pending_comments,
      one: "{count} pending comment",
      many: "{count} pending comments",
    },
    {
      key: "links",
      icon: "mail",
      to: `${adminRoutes.outbox()}?state=kept`,
      count: people_waiting,
      one: "{count} person is waiting for a link: email isn’t set up",
      many: "{count} people are waiting for a link: email isn’t set up",
    },
    {
      key: "emails",
      icon: "mail",
      to: adminRoutes.outbox(),
      count: unsent_mails,
      one: "{count} unsent email",
      many: "{count} unsent emails",
    },
    {
      key: "jobs",
      icon: "alert",
      to: adminRoutes.system(),
      count: failed_jobs,
      one: "{count} failed job",
      many: "{count} failed jobs",
    },
    {
      key: "pictures",
      icon: "alert",
      to: `${adminRoutes.posts()}?status=published&pictures=elsewhere`,
      count: offsite_pictures?.posts,
      one: "{count} article has images on other sites, which readers don’t see:",
      many: "{count} articles have images on other sites, which readers don’t see:",
      after: namesOf(offsite_pictures?.hosts ?? []),
    },
  ];
  return items.flatMap(({ count = 0, one, many, after, ...item }): Item[] => {
    if (count === 0) return [];
    const says = counted(count, { one, many });
    return [{ ...item, says: after === undefined ? says : `${says} ${after}` }];
  });
}

type Health = NonNullable<Dashboard["backups"]>;

/** Nothing would bring the site back. */
const isBackupMissing = ({ automatic, last }: Health) => !automatic && last === null;

const backupItems = (backups: Health): Item[] =>
  [
    ...(isBackupMissing(backups) ? [{ code: "missing", message: "There is no backup, and automatic backups are off" }] : []),
    ...backups.warnings,
  ].map(({ code, message }) => ({ key: `backup ${code}`, icon: "alert", to: adminRoutes.backups(), says: message }));

function serverItems(waiting: Dashboard["waiting"]): Item[] {
  const restart = recentRestart(waiting);
  const fullDisk = recentFullDisk(waiting);
  const says: [key: string, says: ReactNode][] = [];
  if (restart)
    says.push([
      "restart",
      <>
        The database stopped unexpectedly <Ago iso={restart.at} /> and was running again after{" "}
        {counted(restart.seconds, { one: "{count} second", many: "{count} seconds" })}
      </>,
    ]);
  if (fullDisk)
    says.push([
      "disk",
      <>
        The server’s disk was full <Ago iso={fullDisk.at} />, and{" "}
        {counted(fullDisk.refused, {
          one: "{count} upload or change was refused",
          many: "{count} uploads or changes were refused",
        })}
      </>,
    ]);
  if (waiting.unknown_proxy) says.push(["proxy", "A proxy seems to be in front of the site: set TRUST_PROXY"]);
  return says.map(([key, text]) => ({ key, icon: "alert", to: adminRoutes.system(), says: text }));
}

/** What waits on the screens that the user may open. */
export function Waiting({ backups, waiting }: Pick<Dashboard, "waiting" | "backups">) {
  const mayOpen = useMayOpen();
  const { data: unfinished } = useQuery({ ...unfinishedQuery(), enabled: mayOpen(adminRoutes.createPost()) });
  const items = [
    ...unfinishedItems(unfinished?.items ?? []),
    ...handedInItems(waiting),
    ...countedItems(waiting),
    ...(backups ? backupItems(backups) : []),
    ...serverItems(waiting),
  ].filter(({ to }) => mayOpen(to));
  return (
    <section className="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for you</h2>
      {items.length === 0 ? (
        <p className="waiting-none">
          <AdminIcon name="check" />
          You’re all caught up.
        </p>
      ) : (
        <ul className="waiting">
          {items.map(({ key, icon, to, says }) => (
            <li key={key}>
              <Link to={to}>
                <AdminIcon name={icon} />
                <span>{says}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
