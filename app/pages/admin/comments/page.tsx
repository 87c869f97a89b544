import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCommentPage, CommentCounts } from "../../../domain/comments/comment.ts";
import { BULK_ACTIONS } from "../../../domain/comments/comment-rules.ts";
import { useFirstRows } from "../frame/data-table.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { BulkBar } from "../frame/selection.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useDensity } from "../frame/use-density.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { useRowFocus } from "../frame/use-row-focus.ts";
import { BanDialog, type Bannable } from "./bans/ban-dialog.tsx";
import { CommentRow } from "./comment-row.tsx";
import { LookAgain } from "./filter.tsx";
import { BULK, commentCount, useBulk, useModeration, useModerationKeys } from "./moderation.ts";
import { askComments, type Chosen, COMMENTS_AT_FIRST, type CommentsShown, commentsQuery } from "./queries.ts";
import { useChosen } from "./use-chosen.ts";

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

type CommentListProps = Pick<CommentsShown, "search" | "status"> & {
  page: AdminCommentPage;
  busy: boolean;
  onBan(who: Bannable): void;
};

function CommentList({ page, search, status, busy, onBan }: CommentListProps) {
  const { items, total } = page;
  const choice = useChosen(items, { search, status });
  const moderation = useModeration();
  const density = useDensity();
  const rows = useRowFocus<HTMLUListElement>();
  const [answered, setAnswered] = useState<string | null>(null);
  useModerationKeys(items, moderation, setAnswered);
  return (
    <div className="moderation">
      <label className="choose-page">
        <input type="checkbox" checked={choice.isPage} onChange={choice.togglePage} />
        Select all on this page
      </label>
      <ul ref={rows} aria-label="Comments" data-density={density} aria-busy={busy || undefined}>
        {useFirstRows(items).map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            moderation={moderation}
            isSelected={choice.has(comment.id)}
            isAnswered={comment.id === answered}
            onSelect={choice.toggle}
            onAlike={choice.chooseAlike}
            onReply={setAnswered}
            onBan={onBan}
          />
        ))}
      </ul>
      <BulkActions
        count={choice.count}
        total={total}
        isAll={choice.isAll}
        canChooseAll={choice.isPage && total > items.length}
        chosen={choice.chosen}
        onAll={choice.chooseAll}
        onClear={choice.clear}
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
  const [banned, setBanned] = useState<Bannable | null>(null);
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
      after={banned ? <BanDialog who={banned} onClose={() => setBanned(null)} /> : null}
    >
      {(page, { busy }) => (
        <>
          <KeyHint />
          {status === "pending" || status === "spam" ? <LookAgain view={status} /> : null}
          <CommentList page={page} search={search} status={status} busy={busy} onBan={setBanned} />
        </>
      )}
    </ListScreen>
  );
}
