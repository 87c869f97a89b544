import { POST_MESSAGES } from "../../../../domain/posts/edit-rules.ts";
import type { PostStatus } from "../../../../domain/posts/post-rules.ts";
import type { AdminPost, Planned } from "../../../../domain/posts/post-shapes.ts";
import type { StagedEdit, Unfinished } from "../../../../domain/posts/staged-edits/staged-edit.ts";
import type { PostValues } from "../form-input.ts";
import type { Problem } from "../post-values.ts";
import { afterSaving, NOTHING, type StoredPost, sameButTidied, sameValues, valuesOf, valuesOfWriting } from "../post-values.ts";

/** How long after the last key stroke a draft is saved on the server, and the longest delay while the user keeps typing, in ms. */
const PAUSE = 3000;
const AT_MOST = 20_000;
/** The first pause after a failure, doubled each time, and the longest, in ms. */
const RETRY = 4000;
const RETRY_AT_MOST = 60_000;
/** After so many refusals, the same text isn't sent again until its author has signed in. */
const TRIES_WITHOUT_USER = 4;

/**
 * The server draft: what the server stores in addition to the saved post; for a new post under `id`. Without one, `version` is 0 and
 * `values` null. `at` in ISO 8601; `editor` is the admin who stored it, as of the opening of the post.
 */
export type ServerDraft = { id: string; version: number; values: PostValues | null; at: string | null; editor: string | null };

/** A newer version that another admin has saved or has as a server draft. `edit_version` is the draft's; 0 for none. */
export type Newer = { post: AdminPost; values: PostValues; at: string; base: StoredPost; edit_version: number };

/** A local copy: what was typed, the version it began from, and the server draft at that time. */
export type BrowserCopy = { values: PostValues; base: PostValues; version: number; edit?: { id: string; version: number } };

/** Why a draft could not be saved on the server. Offline, signed out, no access, failing and trashed may pass by themselves. */
export type AutosaveFailure = "offline" | "signed out" | "no access" | "overtaken" | "refused" | "failing" | "trashed";

export type Autosave = {
  state: "resting" | "saving" | AutosaveFailure;
  /** when the last draft was saved, in ISO 8601 */
  at: string | null;
  isRunning: boolean;
  /** when the next one begins, in ms since 1970; null while none has to, or none may */
  due: number | null;
  /** since when something is unsaved, in ms */
  dirtySince: number | null;
  /** failures in a row, and when one that may pass is tried again */
  failures: number;
  notBefore: number;
  /** what was sent without an answer, and may have arrived */
  unanswered: PostValues | null;
  /** what was refused or overtaken: nothing is sent again until it has changed */
  rejected: PostValues | StoredPost | null;
};

/** A date as it is typed, which may be incomplete, and the moment that it means. */
export type ChosenDate = { wall: string; at: Date | null };

/** A post while it is written. */
export type SessionState = {
  /** what is typed */
  values: PostValues;
  /** what is saved */
  stored: StoredPost;
  draft: ServerDraft;
  autosave: Autosave;
  /** the button whose save is in progress */
  saving: PostStatus | "update" | null;
  problems: Problem[];
  /** what the fields keep from being done; null: the server refused it */
  unfinished: PostStatus | "update" | null;
  /** grows with every refusal, so that the screen can lead to what has to be corrected */
  refusals: number;
  conflict: Newer | null;
  plan: { planned: Planned | null; isBusy: boolean; error: string | undefined };
  /** the chosen publication date; null: none */
  dated: ChosenDate | null;
  /** the id that a new post has just been given, until the screen has moved to its address */
  created: string | null;
  /** the slug of what was published or updated for readers here */
  live: string | null;
  /** a new number creates the rich editor again, because the text has been replaced */
  edition: number;
};

/** `draft` is always a new, empty one that takes the place of the present one. */
export type SessionEvent =
  | { type: "typed"; patch: Partial<PostValues> }
  | { type: "dated"; dated: ChosenDate | null }
  | { type: "save began"; button: PostStatus | "update" }
  | { type: "saved"; post: AdminPost; sent: PostValues; draft: ServerDraft; dated?: ChosenDate | null }
  | { type: "save refused"; problems: Problem[]; unfinished?: SessionState["unfinished"] }
  | { type: "autosave began" }
  | { type: "autosaved"; stored: StoredPost; draft: ServerDraft; at: string }
  | { type: "autosave failed"; failure: AutosaveFailure; sent: PostValues }
  | { type: "lost answer found" }
  | { type: "came online" }
  | { type: "signed in" }
  | { type: "conflict found"; newer: Newer }
  | { type: "conflict closed" }
  | { type: "conflict merged"; merged: PostValues }
  | { type: "plan requested" }
  | { type: "plan refused"; error?: string }
  | { type: "planned"; planned: Planned | null }
  | { type: "plan error dismissed" }
  | { type: "plan looked up"; post: AdminPost; draft: ServerDraft }
  | { type: "draft discarded"; post: AdminPost; draft: ServerDraft }
  | { type: "copy restored"; copy: BrowserCopy; known: Pick<Unfinished, "id" | "version"> | null; draft: ServerDraft }
  | { type: "restored from trash" }
  | { type: "moved" };

/** The state and its one way to change. */
export type SessionStore = {
  get(): SessionState;
  dispatch(event: SessionEvent): void;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
};

const RESTING: Autosave = {
  state: "resting",
  at: null,
  isRunning: false,
  due: null,
  dirtySince: null,
  failures: 0,
  notBefore: 0,
  unanswered: null,
  rejected: null,
};

/**
 * The saved post as the base of its form. With a server draft, it is the version that the draft began from.
 * @param begun what a new post begins with
 */
export const storedOf = (post: AdminPost | null, edit: StagedEdit | null, begun = NOTHING): StoredPost => ({
  id: post?.id ?? null,
  version: edit?.base_version ?? post?.version ?? 0,
  values: edit ? valuesOfWriting(edit.base) : post ? valuesOf(post) : begun,
  published_at: post?.published_at ?? null,
});

/** How a session begins. @param post null for a new one, which is as `begun` @param draft the server's, from which a new one goes on, or an empty one */
export function beginSession(post: AdminPost | null, edit: StagedEdit | null, draft: ServerDraft, begun = NOTHING): SessionState {
  return {
    values: edit ? valuesOfWriting(edit.writing) : post ? valuesOf(post) : (draft.values ?? begun),
    stored: storedOf(post, edit, begun),
    draft,
    autosave: RESTING,
    saving: null,
    problems: [],
    unfinished: null,
    refusals: 0,
    conflict: null,
    plan: { planned: post?.planned ?? null, isBusy: false, error: undefined },
    dated: null,
    created: null,
    live: null,
    edition: 0,
  };
}

/** Whether something is typed that the server doesn't have. */
export const isDirty = ({ values, draft, stored }: SessionState): boolean => !sameValues(values, draft.values ?? stored.values);

/** Whether a problem is that the post is in the trash. */
const saysTrashed = ({ message }: Problem) => message === POST_MESSAGES.inTrash;

/** Whether a save has found out that someone moved the post to the trash. */
export const isTrashed = ({ autosave, problems }: SessionState): boolean =>
  autosave.state === "trashed" || problems.some(saysTrashed);

/** What only the user can change, by signing in or getting access again. */
const needsUser = (state: Autosave["state"]) => state === "signed out" || state === "no access";

/** Whether what was refused or overtaken is still what would be sent. */
const isRejected = ({ values, stored, autosave: { state, rejected } }: SessionState): boolean =>
  ((state === "refused" || needsUser(state)) && rejected === values) || (state === "overtaken" && rejected === stored);

const PASSING: readonly Autosave["state"][] = ["offline", "signed out", "no access", "failing", "trashed"];
const mayPass = ({ state }: Autosave) => PASSING.includes(state);

/** The form as it was typed, without the problems of the fields that have changed. */
function typed(state: SessionState, patch: Partial<PostValues>): SessionState {
  const problems = state.problems.filter(({ field }) => field !== "" && !(field in patch));
  return { ...state, values: { ...state.values, ...patch }, problems };
}

/** The form with a text that replaces the one in the editor. */
const replaced = (state: SessionState, values: PostValues): SessionState => ({
  ...typed(state, values),
  edition: state.edition + 1,
});

/** The form as the post is saved, without a server draft. */
const reset = (state: SessionState, post: AdminPost, draft: ServerDraft): SessionState =>
  replaced({ ...state, draft, stored: storedOf(post, null) }, valuesOf(post));

/**
 * The post as its plan has left it, with what has been typed in the meantime. If someone else has saved it, too, nothing changes, and
 * saving leads to the usual conflict.
 */
function continued(state: SessionState, post: AdminPost, draft: ServerDraft): SessionState {
  const before = state.draft.values ?? state.stored.values;
  const stored = storedOf(post, null);
  if (!sameButTidied({ ...stored.values, status: before.status }, before)) return state;
  const values = afterSaving(before, state.values, stored.values);
  return { ...state, values, stored, draft, autosave: { ...RESTING, dirtySince: state.autosave.dirtySince } };
}

function saved(state: SessionState, { post, sent, draft, dated = null }: Extract<SessionEvent, { type: "saved" }>): SessionState {
  const next = storedOf(post, null);
  return {
    ...state,
    values: afterSaving(sent, state.values, next.values),
    stored: next,
    draft,
    saving: null,
    // A draft that was stored while the post was saved is part of it.
    autosave: { ...state.autosave, at: null },
    problems: [],
    // The server decides what happens to the plan.
    plan: { ...state.plan, planned: post.planned },
    dated: state.dated === dated ? null : state.dated,
    created: state.stored.id === null ? post.id : state.created,
    live: post.status === "published" ? post.slug : null,
  };
}

const refused = (state: SessionState, { problems, unfinished = null }: Extract<SessionEvent, { type: "save refused" }>) => ({
  ...state,
  saving: null,
  problems,
  unfinished,
  refusals: state.refusals + 1,
});

function autosaveFailed(state: SessionState, failure: AutosaveFailure, sent: PostValues, now: number): SessionState {
  const { autosave, stored } = state;
  const mayHaveArrived = failure === "offline" || failure === "failing";
  const failures = autosave.failures + 1;
  const isFinal = failure === "refused" || (needsUser(failure) && failures >= TRIES_WITHOUT_USER);
  return {
    ...state,
    autosave: {
      ...autosave,
      // A closed account is signed out, but its user can't sign in again.
      state: failure === "signed out" && autosave.state === "no access" ? "no access" : failure,
      isRunning: false,
      failures,
      notBefore: now + Math.min(RETRY_AT_MOST, RETRY * 2 ** (failures - 1)),
      unanswered: mayHaveArrived ? sent : autosave.unanswered,
      rejected: failure === "overtaken" ? stored : isFinal ? sent : null,
    },
  };
}

/** Restores a local copy on the version it began from. If another admin has saved since, the server reports a conflict and the author chooses. */
function restored(state: SessionState, { copy, known, draft: empty }: Extract<SessionEvent, { type: "copy restored" }>) {
  const { stored, draft } = state;
  const { values, base, version, edit } = copy;
  if (stored.id === null)
    return replaced({ ...state, draft: known ? { ...empty, id: known.id, version: known.version } : empty }, values);
  const isOlder = version > 0 && version < stored.version;
  const isDraftOlder = edit !== undefined && edit.version > 0 && edit.version < draft.version;
  const upon = {
    stored: isOlder ? { ...stored, version, values: base } : stored,
    draft: isDraftOlder ? { ...draft, version: edit.version } : draft,
  };
  return replaced({ ...state, ...upon }, values);
}

function merged(state: SessionState, values: PostValues): SessionState {
  if (!state.conflict) return state;
  const { base, edit_version: version, at, values: theirs } = state.conflict;
  const draft = { ...state.draft, version, values: version > 0 ? theirs : null, at };
  return replaced({ ...state, stored: base, draft, conflict: null }, values);
}

function lookedUp(state: SessionState, { post, draft }: Extract<SessionEvent, { type: "plan looked up" }>): SessionState {
  const next = { ...state, saving: null, plan: { ...state.plan, planned: post.planned } };
  if (!isCarriedOut(post)) return next;
  const live = post.status === "published" ? post.slug : null;
  return { ...(isDirty(state) ? continued(next, post, draft) : reset(next, post, draft)), live };
}

function autosaved(state: SessionState, { at, draft, stored }: Extract<SessionEvent, { type: "autosaved" }>): SessionState {
  return { ...state, stored, draft, autosave: { ...RESTING, at, dirtySince: state.autosave.dirtySince } };
}

/** Applies an event to the state, except for the time of the next autosave. */
function apply(state: SessionState, event: SessionEvent, now: number): SessionState {
  const { autosave, plan } = state;
  switch (event.type) {
    case "typed":
      return typed(state, event.patch);
    case "dated":
      return { ...state, dated: event.dated, problems: state.problems.filter(({ field }) => field !== "published_at") };
    case "save began":
      // Messages about earlier drafts no longer apply.
      return { ...state, saving: event.button, autosave: { ...autosave, state: "resting", at: null, unanswered: null } };
    case "saved":
      return saved(state, event);
    case "save refused":
      return refused(state, event);
    case "autosave began": {
      const shown = autosave.state === "resting" ? "saving" : autosave.state;
      return { ...state, autosave: { ...autosave, state: shown, isRunning: true, dirtySince: null } };
    }
    case "autosaved":
      return autosaved(state, event);
    case "autosave failed":
      return autosaveFailed(state, event.failure, event.sent, now);
    case "lost answer found":
      return { ...state, autosave: { ...autosave, unanswered: null } };
    case "came online":
      return { ...state, autosave: { ...autosave, notBefore: 0 } };
    case "signed in":
      return needsUser(autosave.state) ? { ...state, autosave: { ...autosave, notBefore: 0, rejected: null } } : state;
    case "conflict found":
      return { ...state, saving: null, conflict: event.newer };
    case "conflict closed":
      return { ...state, conflict: null };
    case "conflict merged":
      return merged(state, event.merged);
    case "plan requested":
      return { ...state, plan: { ...plan, isBusy: true, error: undefined } };
    case "plan refused":
      return { ...state, plan: { ...plan, isBusy: false, error: event.error } };
    case "planned":
      return { ...state, plan: { planned: event.planned, isBusy: false, error: undefined } };
    case "plan error dismissed":
      return { ...state, plan: { ...plan, error: undefined } };
    case "plan looked up":
      return lookedUp(state, event);
    case "draft discarded":
      return { ...reset(state, event.post, event.draft), plan: { ...plan, planned: event.post.planned } };
    case "copy restored":
      return restored(state, event);
    case "restored from trash": {
      const problems = state.problems.filter((problem) => !saysTrashed(problem));
      return { ...state, problems, autosave: { ...autosave, state: "resting", failures: 0, notBefore: 0 } };
    }
    case "moved":
      return { ...state, created: null };
  }
}

/** Whether a plan has left nothing to do: neither another one nor changes that wait. */
export const isCarriedOut = ({ planned, staged_at }: Pick<AdminPost, "planned" | "staged_at">): boolean =>
  planned === null && staged_at === null;

/** Whether anything has changed that restarts the delay of the autosave. */
const hasChanged = (a: SessionState, b: SessionState) =>
  a.values !== b.values ||
  a.stored !== b.stored ||
  a.draft !== b.draft ||
  a.saving !== b.saving ||
  a.conflict !== b.conflict ||
  a.autosave !== b.autosave;

/** When the next draft is due: after a pause of the typing, but not much later than something is unsaved. */
function schedule(state: SessionState, now: number): SessionState {
  const { autosave, saving, conflict } = state;
  const dirty = isDirty(state);
  const since = dirty ? autosave.dirtySince : null;
  if (!dirty || saving || conflict || isRejected(state))
    return { ...state, autosave: { ...autosave, due: null, dirtySince: since } };
  const dirtySince = since ?? now;
  const rested = Math.min(now + PAUSE, dirtySince + AT_MOST);
  const due = autosave.isRunning ? null : Math.max(rested, mayPass(autosave) ? autosave.notBefore : 0, now);
  return { ...state, autosave: { ...autosave, due, dirtySince } };
}

/**
 * Applies an event to a session. Nothing that was typed is ever lost, however a save ends. Changes that are typed during a
 * save stay and are unsaved.
 * @param now in ms since 1970
 */
export function reduceSession(state: SessionState, event: SessionEvent, now: number): SessionState {
  const next = apply(state, event, now);
  return hasChanged(state, next) ? schedule(next, now) : next;
}
