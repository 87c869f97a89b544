import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../account/frame/failure.ts";

type NothingFoundProps = { title: string; hint: string; showAll: string; onShowAll(): void };

/** In place of a list that a search or a filter has emptied: the way back to all of it. */
export function NothingFound({ title, hint, showAll, onShowAll }: NothingFoundProps) {
  const all = (
    <button type="button" className="button" onClick={onShowAll}>
      {showAll}
    </button>
  );
  return <EmptyState title={title} hint={hint} action={all} />;
}

type EmptyStateProps = {
  title: string;
  /** what to do next */
  hint?: ReactNode;
  action?: ReactNode;
};

/** In place of a list that has nothing to show. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      {action}
    </div>
  );
}

/** A stand-in of the size of a list's rows. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="rows-skeleton" role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={row} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

/** What went wrong while `noun` was loaded, and the way to try again. */
function LoadError({ noun, error, onRetry }: { noun: string; error: unknown; onRetry(): void }) {
  return (
    <div className="empty-state" role="alert">
      <h2>{`Error loading ${noun}: ${messageOf(error, "The server could not be reached.")}`}</h2>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}

type QueryViewProps<T> = {
  query: UseQueryResult<T, Error>;
  /** what is loaded, in the plural, as the failure names it */
  noun: string;
  isEmpty?(data: T): boolean;
  empty?: ReactNode;
  /** in place of the rows' skeleton */
  skeleton?: ReactNode;
  children(data: T): ReactNode;
};

/** What a query has to show: a skeleton, the failure, nothing, or its data. Data that is there stays while it is renewed. */
export function QueryView<T>({ query, noun, isEmpty, empty, skeleton, children }: QueryViewProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined && error) return <LoadError noun={noun} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return skeleton ?? <RowsSkeleton />;
  if (isEmpty?.(data)) return empty;
  return children(data);
}
