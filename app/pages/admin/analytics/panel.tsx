import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { Row } from "../charts/export-menu.tsx";
import { ExportMenu } from "../charts/export-menu.tsx";

const figures = new Intl.NumberFormat("en-US");

/** Says how many entries a list leaves out, and where they are. */
export function More({ shown, total, what }: { shown: number; total: number; what: string }) {
  return total > shown ? (
    <p className="stats-more">{`+${figures.format(total - shown)} more ${what}; the export has up to 1,000.`}</p>
  ) : null;
}

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data, Error>;
  /** how many rows it has when it is full: so much room is kept from the start */
  rows: number;
  /** rows of two lines */
  tall?: boolean;
  isEmpty(data: Data): boolean;
  /** what is said where there is nothing, also where nothing could be had */
  empty: string;
  /** the days that it covers, everything that there is, and its rows for a spreadsheet */
  exports?: { period: { from: string; to: string }; load(): Promise<Data>; rows(data: Data): readonly Row[] };
  foot?: ReactNode;
  children(data: Data): ReactNode;
};

function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="stats-skeleton" role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={row} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

/** Figures that can't be had are empty (specification, section 8); that it isn't so is said quietly, with a way to try again. */
export function FailedQuietly({ onRetry }: { onRetry(): void }) {
  return (
    <p className="stats-failed" role="status">
      <span>Could not be loaded.</span>
      <button type="button" className="small-button" onClick={onRetry}>
        Try Again
      </button>
    </p>
  );
}

/** One list of figures: its own skeleton of the right size, its own emptiness, its own failure, its own export. */
export function Panel<Data>({ title, query, rows, tall, isEmpty, empty, exports, foot, children }: PanelProps<Data>) {
  const id = useId();
  const { data, isError, isPlaceholderData, refetch } = query;
  const isBare = data === undefined ? isError : isEmpty(data);
  return (
    <section className="panel stats-panel" aria-labelledby={id} data-rows={rows} data-tall={tall || undefined}>
      <div className="stats-head">
        <h2 id={id}>{title}</h2>
        {exports ? <ExportMenu title={title} {...exports} /> : null}
      </div>
      <div className="stats-room" aria-busy={isPlaceholderData || undefined}>
        {data === undefined && !isError ? <Skeleton rows={rows} /> : null}
        {isBare ? <p className="stats-none">{empty}</p> : null}
        {isError ? <FailedQuietly onRetry={() => void refetch()} /> : null}
        {data === undefined || isBare ? null : children(data)}
      </div>
      {data !== undefined && !isBare ? foot : null}
    </section>
  );
}
