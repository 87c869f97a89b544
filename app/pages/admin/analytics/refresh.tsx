import { AdminIcon } from "../frame/admin-icon.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { refreshFigures } from "./queries.ts";

/** Has everything counted that is waiting, then reads the figures again. */
export function Refresh() {
  const refresh = useAdminMutation({
    call: () => refreshFigures(),
    failure: (message) => `Failed to refresh: ${message}`,
    invalidates: [["admin", "analytics"]],
  });
  return (
    <button
      type="button"
      className="button"
      aria-disabled={refresh.isPending || undefined}
      onClick={() => refresh.isPending || refresh.mutate(undefined)}
    >
      <AdminIcon name="retry" />
      {refresh.isPending ? "Refreshing..." : "Refresh"}
    </button>
  );
}
