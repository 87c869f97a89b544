import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AdminComment, AdminCommentPage, CommentCounts } from "../../../domain/comments/comment.ts";
import { BULK_ACTIONS } from "../../../domain/comments/comment-rules.ts";
import { useFirstRows } from "../frame/data-table.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { BulkBar, useSelection } from "../frame/selection.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useDensity } from "../frame/use-density.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { useRowFocus } from "../frame/use-row-focus.ts";
import { CommentRow } from "./comment-row.tsx";
import { BULK, commentCount, useBulk, useModeration, useModerationKeys } from "./moderation.ts";
import { askComments, type Chosen, COMMENTS_AT_FIRST, type CommentsShown, commentsQuery } from "./queries.ts";

type BulkActionsProps = {
  count: number;
  total: number;
  /** whether all of those are selected, also the ones on other pages */
  isAll: boolean;
  canChooseAll: boolean;
  chosen: Chosen;
  onAll(): void;
  onClear(): void;
};

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
        <FocusKeepingButton
          key={action}
          className={action === "delete" ? "small-button bulk-delete" : "small-button"}
          isDisabled={isBusy}
          onClick={() => void start(chosen, action, many)}
        >
          {BULK[action]}
        </FocusKeepingButton>
      ))}
    </BulkBar>
  );
}

type CommentListProps = Pick<CommentsShown, "search" | "status"> & { page: AdminCommentPage; busy: boolean };

const idOf = ({ id }: AdminComment) => id;

function CommentList({ page, search, status, busy }: CommentListProps) {
  const { items, total } = page;
  const list = `${status} ${search}`;
  const { selected, onChange, toggle, clear } = useSelection(items, idOf, list);
  const [allOf, setAllOf] = useState<string | null>(null);
  // Another filter is another list, so the selection doesn't apply to it.
  if (allOf !== null && allOf !== list) setAllOf(null);
  const isAll = allOf === list;
  const moderation = useModeration();
  const density = useDensity();
  const rows = useRowFocus<HTMLUListElement>();
  const [answered, setAnswered] = useState<string | null>(null);
  useModerationKeys(items, moderation, setAnswered);

  const isPageSelected = items.length > 0 && selected.size === items.length;
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
        <input type="checkbox" checked={isPageSelected} onChange={() => choose(new Set(isPageSelected ? [] : items.map(idOf)))} />
        Select all on this page
      </label>
      <ul ref={rows} aria-label="Comments" data-density={density} aria-busy={busy || undefined}>
        {useFirstRows(items).map((comment) => (
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
        canChooseAll={isPageSelected && total > items.length}
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

const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
];

const viewsOf = (counts: CommentCounts | undefined) => [
  { value: "", label: "All", count: counts?.all },
  { value: "pending", label: "Pending", count: counts?.pending },
  { value: "approved", label: "Approved", count: counts?.approved },
  { value: "rejected", label: "Rejected", count: counts?.rejected },
  { value: "spam", label: "Spam", count: counts?.spam },
  { value: "reported", label: "Reported", count: counts?.reported },
];

/** Hidden on devices without a keyboard. */
function KeyHint() {
  return (
    <p className="key-hint">
      <kbd>?</kbd> shows the keys to moderate with
    </p>
  );
}

export function Comments() {
  const list = useListState(COMMENTS_AT_FIRST, askComments);
  const comments = useQuery(commentsQuery(list.values));
  const { search, status } = list.values;
  return (
    <ListScreen
      title="Comments"
      list={list}
      query={comments}
      noun="comments"
      search={{ label: "Search comments", placeholder: "Search text, author or article..." }}
      filters={
        <>
          <FilterChips label="Status" options={viewsOf(comments.data?.counts)} {...list.filter("status")} />
          <SelectFilter label="Order" options={ORDERS} {...list.filter("sort")} />
        </>
      }
      savedAs="comments"
      isEmpty={({ items }) => items.length === 0}
      empty={{ title: "No comments found", hint: "They appear here once readers write some." }}
      nothingFound={{ hint: "Try other words, or show all comments.", showAll: "Show all comments" }}
    >
      {(page, { busy }) => (
        <>
          <KeyHint />
          <CommentList page={page} search={search} status={status} busy={busy} />
        </>
      )}
    </ListScreen>
  );
}
