import { adminRoutes } from "../../../admin-routes.ts";
import type { DashboardActivity } from "../../../domain/dashboard/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { Ago } from "../frame/dates.tsx";
import { EmptyState } from "../frame/empty-state.tsx";

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
export function Activity({ activity }: { activity: DashboardActivity[] }) {
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
