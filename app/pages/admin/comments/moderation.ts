import { useCallback, useEffect, useMemo, useRef } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import type { BulkAction, CommentStatus, SpamReason } from "../../../domain/comments/comment-rules.ts";
import type { ToastAction } from "../../../ui/toast/toast.ts";
import type { BadgeTone } from "../frame/badge.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { inTrash, useUndo } from "../trash/restore.ts";
import {
  CHANGED_COMMENTS,
  type Chosen,
  type ModerationState,
  moderate,
  moderateMany,
  removeComment,
  undoDecision,
} from "./queries.ts";

export const STATUS: Record<CommentStatus, { label: string; tone: BadgeTone; verb: string }> = {
  pending: { label: "Pending", tone: "amber", verb: "Mark as Pending" },
  approved: { label: "Approved", tone: "green", verb: "Approve" },
  rejected: { label: "Rejected", tone: "gray", verb: "Reject" },
};

export const SPAM_REASON: Record<SpamReason, string> = {
  too_many_links: "too many links",
  hidden_field: "filled in a hidden field",
  too_fast: "sent faster than anyone can type",
  marked_by_admin: "marked by hand",
  spam_word: "a word of your list",
  held_word: "a word of your list",
};

export const BULK: Record<BulkAction, string> = {
  approve: "Approve",
  pending: "Mark as Pending",
  reject: "Reject",
  spam: "Mark as Spam",
  delete: "Delete",
};

const figures = new Intl.NumberFormat("en-US");

/** "1 comment", "1,203 comments". */
export const commentCount = (count: number): string => `${figures.format(count)} ${count === 1 ? "comment" : "comments"}`;

/** The question before comments are deleted (specification, section 8). */
const deleteQuestion = (count: number): string =>
  `Are you sure you want to delete ${count === 1 ? "this comment" : `these ${commentCount(count)}`}? ${inTrash(count)}`;

/** Whether a comment can be answered: readers see it, or will once it is approved. */
export const canReply = ({ status, post }: AdminComment): boolean => status !== "rejected" && post.status === "published";

/** `before`: the previous status, for Undo; null for what undoes. */
type Change = { id: string; state: ModerationState; before: ModerationState | null };

export function useModeration() {
  const confirm = useConfirm();
  const undo = useUndo();
  const common = { invalidates: CHANGED_COMMENTS };
  const change = useAdminMutation({
    ...common,
    call: ({ id, state }: Change) => moderate({ id, ...state }),
    success: "Comment updated",
    undo: (_, { id, before }) =>
      before ? { label: "Undo", run: () => change.mutate({ id, state: before, before: null }) } : undefined,
    failure: () => "Failed to update comment",
  });
  const removal = useAdminMutation({
    ...common,
    call: removeComment,
    success: "Comment deleted",
    undo: (_, id: string) => undo([{ kind: "comment", id }]),
    failure: () => "Failed to delete comment",
  });
  const isBusy = change.isPending || removal.isPending;
  const { mutate: changeOne } = change;
  const { mutate: removeOne } = removal;
  return useMemo(
    () => ({
      isBusy,
      setState: ({ id, status, is_spam }: AdminComment, state: ModerationState) =>
        changeOne({ id, state, before: { status, is_spam } }),
      async remove({ id }: AdminComment) {
        const agreed = await confirm({
          title: "Delete comment",
          text: deleteQuestion(1),
          action: "Delete",
          tone: "danger",
        });
        if (agreed) removeOne(id);
      },
    }),
    [isBusy, confirm, changeOne, removeOne],
  );
}

export type Moderation = ReturnType<typeof useModeration>;

/** The elements in which keys type text. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-comment]")];
const current = () => document.activeElement?.closest<HTMLElement>("[data-comment]") ?? null;

/**
 * Moderation by single keys: j and k move through the comments; a, r, s, c and d approve, reject, mark as spam, answer and
 * delete the focused one. Keys do nothing special while an admin types or a dialog is open.
 */
export function useModerationKeys(
  comments: AdminComment[],
  { setState, remove, isBusy }: Moderation,
  onReply: (id: string) => void,
): void {
  /** the place of the focused comment, which may leave the list */
  const place = useRef<number | null>(null);

  useEffect(() => {
    const at = place.current;
    place.current = null;
    // Only when the focus was lost with its comment; a focus that has moved elsewhere stays.
    if (at === null || comments.length === 0 || document.activeElement !== document.body) return;
    const list = rows();
    list[Math.min(at, list.length - 1)]?.focus();
  }, [comments]);

  useEffect(() => {
    const walk = (step: number) => {
      const list = rows();
      const at = list.indexOf(current() as HTMLElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), list.length - 1);
      list[next]?.focus();
    };
    const act = (key: string): boolean => {
      const row = current();
      const comment = comments.find(({ id }) => id === row?.dataset.comment);
      if (!row || !comment) return false;
      if (key === "c") {
        if (canReply(comment)) onReply(comment.id);
        return true;
      }
      if (isBusy) return true;
      place.current = rows().indexOf(row);
      if (key === "a") setState(comment, { status: "approved" });
      else if (key === "r") setState(comment, { status: "rejected" });
      else if (key === "s") setState(comment, { is_spam: true });
      else void remove(comment);
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest(TYPING) || document.querySelector("dialog[open], :popover-open")) return;
      if (event.key === "j" || event.key === "k") walk(event.key === "j" ? 1 : -1);
      else if (!["a", "r", "s", "c", "d"].includes(event.key) || !act(event.key)) return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [comments, setState, remove, isBusy, onReply]);
}

const done = (count: number, action: BulkAction): string => {
  const verb = action === "delete" ? "deleted" : "updated";
  return count === 1 ? `Comment ${verb}` : `${commentCount(count)} ${verb}`;
};

/** Comments that were changed since stay as they are. */
function undoneText({ restored, changed }: { restored: number; changed: number }): string {
  const back = restored === 1 ? "Comment restored" : `${commentCount(restored)} restored`;
  if (changed === 0) return back;
  const stay =
    changed === 1
      ? "1 has changed since, and stays as it is"
      : `${figures.format(changed)} have changed since, and stay as they are`;
  return restored === 0 ? `Nothing to restore: ${stay}` : `${back}; ${stay}`;
}

/** The Undo button of a toast after a change of many comments. @returns a function from the decision's id to the button */
export function useUndoDecision(): (id: string | null) => ToastAction | undefined {
  const undo = useAdminMutation({
    call: undoDecision,
    success: undoneText,
    failure: (message) => `Failed to undo: ${message}`,
    invalidates: CHANGED_COMMENTS,
  });
  const { mutate } = undo;
  return useCallback((id) => (id === null ? undefined : { label: "Undo", run: () => mutate(id) }), [mutate]);
}

/**
 * The actions on many comments at once. Deletion asks first, and so does every action on comments that aren't visible.
 * @param onDone called when the comments have changed, to clear the selection
 */
export function useBulk(onDone: () => void) {
  const confirm = useConfirm();
  const undo = useUndoDecision();
  const bulk = useAdminMutation({
    call: moderateMany,
    success: ({ changed }, { action }) => done(changed, action),
    undo: ({ decision }) => undo(decision),
    failure: (message) => `Failed to update comments: ${message}`,
    invalidates: CHANGED_COMMENTS,
  });
  const start = async (chosen: Chosen, action: BulkAction, count: number) => {
    const isDelete = action === "delete";
    if (isDelete || "filter" in chosen) {
      const which = "filter" in chosen && chosen.filter.alike ? "are alike" : "match the list’s filter";
      const text = isDelete ? deleteQuestion(count) : `${BULK[action]} all ${commentCount(count)} that ${which}?`;
      const agreed = await confirm({
        title: `${BULK[action]} ${commentCount(count)}`,
        text,
        action: BULK[action],
        ...(isDelete && { tone: "danger" as const }),
      });
      if (!agreed) return;
    }
    bulk.mutate({ chosen, action }, { onSuccess: onDone });
  };
  return { isBusy: bulk.isPending, start };
}
