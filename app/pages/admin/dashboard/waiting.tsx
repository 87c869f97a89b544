import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard } from "../../../domain/dashboard/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";

const counted = (count: number, one: string, many: string) =>
  `${new Intl.NumberFormat("en-US").format(count)} ${count === 1 ? one : many}`;

/** What waits for somebody to look after it. */
export function Waiting({ waiting: { pending_comments, unsent_mails, failed_jobs } }: { waiting: Dashboard["waiting"] }) {
  const isNothing = pending_comments + unsent_mails + failed_jobs === 0;
  return (
    <section className="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">What waits</h2>
      {isNothing ? (
        <p className="waiting-none">
          <AdminIcon name="check" />
          Nothing waits for you.
        </p>
      ) : (
        <ul className="waiting">
          {pending_comments > 0 ? (
            <li>
              <Link to={`${adminRoutes.comments()}?status=pending`}>
                <AdminIcon name="comments" />
                {counted(pending_comments, "pending comment", "pending comments")}
              </Link>
            </li>
          ) : null}
          {unsent_mails > 0 ? (
            <li>
              <Link to={adminRoutes.outbox()}>
                <AdminIcon name="mail" />
                {counted(unsent_mails, "unsent mail", "unsent mails")}
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
        </ul>
      )}
    </section>
  );
}
