import { useMemo, useState } from "react";
import type { AdminCommentPage } from "../../../domain/comments/model.ts";
import { useSelection } from "../frame/use-selection.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { CommentRow } from "./comment-row.tsx";
import type { Chosen, CommentsShown } from "./queries.ts";
import { useModeration } from "./use-moderation.ts";
import { useModerationKeys } from "./use-moderation-keys.ts";

type CommentListProps = { page: AdminCommentPage; filter: Pick<CommentsShown, "search" | "status">; busy: boolean };

/** The comments of a page, to be decided on one by one or together. */
export function CommentList({ page, filter, busy }: CommentListProps) {
  const { items, total } = page;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const { selected, onChange, clear } = useSelection(ids);
  const [isAll, setAll] = useState(false);
  const moderation = useModeration();
  useModerationKeys(items, moderation);

  const isPageSelected = ids.length > 0 && selected.size === ids.length;
  const choose = (next: ReadonlySet<string>) => {
    setAll(false);
    onChange(next);
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const chosen: Chosen = isAll ? { filter } : { ids: [...selected] };
  return (
    <div className="moderation">
      <label className="choose-page">
        <input type="checkbox" checked={isPageSelected} onChange={() => choose(new Set(isPageSelected ? [] : ids))} />
        Select all on this page
      </label>
      <ul aria-label="Comments" aria-busy={busy || undefined}>
        {items.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            moderation={moderation}
            isSelected={isAll || selected.has(comment.id)}
            onSelect={() => toggle(comment.id)}
          />
        ))}
      </ul>
      <BulkActions
        count={selected.size}
        total={total}
        isAll={isAll}
        canChooseAll={isPageSelected && total > ids.length}
        chosen={chosen}
        onAll={() => setAll(true)}
        onClear={() => {
          setAll(false);
          clear();
        }}
      />
    </div>
  );
}
