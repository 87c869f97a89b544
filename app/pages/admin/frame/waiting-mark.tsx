import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { backgroundAdminApi } from "../../../browser/auth/admin-api.ts";
import { body } from "../../../http/api/admin/client.ts";

/** In ms. */
const FRESH = 2 * 60_000;

/** What waits for the user. The key is below the dashboard's, because the same changes count. An ended session is no reason to ask. */
const waitingQuery = queryOptions({
  queryKey: ["admin", "dashboard", "waiting"],
  queryFn: () => body(backgroundAdminApi.waiting.$get({ query: {} })),
  staleTime: FRESH,
  retry: false,
});

type Mark = { count?: number; text: string };

/** What waits at an entry of the sidebar or a section of the settings. `count`: how many, unless a dot says enough. */
export function useWaitingAt(to: string): Mark | null {
  const { data } = useQuery(waitingQuery);
  if (!data) return null;
  const { pending_comments = 0, emails = 0, backup_warnings = 0 } = data;
  if (to === adminRoutes.comments()) return pending_comments > 0 ? { count: pending_comments, text: "pending" } : null;
  if (to === adminRoutes.outbox()) return emails > 0 ? { count: emails, text: "not sent" } : null;
  if (to === adminRoutes.backups()) return backup_warnings > 0 ? { text: "Needs attention" } : null;
  if (to === adminRoutes.settings()) return emails + backup_warnings > 0 ? { text: "Needs attention" } : null;
  return null;
}

/** Beside a link, whose name it doesn't change; `id` is for the link's description. */
export function WaitingMark({ id, mark: { count, text } }: { id: string; mark: Mark }) {
  return (
    <span id={id} className={count === undefined ? "waiting-mark waiting-dot" : "waiting-mark"}>
      {count}
      <span className="sr-only"> {text}</span>
    </span>
  );
}
