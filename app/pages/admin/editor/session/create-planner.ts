import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { PlanKind } from "../../../../domain/posts/edit-rules.ts";
import type { PostStatus } from "../../../../domain/posts/post-rules.ts";
import { unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { momentOf } from "../../../../platform/time/zone.ts";
import { toast } from "../../../../ui/toast/toast.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import { schedulePost, scheduleProblem } from "../../calendar/schedule-post.ts";
import { readPost } from "../queries.ts";
import { isCarriedOut, isDirty, type SessionState, type SessionStore } from "./reduce-session.ts";
import { emptyDraft } from "./save-draft.ts";

/** How long after its time a plan is looked after first, how often then, and for how long, in ms. */
const FIRST = 5000;
const EVERY = 5000;
const AT_MOST = 90_000;
/** No timer of a browser is set further ahead, in ms. */
const FARTHEST = 2 ** 31 - 1;

/** The kind of plan that a post's status allows. */
export const planKindOf = ({ stored }: Pick<SessionState, "stored">): PlanKind =>
  stored.values.status === "published" ? "update" : "publish";

type Needs = {
  save(options: { status: PostStatus }): Promise<boolean>;
  saveDraftNow(): Promise<boolean>;
  flush(): void;
  onSaved(): void;
};

/**
 * Polls the server when the time of a plan comes while the post is open. After the plan was carried out, the form shows the post as
 * it is then, with the changes that aren't saved yet.
 */
function startToFollow({ get, dispatch, subscribe }: SessionStore, onSaved: () => void): () => void {
  let stop = () => {};
  let followed = "";
  const follow = (id: string, at: number) => {
    let isOver = false;
    const look = async () => {
      const post = await readPost(id).catch(() => null);
      if (isOver) return;
      const { saving, autosave } = get();
      // What is being saved began from the post before the plan, and will be refused.
      if (!post || (post.planned && !post.planned.failure) || saving || autosave.isRunning) {
        if (Date.now() < at + AT_MOST) timer = setTimeout(look, EVERY);
        return;
      }
      dispatch({ type: "plan looked up", post, draft: emptyDraft() });
      if (!isCarriedOut(post)) return;
      onSaved();
      toast({ title: "Published as planned", tone: "success" });
    };
    const wait = Math.max(0, at - Date.now()) + FIRST;
    let timer = wait < FARTHEST ? setTimeout(look, wait) : undefined;
    stop = () => {
      isOver = true;
      clearTimeout(timer);
    };
  };
  const check = () => {
    const state = get();
    const { planned } = state.plan;
    const { id } = state.stored;
    const at = planned && !planned.failure ? planned.at : null;
    const wanted = id !== null && at !== null ? `${id} ${at}` : "";
    if (wanted === followed) return;
    followed = wanted;
    stop();
    stop = () => {};
    if (id !== null && at !== null) follow(id, Date.parse(at));
  };
  const unsubscribe = subscribe(check);
  check();
  return () => {
    unsubscribe();
    stop();
  };
}

/**
 * Plans a publication or an update of the post, and cancels plans. Unsaved changes are stored first: of a draft in the draft, of a
 * published post as a staged edit.
 */
export function createPlanner(store: SessionStore, { save, saveDraftNow, flush, onSaved }: Needs) {
  const { get, dispatch } = store;
  /** @returns whether everything is stored, or why not; undefined where the form says it */
  const keepTyped = async (kind: PlanKind): Promise<true | string | undefined> => {
    if (kind === "update") {
      flush();
      return (
        (await saveDraftNow()) ||
        "Your latest changes could not be saved on the server, so nothing was scheduled. Please try again."
      );
    }
    const { stored, draft } = get();
    if (stored.id !== null && !isDirty(get()) && draft.version === 0) return true;
    return (await save({ status: stored.values.status === "archived" ? "archived" : "draft" })) || undefined;
  };

  /** @param wall what the site's clocks show then: `2026-01-31T09:30`. @returns whether it is planned */
  const plan = async (wall: string, timezone: string, keepDate: boolean): Promise<boolean> => {
    const refuse = (error: string | undefined) => {
      dispatch({ type: "plan refused", error });
      return false;
    };
    const at = momentOf(wall, timezone);
    if (!at) return refuse("Choose a day and a time");
    dispatch({ type: "plan requested" });
    try {
      const kind = planKindOf(get());
      const outcome = await keepTyped(kind);
      if (outcome !== true) return refuse(outcome);
      const { id } = get().stored;
      if (id === null) return refuse(undefined);
      const planned = await schedulePost(id, { kind, at, keepDate: kind === "update" && keepDate });
      dispatch({ type: "planned", planned });
      onSaved();
      toast({ title: kind === "publish" ? "Post scheduled" : "Update scheduled", tone: "success" });
      return true;
    } catch (failure) {
      return refuse(scheduleProblem(failure));
    }
  };

  const cancel = async (): Promise<void> => {
    const { id } = get().stored;
    if (id === null) return;
    dispatch({ type: "plan requested" });
    try {
      await unwrapEmpty(adminApi.posts[":id"].schedule.$delete({ param: { id }, query: {} }));
      dispatch({ type: "planned", planned: null });
      onSaved();
      toast({ title: "Schedule canceled", tone: "success" });
    } catch (failure) {
      dispatch({ type: "plan refused" });
      toast({
        title: `Failed to cancel the schedule: ${messageOf(failure, "The server could not be reached. Nothing is lost. Please try again.")}`,
        tone: "error",
      });
    }
  };
  return { plan, cancel, start: () => startToFollow(store, onSaved) };
}
