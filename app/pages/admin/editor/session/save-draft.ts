import { closedBy } from "../../../../browser/auth/admin-api.ts";
import { POST_MESSAGES } from "../../../../domain/posts/edit-rules.ts";
import type { StagedEdit, Unfinished } from "../../../../domain/posts/staged-edits/staged-edit.ts";
import { ApiError } from "../../../../http/api/client.ts";
import type { PostValues } from "../form-input.ts";
import { problemsOf, type StoredPost, sameButTidied, valuesOf, valuesOfWriting } from "../post-values.ts";
import { autosaveDraft, keepNewPost, readUnfinished, readWithStaged, stageChanges } from "../queries.ts";
import type { AutosaveFailure, ServerDraft } from "./reduce-session.ts";

/** A UUID, also where the page isn't secure and the browser makes none. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** No server draft yet, with the id that a new post's would have. */
export const emptyDraft = (): ServerDraft => ({ id: newId(), version: 0, values: null, at: null, editor: null });

/** The server draft of a post that was opened. */
export const serverDraftOf = (edit: StagedEdit | null): ServerDraft =>
  edit
    ? {
        ...emptyDraft(),
        version: edit.version,
        values: valuesOfWriting(edit.writing),
        at: edit.updated_at,
        editor: edit.editor?.full_name || edit.editor?.email || null,
      }
    : emptyDraft();

/** What the server stores of an unfinished post. */
export const draftOfUnfinished = ({ id, version, updated_at: at, writing }: Unfinished): ServerDraft => ({
  id,
  version,
  values: valuesOfWriting(writing),
  at,
  editor: null,
});

/** The state before a save, and the values to send. */
export type DraftToSave = { stored: StoredPost; draft: ServerDraft; sent: PostValues };
/** The state after a save. */
export type SavedDraft = { stored: StoredPost; draft: ServerDraft; at: string };

/** Why a draft could not be saved. */
export function autosaveFailureOf(error: unknown): AutosaveFailure {
  if (!(error instanceof ApiError)) return "offline";
  if (error.status === 403 || closedBy(error.code)) return "no access";
  if (error.status === 401) return "signed out";
  if (error.message === POST_MESSAGES.inTrash) return "trashed";
  if (error.status === 409 && error.code.startsWith("stale_")) return "overtaken";
  if (error.status < 500 && error.status !== 429) return "refused";
  return "failing";
}

/** A save by hand would be refused, but a server draft may be like that. */
const isUnfinished = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.code === "23505");

/** Saves a draft as the post itself. Anything else, and what a save would refuse, becomes a staged edit. @throws ApiError, TypeError */
export async function saveDraft({ stored, draft, sent }: DraftToSave): Promise<SavedDraft> {
  if (stored.id === null) {
    const { version, updated_at } = await keepNewPost(draft.id, sent, draft.version);
    return { stored, draft: { ...draft, version, values: sent, at: updated_at, editor: null }, at: updated_at };
  }
  const { id } = stored;
  if (stored.values.status === "draft" && sent.status === "draft" && problemsOf(sent, false).length === 0) {
    try {
      const { version, updated_at } = await autosaveDraft(id, sent, stored.version, draft.version);
      // As it was typed: what the server tidied up must not change under the author's cursor.
      return { stored: { id, version, values: sent }, draft: emptyDraft(), at: updated_at };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
    }
  }
  const { version, updated_at } = await stageChanges(id, sent, stored.version, draft.version);
  return { stored, draft: { ...draft, version, values: sent, at: updated_at, editor: null }, at: updated_at };
}

/**
 * Finds out whether a save arrived whose answer was lost.
 * @param tried the values that were sent
 * @returns the state after it; null if the newer version is another admin's
 */
export async function findSavedDraft(
  { stored, draft }: DraftToSave,
  tried: PostValues,
): Promise<Pick<SavedDraft, "stored" | "draft"> | null> {
  if (stored.id === null) {
    const { version, writing } = await readUnfinished(draft.id);
    const values = valuesOfWriting(writing);
    return sameButTidied(values, tried) ? { stored, draft: { ...draft, version, values } } : null;
  }
  const { post, edit } = await readWithStaged(stored.id);
  if (edit && sameButTidied(valuesOfWriting(edit.writing), tried)) return { stored, draft: serverDraftOf(edit) };
  if (!edit && sameButTidied(valuesOf(post), tried))
    return { stored: { id: post.id, version: post.version, values: tried }, draft: emptyDraft() };
  return null;
}
