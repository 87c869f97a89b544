import { EmptyState } from "./empty-state.tsx";

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
