import type { ReactNode } from "react";
import { formatPoints } from "../../../domain/analytics/analytics-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "./admin-icon.tsx";

type StatCardProps = {
  label: string;
  value: string | number;
  /** the change from the previous period, in percent; null if there is nothing to compare with */
  change?: number | null | undefined;
  /** a rate's change is in percentage points */
  isRate?: boolean;
  /** what the figure covers, in a few words */
  note?: string;
  /** a sentence about how it is counted, below the others */
  hint?: string;
  /** the screen with more of it */
  to?: string;
};

const figures = new Intl.NumberFormat("en-US");

/** A change in percent with one decimal, and a plus sign when positive (specification, section 9). */
export const changeText = (change: number): string =>
  Math.abs(change) < 0.05 ? "No change" : `${change > 0 ? "+" : ""}${change.toFixed(1)}%`;

function Change({ change, isRate }: { change: number | null; isRate: boolean }) {
  if (change === null)
    return (
      <span className="stat-change stat-same">
        <span aria-hidden="true">–</span>
        <span className="sr-only">Nothing to compare with</span>
      </span>
    );
  const text = isRate ? formatPoints(change) : changeText(change);
  const direction = text === "No change" ? "same" : change > 0 ? "up" : "down";
  return (
    <span className={`stat-change stat-${direction}`}>
      {direction === "same" ? null : <AdminIcon name={direction} />}
      {text}
    </span>
  );
}

export function StatCard({ label, value, change, isRate = false, note, hint, to }: StatCardProps) {
  return (
    <div className="stat-card">
      <dt>
        {to ? (
          <Link className="stat-link" to={to}>
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="stat-value">{typeof value === "number" ? figures.format(value) : value}</dd>
      {change === undefined && !note ? null : (
        <dd className="stat-note">
          {change === undefined ? null : <Change change={change} isRate={isRate} />}
          {note ? <span>{note}</span> : null}
        </dd>
      )}
      {hint ? <dd className="stat-hint">{hint}</dd> : null}
    </div>
  );
}

export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="stat-cards">{children}</dl>;
}
