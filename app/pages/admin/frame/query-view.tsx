import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../account/frame/failure.ts";
import { useLostFocus } from "./use-lost-focus.ts";

type NothingFoundProps = { title: string; hint: string; showAll: string; onShowAll(): void };

/** Replaces a list without results for a search or filter, with a button that shows everything. */
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

/** Replaces a list without entries. It takes the focus that went with the last entry. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  const heading = useLostFocus<HTMLHeadingElement>();
  return (
    <div className="empty-state">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {hint ? <p>{hint}</p> : null}
      {action}
    </div>
  );
}

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

function LoadError({ noun, error, onRetry }: { noun: string; error: unknown; onRetry(): void }) {
  return (
    <div className="empty-state" role="alert">
      <h2>
        Error loading {noun}: {messageOf(error, "The server could not be reached.")}
      </h2>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}

type QueryViewProps<T> = {
  query: UseQueryResult<T, Error>;
  /** what is loaded, in the plural, for the error */
  noun: string;
  isEmpty?(data: T): boolean;
  empty?: ReactNode;
  /** in place of the rows' skeleton */
  skeleton?: ReactNode;
  children(data: T): ReactNode;
};

/** Renders the state of a query: a skeleton, the error, an empty state, or its data. Data stays visible during a refetch. */
export function QueryView<T>({ query, noun, isEmpty, empty, skeleton, children }: QueryViewProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined && error) return <LoadError noun={noun} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return skeleton ?? <RowsSkeleton />;
  if (isEmpty?.(data)) return empty;
  return children(data);
}
