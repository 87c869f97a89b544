import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AdminComment, AdminCommentPage } from "../../../domain/comments/comment.ts";
import { BULK_ACTIONS, type BulkAction } from "../../../domain/comments/comment-rules.ts";
import { BulkBar } from "../frame/bulk-bar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useFirstRows } from "../frame/use-first-rows.ts";
import { useSelection } from "../frame/use-selection.ts";
import { useUndo } from "../trash/use-restore.ts";
import { CommentRow } from "./comment-row.tsx";
import { BULK, commentCount, deleteQuestion } from "./comment-texts.ts";
import { CHANGED_COMMENTS, type Chosen, type CommentsShown, moderateMany } from "./queries.ts";
import { canReply } from "./reply-box.tsx";
import { type Moderation, useModeration } from "./use-moderation.ts";

/** Where keys are text. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-comment]")];
const current = () => document.activeElement?.closest<HTMLElement>("[data-comment]") ?? null;

/**
 * Moderation by single keys: j and k walk through the comments, a, r, s, c and d approve, reject, mark as spam, answer and
 * delete the one that has the focus. While somebody types, or is asked something, keys are what they always are.
 */
function useModerationKeys(comments: AdminComment[], { stand, remove, isBusy }: Moderation, onReply: (id: string) => void): void {
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
function useBulk(onDone: () => void) {
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

type BulkActionsProps = {
  /** how many are chosen by hand */
  count: number;
  /** how many the filter holds in all */
  total: number;
  /** whether all of those are chosen, also the ones out of sight */
  isAll: boolean;
  canChooseAll: boolean;
  chosen: Chosen;
  onAll(): void;
  onClear(): void;
};

/** What can be done with the chosen comments, or with all that the list's filter holds. */
function BulkActions({ count, total, isAll, canChooseAll, chosen, onAll, onClear }: BulkActionsProps) {
  const { isBusy, start } = useBulk(onClear);
  const many = isAll ? total : count;
  return (
    <BulkBar count={many} onClear={onClear}>
      {canChooseAll && !isAll ? (
        <button type="button" className="small-button" onClick={onAll}>
          {`Select all ${commentCount(total)} that match`}
        </button>
      ) : null}
      {BULK_ACTIONS.map((action) => (
        <button
          key={action}
          type="button"
          className={action === "delete" ? "small-button bulk-delete" : "small-button"}
          disabled={isBusy}
          onClick={() => void start(chosen, action, many)}
        >
          {BULK[action]}
        </button>
      ))}
    </BulkBar>
  );
}

type CommentListProps = Pick<CommentsShown, "search" | "status"> & { page: AdminCommentPage; busy: boolean };

/** The comments of a page, to be decided on one by one or together. */
export function CommentList({ page, search, status, busy }: CommentListProps) {
  const { items, total } = page;
  const list = `${status} ${search}`;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const { selected, onChange, toggle, clear } = useSelection(ids, list);
  const shown = useFirstRows(items);
  const [allOf, setAllOf] = useState<string | null>(null);
  // Another filter is another list: nothing of the one before is chosen in it.
  if (allOf !== null && allOf !== list) setAllOf(null);
  const isAll = allOf === list;
  const moderation = useModeration();
  const [answered, setAnswered] = useState<string | null>(null);
  useModerationKeys(items, moderation, setAnswered);

  const isPageSelected = ids.length > 0 && selected.size === ids.length;
  const choose = (next: ReadonlySet<string>) => {
    setAllOf(null);
    onChange(next);
  };
  const select = useCallback(
    (id: string) => {
      setAllOf(null);
      toggle(id);
    },
    [toggle],
  );
  const chosen: Chosen = isAll ? { filter: { search, status } } : { ids: [...selected] };
  return (
    <div className="moderation">
      <label className="choose-page">
        <input type="checkbox" checked={isPageSelected} onChange={() => choose(new Set(isPageSelected ? [] : ids))} />
        Select all on this page
      </label>
      <ul aria-label="Comments" aria-busy={busy || undefined}>
        {shown.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            moderation={moderation}
            isSelected={isAll || selected.has(comment.id)}
            isAnswered={comment.id === answered}
            onSelect={select}
            onReply={setAnswered}
          />
        ))}
      </ul>
      <BulkActions
        count={selected.size}
        total={total}
        isAll={isAll}
        canChooseAll={isPageSelected && total > ids.length}
        chosen={chosen}
        onAll={() => setAllOf(list)}
        onClear={() => {
          setAllOf(null);
          clear();
        }}
      />
    </div>
  );
}
