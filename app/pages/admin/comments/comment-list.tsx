import { useCallback, useMemo, useState } from "react";
import type { AdminCommentPage } from "../../../domain/comments/model.ts";
import { useFirstRows } from "../frame/use-first-rows.ts";
import { useSelection } from "../frame/use-selection.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { CommentRow } from "./comment-row.tsx";
import type { Chosen, CommentsShown } from "./queries.ts";
import { useModeration } from "./use-moderation.ts";
import { useModerationKeys } from "./use-moderation-keys.ts";

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
