import { useEffect, useMemo, useRef } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import type { BulkAction, CommentStatus, SpamReason } from "../../../domain/comments/comment-rules.ts";
import type { BadgeTone } from "../frame/badge.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { inTrash, useUndo } from "../trash/restore.ts";
import { CHANGED_COMMENTS, type Chosen, type ModerationState, moderate, moderateMany, removeComment } from "./queries.ts";

export const STATUS: Record<CommentStatus, { label: string; tone: BadgeTone; verb: string }> = {
  pending: { label: "Pending", tone: "amber", verb: "Mark as Pending" },
  approved: { label: "Approved", tone: "green", verb: "Approve" },
  rejected: { label: "Rejected", tone: "grey", verb: "Reject" },
};

export const SPAM_REASON: Record<SpamReason, string> = {
  too_many_links: "too many links",
  hidden_field: "filled in a hidden field",
  too_fast: "sent faster than anybody types",
  marked_by_admin: "marked by an admin",
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

/** What is asked before comments are deleted (the specification's question, section 8). */
export const deleteQuestion = (count: number): string =>
  `Are you sure you want to delete ${count === 1 ? "this comment" : `these ${commentCount(count)}`}? ${inTrash(count)}`;

/** Whether a comment can be answered: one that readers see, or will once it is approved. */
export const canReply = ({ status, post }: AdminComment): boolean => status !== "rejected" && post.status === "published";

/** `before`: the previous status, for Undo; null for what undoes. */
type Change = { id: string; standing: ModerationState; before: ModerationState | null };

/** What can be done to one comment, with what is said about it. */
export function useModeration() {
  const confirm = useConfirm();
  const undo = useUndo();
  const common = { invalidates: CHANGED_COMMENTS };
  const change = useAdminMutation({
    ...common,
    call: ({ id, standing }: Change) => moderate({ id, ...standing }),
    success: "Comment updated",
    undo: (_, { id, before }) =>
      before ? { label: "Undo", run: () => change.mutate({ id, standing: before, before: null }) } : undefined,
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
      /** Sets where a comment stands. */
      stand: ({ id, status, is_spam }: AdminComment, standing: ModerationState) =>
        changeOne({ id, standing, before: { status, is_spam } }),
      /** Asks, then deletes. */
      async remove({ id }: AdminComment) {
        const agreed = await confirm({ title: "Delete comment", text: deleteQuestion(1), action: "Delete", tone: "danger" });
        if (agreed) removeOne(id);
      },
    }),
    [isBusy, confirm, changeOne, removeOne],
  );
}

export type Moderation = ReturnType<typeof useModeration>;

/** Where keys are text. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-comment]")];
const current = () => document.activeElement?.closest<HTMLElement>("[data-comment]") ?? null;

/**
 * Moderation by single keys: j and k walk through the comments, a, r, s, c and d approve, reject, mark as spam, answer and
 * delete the one that has the focus. While somebody types, or is asked something, keys are what they always are.
 */
export function useModerationKeys(
  comments: AdminComment[],
  { stand, remove, isBusy }: Moderation,
  onReply: (id: string) => void,
): void {
  /** where the focus was when its comment may leave the list */
  const place = useRef<number | null>(null);

  useEffect(() => {
    const at = place.current;
    place.current = null;
    // Only where the focus went with its comment: whoever has moved on stays there.
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
      if (key === "a") stand(comment, { status: "approved" });
      else if (key === "r") stand(comment, { status: "rejected" });
      else if (key === "s") stand(comment, { is_spam: true });
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
  }, [comments, stand, remove, isBusy, onReply]);
}

const done = (count: number, action: BulkAction, chosen: Chosen): string => {
  // What a filter held can't be undone from the toast.
  const deleted = "ids" in chosen ? "deleted" : "moved to the trash";
  const verb = action === "delete" ? deleted : "updated";
  return count === 1 ? `Comment ${verb}` : `${commentCount(count)} ${verb}`;
};

/**
 * What can be done to many comments at once. Deleting asks first, and so does whatever goes beyond what is in sight.
 * @param onDone the comments are not what they were: nothing is chosen any more
 */
export function useBulk(onDone: () => void) {
  const confirm = useConfirm();
  const undo = useUndo();
  const bulk = useAdminMutation({
    call: moderateMany,
    success: ({ changed }, { action, chosen }) => done(changed, action, chosen),
    undo: ({ changed }, { chosen, action }) =>
      action === "delete" && changed > 0 && "ids" in chosen ? undo(chosen.ids.map((id) => ({ kind: "comment", id }))) : undefined,
    failure: (message) => `Failed to update comments: ${message}`,
    invalidates: CHANGED_COMMENTS,
  });
  const start = async (chosen: Chosen, action: BulkAction, count: number) => {
    const isDelete = action === "delete";
    if (isDelete || "filter" in chosen) {
      const text = isDelete ? deleteQuestion(count) : `${BULK[action]} all ${commentCount(count)} that match the list's filter?`;
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
