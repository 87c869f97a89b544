import { listeners as authListeners, currentState } from "../../../../browser/auth/auth-state.ts";
import type { PostStatus } from "../../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../../domain/posts/post-shapes.ts";
import type { StagedEdit, Unfinished } from "../../../../domain/posts/staged-edits/staged-edit.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { toast } from "../../../../ui/toast/toast.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import type { PostValues } from "../form-input.ts";
import { type Problem, problemsOf, refusalOf, type StoredPost, valuesOfWriting } from "../post-values.ts";
import { createPost, discardChanges, readPost, readUnfinished, readWithStaged, updatePost } from "../queries.ts";
import { createPlanner } from "./create-planner.ts";
import {
  type BrowserCopy,
  beginSession,
  isCarriedOut,
  isDirty,
  type Newer,
  reduceSession,
  type SessionState,
  type SessionStore,
  storedOf,
} from "./reduce-session.ts";
import { autosaveFailureOf, draftOfUnfinished, emptyDraft, findSavedDraft, saveDraft, serverDraftOf } from "./save-draft.ts";

const INVALID = "Validation Error: Please fix the errors below before saving.";
const NOT_SAVED = {
  create: "The server could not be reached. Nothing is lost.",
  update: "Failed to update post. Please try again.",
};

type SaveOptions = {
  /** when a button decides it */
  status?: PostStatus;
  keepDate?: boolean;
  /** what it is saved on top of, when that isn't what was opened */
  base?: StoredPost;
};

/** The date that a save sets: only published posts have one. */
const datedFor = ({ status }: PostValues, { dated }: SessionState) => (status === "published" ? dated : null);

/** A date that was typed and means no moment. */
const dateProblems = (values: PostValues, state: SessionState): Problem[] => {
  const dated = datedFor(values, state);
  return dated && dated.wall !== "" && !dated.at ? [{ field: "published_at", message: "Choose a day and a time" }] : [];
};

function createStore(initial: SessionState): SessionStore {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(event) {
      state = reduceSession(state, event, Date.now());
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Saves server drafts when they are due, and at once when asked to. Nothing of it comes back into the form. */
function createAutosave({ get, dispatch, subscribe }: SessionStore) {
  /** it never fails */
  let underway: Promise<void> = Promise.resolve();

  const attempt = async (): Promise<void> => {
    const { stored, draft, values: sent } = get();
    const toSave = { stored, draft, sent };
    try {
      const saved = await saveDraft(toSave).catch(async (error: unknown) => {
        const tried = get().autosave.unanswered;
        if (autosaveFailureOf(error) !== "overtaken" || !tried) throw error;
        const found = await findSavedDraft(toSave, tried);
        if (!found) throw error;
        dispatch({ type: "lost answer found" });
        return saveDraft({ ...found, sent });
      });
      dispatch({ type: "autosaved", ...saved });
    } catch (error) {
      dispatch({ type: "autosave failed", failure: autosaveFailureOf(error), sent });
    }
  };
  const run = () => {
    const { autosave, saving } = get();
    if (autosave.isRunning || saving) return;
    dispatch({ type: "autosave began" });
    underway = attempt();
  };

  const start = () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let awaited: number | null = null;
    const follow = () => {
      const { due } = get().autosave;
      if (due === awaited) return;
      awaited = due;
      clearTimeout(timer);
      if (due !== null) timer = setTimeout(run, due - Date.now());
    };
    const unsubscribe = subscribe(follow);
    const again = () => dispatch({ type: "came online" });
    addEventListener("online", again);
    const signedIn = () => {
      if (currentState().status === "signed-in") dispatch({ type: "signed in" });
    };
    authListeners.add(signedIn);
    follow();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      removeEventListener("online", again);
      authListeners.delete(signedIn);
    };
  };
  const saveDraftNow = async (): Promise<boolean> => {
    await underway;
    if (isDirty(get())) run();
    await underway;
    return !isDirty(get());
  };
  return { start, saveDraftNow, settled: () => underway };
}

async function readNewer(id: string): Promise<Newer> {
  const { post, edit } = await readWithStaged(id);
  const base = storedOf(post, edit);
  if (!edit) return { post, values: base.values, at: post.updated_at, base, edit_version: 0 };
  return { post, values: valuesOfWriting(edit.writing), at: edit.updated_at, base, edit_version: edit.version };
}

/** Follows a plan that was carried out just before a save. @returns whether to save again */
async function followPlan({ get, dispatch }: SessionStore, error: unknown, id: string | null): Promise<boolean> {
  const { plan, stored } = get();
  if (id === null || !plan.planned || !(error instanceof ApiError) || error.code !== "stale_version") return false;
  const post = await readPost(id).catch(() => null);
  if (!post || !isCarriedOut(post)) return false;
  dispatch({ type: "plan looked up", post, draft: emptyDraft() });
  return get().stored !== stored;
}

/** Saves by hand. @param settled resolves when no draft is being saved @returns whether it is saved */
function createSave(
  store: SessionStore,
  { settled, onSaved, isSuggested }: { settled(): Promise<void>; onSaved(): void; isSuggested(): boolean },
) {
  const { get, dispatch } = store;
  const fail = async (error: unknown, id: string | null) => {
    const message = messageOf(error, id === null ? NOT_SAVED.create : NOT_SAVED.update);
    if (id !== null && error instanceof ApiError && error.code.startsWith("stale_")) {
      const newer = await readNewer(id).catch(() => null);
      if (newer) return dispatch({ type: "conflict found", newer });
    }
    const problems: Problem[] = error instanceof ApiError ? refusalOf(error, message) : [{ field: "", message }];
    const [first] = problems;
    toast({
      title: `Failed to ${id === null ? "create" : "update"} post: ${first?.field ? first.message : message}`,
      tone: "error",
    });
    dispatch({ type: "save refused", problems });
  };

  const refuse = (problems: Problem[], status: SaveOptions["status"]): false => {
    toast({ title: INVALID, tone: "error" });
    const unfinished = get().stored.id === null ? (status ?? get().values.status) : "update";
    dispatch({ type: "save refused", problems, unfinished });
    return false;
  };

  const save = async ({ status, keepDate = false, base: given }: SaveOptions): Promise<boolean> => {
    if (get().saving) return false;
    const withStatus = (values: PostValues) => (status ? { ...values, status } : values);
    const problems = [
      ...problemsOf(withStatus(get().values), get().stored.id === null),
      ...dateProblems(withStatus(get().values), get()),
    ];
    if (problems.length > 0) return refuse(problems, status);
    dispatch({ type: "save began", button: status ?? "update" });
    await settled();
    const { values: sent, draft, stored } = get();
    const base = given ?? stored;
    try {
      const input = withStatus(sent);
      const dated = datedFor(input, get());
      const at = dated?.at?.toISOString();
      const from = { version: base.version, edit_version: draft.version, keepDate, at };
      const post =
        base.id === null ? await createPost(input, draft.id, isSuggested(), at) : await updatePost(base.id, input, from);
      dispatch({ type: "saved", post, sent, draft: emptyDraft(), dated });
      toast({ title: base.id === null ? "Post created" : "Post updated", tone: "success" });
      onSaved();
      return true;
    } catch (error) {
      if (await followPlan(store, error, base.id)) return save({ ...(status && { status }), keepDate });
      await fail(error, base.id);
      return false;
    }
  };
  return save;
}

/** Throws the server draft away and shows the post as it was saved. */
async function discardDraft({ get, dispatch }: SessionStore, settled: () => Promise<void>): Promise<void> {
  const { id } = get().stored;
  if (id === null) return;
  try {
    await settled();
    await discardChanges(id, get().draft.version);
    dispatch({ type: "draft discarded", post: await readPost(id), draft: emptyDraft() });
    toast({ title: "Changes discarded", tone: "success" });
  } catch (error) {
    const reason = messageOf(error, "The server could not be reached.");
    toast({ title: `Failed to discard the changes: ${reason}`, tone: "error" });
  }
}

/** What a session begins with. */
export type Opened = {
  /** null for a new one */
  post: AdminPost | null;
  /** the server draft of the post */
  edit: StagedEdit | null;
  /** what a new one begins with */
  begun?: PostValues | undefined;
  /** a new one that was begun earlier */
  unfinished?: Unfinished | undefined;
};

/**
 * The editing session of a post: its state and its actions. It autosaves, follows plans and detects conflicts; React subscribes to it.
 * @param onSaved called after each save
 */
export function createSession({ post, edit, begun, unfinished }: Opened, onSaved: () => void) {
  const draft = unfinished ? draftOfUnfinished(unfinished) : serverDraftOf(edit);
  const store = createStore(beginSession(post, edit, draft, begun));
  const { get, dispatch } = store;
  const autosave = createAutosave(store);
  let flush = () => {};
  let isSuggested = () => false;
  const saveByHand = createSave(store, { settled: autosave.settled, onSaved, isSuggested: () => isSuggested() });
  const save = (options: SaveOptions = {}) => {
    flush();
    return saveByHand(options);
  };
  const planner = createPlanner(store, { save, saveDraftNow: autosave.saveDraftNow, flush: () => flush(), onSaved });

  return {
    get,
    dispatch,
    subscribe: store.subscribe,
    /** Begins to save drafts and to follow plans. @returns ends it */
    start() {
      const ends = [autosave.start(), planner.start()];
      return () => {
        for (const end of ends) end();
      };
    },
    set: (patch: Partial<PostValues>) => dispatch({ type: "typed", patch }),
    /** Registers the function that passes pending changes to the values. */
    onReady(hand: () => void) {
      flush = hand;
    },
    /** Registers what says whether the slug is the one that the title suggests, and not the author's. */
    onSlug(ask: () => boolean) {
      isSuggested = ask;
    },
    flush: () => flush(),
    /** @returns the values with what was just typed */
    readValues(): PostValues {
      flush();
      return get().values;
    },
    save,
    /**
     * Saves without publishing: changes that readers would see are staged, and a new post that can't be saved yet is kept as an
     * unfinished post. @returns whether it is stored
     */
    saveByKey(keepDate: boolean): Promise<boolean> {
      flush();
      const { values, stored } = get();
      if (stored.id === null && problemsOf(values, true).length === 0) return saveByHand({ status: "draft", keepDate });
      if (stored.id === null || values.status === "published" || stored.values.status === "published")
        return autosave.saveDraftNow();
      return saveByHand({ keepDate });
    },
    plan: planner.plan,
    cancelPlan: planner.cancel,
    /** Saves a version that was put together from both sides of a conflict. */
    saveMerged(merged: PostValues, keepDate: boolean) {
      const base = get().conflict?.base;
      if (!base) return;
      dispatch({ type: "conflict merged", merged });
      void save({ keepDate, base });
    },
    discardDraft: () => discardDraft(store, autosave.settled),
    /** Takes up what an earlier visit left in this browser. */
    async restore(copy: BrowserCopy): Promise<void> {
      const isNew = get().stored.id === null;
      const known = isNew && copy.edit && copy.edit.version > 0 ? await readUnfinished(copy.edit.id).catch(() => null) : null;
      dispatch({ type: "copy restored", copy, known, draft: emptyDraft() });
    },
  };
}

export type Session = ReturnType<typeof createSession>;
