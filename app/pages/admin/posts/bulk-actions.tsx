import type { BulkAction } from "../../../domain/posts/editing-model.ts";
import { BulkBar } from "../frame/bulk-bar.tsx";

const ACTIONS: { action: BulkAction; label: string }[] = [
  { action: "publish", label: "Publish" },
  { action: "archive", label: "Archive" },
  { action: "draft", label: "Turn into draft" },
  { action: "delete", label: "Delete" },
];

type BulkActionsProps = { count: number; isBusy: boolean; onClear(): void; onAction(action: BulkAction): void };

/** What can be done with the posts that are chosen. */
export function BulkActions({ count, isBusy, onClear, onAction }: BulkActionsProps) {
  return (
    <BulkBar count={count} onClear={onClear}>
      {ACTIONS.map(({ action, label }) => (
        <button key={action} type="button" className="small-button" disabled={isBusy} onClick={() => onAction(action)}>
          {label}
        </button>
      ))}
    </BulkBar>
  );
}
