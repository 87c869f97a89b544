import { useDates } from "../frame/dates.tsx";

type FoundCopyProps = { savedAt: number; onRestore(): void; onDiscard(): void };

/** Offers what an earlier visit typed and didn't save. */
export function FoundCopy({ savedAt, onRestore, onDiscard }: FoundCopyProps) {
  const dates = useDates();
  return (
    <div className="setting-group found-copy" role="status">
      <p>{`There are unsaved changes of yours from ${dates.time(new Date(savedAt).toISOString())} in this browser.`}</p>
      <p className="found-copy-buttons">
        <button type="button" className="button button-solid" onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Discard
        </button>
      </p>
    </div>
  );
}
