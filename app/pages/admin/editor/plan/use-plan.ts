import { useCallback, useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { PlanKind } from "../../../../domain/posts/scheduling/model.ts";
import { body, unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { momentOf } from "../../../../platform/time/zone.ts";
import { toast } from "../../../../ui/toast/toast.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import { useSite } from "../../../public/layout/use-site.ts";
import type { Editing } from "../use-editor.ts";
import { useInvalidation } from "../use-invalidation.ts";

/** Plans what happens to a post by itself, in place of any earlier plan. `at` in ISO 8601. @throws ApiError */
const planPost = (id: string, json: { kind: PlanKind; at: string; keep_published_at: boolean }) =>
  body(adminApi.posts[":id"].schedule.$put({ param: { id }, query: {}, json }));

/** Takes the plan of a post back. @throws ApiError */
const cancelPlan = (id: string) => unwrapEmpty(adminApi.posts[":id"].schedule.$delete({ param: { id }, query: {} }));

const UNANSWERED = "The server could not be reached. Nothing is lost; please try again.";
const NOT_KEPT = "Your latest changes could not be kept at the server, so nothing was planned. Please try again.";

/** What can be planned for a post, by where it stands. */
export const planKindOf = ({ stored }: Pick<Editing, "stored">): PlanKind =>
  stored.values.status === "published" ? "update" : "publish";

/** What the server says against a plan: at the time where it is about the time. */
function refusalIn(error: unknown): string {
  const time = error instanceof ApiError ? error.details?.find(({ field }) => field === "at") : undefined;
  return time ? "The time must lie in the future, five years ahead at most" : messageOf(error, UNANSWERED);
}

type Planning = { editing: Editing; keepDate: boolean; keepNow(): Promise<boolean> };

/**
 * Plans a publication or an update of the post at hand, and takes plans back. What is typed is stored first: a draft as a draft,
 * changes of a published post beside it.
 */
export function usePlan({ editing, keepDate, keepNow }: Planning) {
  const { storedNow, keptNow, isDirty, setPlanned } = editing;
  const { timezone } = useSite();
  const changed = useInvalidation();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const store = async (kind: PlanKind): Promise<boolean> => {
    if (kind === "update") {
      editing.flush();
      if (await keepNow()) return true;
      setError(NOT_KEPT);
      return false;
    }
    const { id, values } = storedNow.current;
    const isStored = id !== null && !isDirty && keptNow.current.version === 0;
    return isStored || editing.save({ status: values.status === "archived" ? "archived" : "draft" });
  };

  /** @param wall what the site's clocks show then: `2026-01-31T09:30`. @returns whether it is planned */
  const plan = async (wall: string): Promise<boolean> => {
    const at = momentOf(wall, timezone);
    setError(at ? undefined : "A day and a time are needed");
    if (!at) return false;
    setBusy(true);
    try {
      const kind = planKindOf(editing);
      if (!(await store(kind))) return false;
      const { id } = storedNow.current;
      if (id === null) return false;
      const planned = await planPost(id, { kind, at: at.toISOString(), keep_published_at: kind === "update" && keepDate });
      setPlanned(planned);
      changed();
      toast({ title: kind === "publish" ? "Post scheduled" : "Update scheduled", tone: "success" });
      return true;
    } catch (failure) {
      setError(refusalIn(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };

  const cancel = async () => {
    const { id } = storedNow.current;
    if (id === null) return;
    setBusy(true);
    try {
      await cancelPlan(id);
      setPlanned(null);
      changed();
      toast({ title: "Schedule cancelled", tone: "success" });
    } catch (failure) {
      toast({ title: `Failed to cancel the schedule: ${messageOf(failure, UNANSWERED)}`, tone: "error" });
    } finally {
      setBusy(false);
    }
  };

  return { plan, cancel, error, isBusy, timezone, forgive: useCallback(() => setError(undefined), []) };
}
