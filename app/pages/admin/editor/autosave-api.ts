import type { StagedEdit } from "../../../domain/posts/staging/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { type PostValues, type Stored, sameButTidied, valuesOf, valuesOfWriting } from "./post-values.ts";
import { problemsOf } from "./problems.ts";
import { autosaveDraft, keepNewPost, readUnfinished, readWithStaged, stageChanges } from "./queries.ts";

/**
 * What the server keeps beside what is stored: under `id` for a new post; `version` 0 and `values` null for nothing. `at` in ISO 8601;
 * `editor` is whose it was when the post was opened.
 */
export type ServerDraft = { id: string; version: number; values: PostValues | null; at: string | null; editor: string | null };

/** A UUID, also where the page isn't secure and the browser makes none. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const NO_DRAFT = (): ServerDraft => ({ id: newId(), version: 0, values: null, at: null, editor: null });

export const serverDraftOf = (edit: StagedEdit | null): ServerDraft =>
  edit
    ? {
        ...NO_DRAFT(),
        version: edit.version,
        values: valuesOfWriting(edit.writing),
        at: edit.updated_at,
        editor: edit.editor?.full_name ?? edit.editor?.email ?? null,
      }
    : NO_DRAFT();

/** What there was before a keeping, and what is to be kept. */
export type DraftToSave = { stored: Stored; kept: ServerDraft; sent: PostValues };
/** What there is after it. */
export type SavedDraft = { stored: Stored; kept: ServerDraft; at: string };

/** Refusals of a save that are no errors of a writing on its way. */
const isUnfinished = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.code === "23505");

/** A draft is saved; what else there is, and what a save would refuse, is kept beside the post. @throws ApiError, TypeError */
export async function saveDraft({ stored, kept, sent }: DraftToSave): Promise<SavedDraft> {
  if (stored.id === null) {
    const { version, updated_at } = await keepNewPost(kept.id, sent, kept.version);
    return { stored, kept: { ...kept, version, values: sent, at: updated_at, editor: null }, at: updated_at };
  }
  const { id } = stored;
  if (stored.values.status === "draft" && sent.status === "draft" && problemsOf(sent, false).length === 0) {
    try {
      const { version, updated_at } = await autosaveDraft(id, sent, stored.version, kept.version);
      // As it was typed: what the server tidied up isn't taken out of somebody's hands.
      return { stored: { id, version, values: sent }, kept: NO_DRAFT(), at: updated_at };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
    }
  }
  const { version, updated_at } = await stageChanges(id, sent, stored.version, kept.version);
  return { stored, kept: { ...kept, version, values: sent, at: updated_at, editor: null }, at: updated_at };
}

/**
 * After a keeping whose answer was lost: whether it had arrived.
 * @param tried what was sent
 * @returns what there is then; null when what is newer is somebody else's
 */
export async function findSavedDraft(
  { stored, kept }: DraftToSave,
  tried: PostValues,
): Promise<Pick<SavedDraft, "stored" | "kept"> | null> {
  if (stored.id === null) {
    const { version, writing } = await readUnfinished(kept.id);
    const values = valuesOfWriting(writing);
    return sameButTidied(values, tried) ? { stored, kept: { ...kept, version, values } } : null;
  }
  const { post, edit } = await readWithStaged(stored.id);
  if (edit && sameButTidied(valuesOfWriting(edit.writing), tried)) return { stored, kept: serverDraftOf(edit) };
  if (!edit && sameButTidied(valuesOf(post), tried))
    return { stored: { id: post.id, version: post.version, values: tried }, kept: NO_DRAFT() };
  return null;
}
