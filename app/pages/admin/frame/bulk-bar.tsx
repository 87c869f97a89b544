import type { ReactNode } from "react";

/** What can be done with the rows that are chosen; away while none is. */
export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  return (
    <div className="bulk-bar" data-open={count > 0 || undefined}>
      <p role="status">{count > 0 ? `${count} selected` : ""}</p>
      {count > 0 ? (
        <>
          {children}
          <button type="button" className="small-button" onClick={onClear}>
            Clear selection
          </button>
        </>
      ) : null}
    </div>
  );
}
