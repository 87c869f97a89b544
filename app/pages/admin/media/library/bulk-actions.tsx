import type { MediaShow } from "../../../../domain/media/model.ts";
import { BulkBar } from "../../frame/bulk-bar.tsx";
import type { MediaActions } from "./use-media-actions.ts";

type BulkActionsProps = {
  show: MediaShow;
  /** ids */
  chosen: string[];
  inTrash: number;
  actions: MediaActions;
  onClear(): void;
};

/** What can be done with the pictures that are chosen, and with all of the trash. */
export function BulkActions({ show, chosen, inTrash, actions, onClear }: BulkActionsProps) {
  const { trash, restore, deleteForGood, emptyTrash, isBusy } = actions;
  const button = (label: string, act: () => void) => (
    <button type="button" className="small-button" disabled={isBusy} onClick={act}>
      {label}
    </button>
  );
  if (show !== "trash") {
    return (
      <BulkBar count={chosen.length} onClear={onClear}>
        {button("Delete", () => trash(chosen))}
      </BulkBar>
    );
  }
  return (
    <>
      <p className="trash-note">
        <span>What is deleted stays here for 30 days.</span>
        {button("Empty Trash", () => void emptyTrash(inTrash))}
      </p>
      <BulkBar count={chosen.length} onClear={onClear}>
        {button("Restore", () => restore(chosen))}
        {button("Delete for good", () => void deleteForGood(chosen))}
      </BulkBar>
    </>
  );
}
