import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Dashboard } from "../../../domain/dashboard/dashboard.ts";
import { unfinishedName } from "../../../domain/posts/staging/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { unfinishedQuery } from "../editor/queries.ts";
import { continueAddress } from "../editor/unfinished.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";

/** Unfinished posts that are named; the list of posts has them all. */
const SHOWN = 3;

const counted = (count: number, one: string, many: string) =>
  `${new Intl.NumberFormat("en-US").format(count)} ${count === 1 ? one : many}`;

/** What waits for somebody to look after it. */
export function Waiting({
  waiting: { pending_comments, unsent_mails, people_waiting, failed_jobs, unknown_proxy },
}: {
  waiting: Dashboard["waiting"];
}) {
  const unfinished = useQuery(unfinishedQuery()).data?.items ?? [];
  const isNothing = unfinished.length + pending_comments + unsent_mails + people_waiting + failed_jobs === 0 && !unknown_proxy;
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
                {counted(people_waiting, "person waits for a link", "people wait for a link")}: email isn't set up
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
