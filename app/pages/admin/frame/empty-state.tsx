import type { ReactNode } from "react";

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
