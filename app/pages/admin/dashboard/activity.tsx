import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { DashboardActivity, DashboardNext } from "../../../domain/dashboard/dashboard.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { useMayOpen } from "../frame/office-user.ts";
import { EmptyState } from "../frame/query-view.tsx";

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
      <Link className="row-title" dir="auto" to={addressOf(entry)} title={about === null ? label : `${about}: ${label}`}>
        <span className="sr-only">{kind === "post" ? "Post: " : `Comment on ${about}: `}</span>
        {label}
      </Link>
      <span className="row-note">
        {who ? `${who} · ` : null}
        <Ago iso={created_at} />
      </span>
      <Badge tone={TONES[status] ?? "gray"}>{capital(status)}</Badge>
    </li>
  );
}

const SHOWN = 5;

export function Activity({ activity }: { activity: readonly DashboardActivity[] }) {
  const [isOpen, setOpen] = useState(false);
  const mayOpen = useMayOpen();
  return (
    <section className="panel" aria-labelledby="activity-title">
      <h2 id="activity-title">Recent activity</h2>
      {activity.length === 0 ? (
        <EmptyState
          title="Nothing has happened yet"
          hint="New posts and comments appear here."
          {...(mayOpen(adminRoutes.createPost()) && {
            action: (
              <Link className="button" to={adminRoutes.createPost()}>
                Write the first post
              </Link>
            ),
          })}
        />
      ) : (
        <ul className="dashboard-lines">
          {activity.slice(0, isOpen ? activity.length : SHOWN).map((entry) => (
            <Entry key={entry.kind + entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {activity.length > SHOWN ? (
        <button type="button" className="lines-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show ${activity.length - SHOWN} more`}
        </button>
      ) : null}
    </section>
  );
}

export function Next({ next }: { next: readonly DashboardNext[] }) {
  const dates = useDates();
  return (
    <section className="panel" aria-labelledby="next-title">
      <h2 id="next-title">Next</h2>
      {next.length === 0 ? (
        <p className="week-none">No drafts, and nothing is scheduled.</p>
      ) : (
        <ul className="dashboard-lines">
          {next.map(({ id, kind, title, at }) => (
            <li key={id}>
              <AdminIcon name={at ? "clock" : kind === "page" ? "page" : "posts"} />
              <Link className="row-title" dir="auto" to={adminRoutes.editPost(id)} title={title}>
                {title}
              </Link>
              <span className="row-note">{at ? <time dateTime={at}>{dates.time(at)}</time> : "Draft"}</span>
              <Link className="small-button" to={adminRoutes.editPost(id)} aria-label={`${at ? "Open" : "Continue"} ${title}`}>
                {at ? "Open" : "Continue"}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
