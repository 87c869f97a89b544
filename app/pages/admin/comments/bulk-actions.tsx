import { BULK_ACTIONS } from "../../../domain/comments/model.ts";
import { BulkBar } from "../frame/bulk-bar.tsx";
import { BULK, commentCount } from "./comment-texts.ts";
import type { Chosen } from "./queries.ts";
import { useBulk } from "./use-bulk.ts";

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
export function BulkActions({ count, total, isAll, canChooseAll, chosen, onAll, onClear }: BulkActionsProps) {
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
