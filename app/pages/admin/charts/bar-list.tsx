import type { CSSProperties, ReactNode } from "react";
import { useLocation } from "react-router";
import { Link } from "../../../ui/link.tsx";

type Bar = {
  label: string;
  value: number;
  /** its share of the whole, in percent; decides how long the bar is */
  percentage: number;
  /** where the label leads, such as this screen with a filter */
  href?: string | undefined;
  /** next to the label, such as a badge */
  badge?: ReactNode;
  note?: ReactNode;
};

type BarListProps = {
  items: readonly Bar[];
  /** what the figures count, for screen readers: `views` */
  unit: string;
  /** what a click does, for screen readers: `show only this source` */
  hrefDoes?: string;
  /** with a number before each entry */
  ranked?: boolean;
  /** formats a figure; with thousands separators by default */
  format?(value: number): string;
  /** also shows the share as text */
  showShare?: boolean;
};

const figures = new Intl.NumberFormat("en-US");
const figureText = (value: number) => figures.format(value);

/** The share of the longest bar, from 0 to 1, for the style sheet. */
const lengthOf = (percentage: number, longest: number) =>
  ({ "--length": longest > 0 ? percentage / longest : 0 }) as CSSProperties;

/** A list with a bar below each entry. It needs no table, because every figure is also text. */
export function BarList({ items, unit, hrefDoes, ranked = false, format = figureText, showShare = true }: BarListProps) {
  const { pathname } = useLocation();
  const longest = Math.max(0, ...items.map(({ percentage }) => percentage));
  const List = ranked ? "ol" : "ul";
  return (
    <List className={ranked ? "bars bars-ranked" : "bars"}>
      {items.map(({ label, value, percentage, href, badge, note }, at) => (
        <li key={href ?? label}>
          <span className="bar" style={lengthOf(percentage, longest)} aria-hidden="true" />
          {ranked ? (
            <span className="bar-rank" aria-hidden="true">
              {at + 1}
            </span>
          ) : null}
          <span className="bar-label">
            {href ? (
              <Link
                to={href}
                title={label}
                aria-label={hrefDoes ? `${label}: ${hrefDoes}` : undefined}
                // A filter of this screen; what it filters stays in view.
                preventScrollReset={href.split("?")[0] === pathname}
              >
                {label}
              </Link>
            ) : (
              <span title={label}>{label}</span>
            )}
            {note ? <span className="row-note">{note}</span> : null}
          </span>
          {badge}
          <span className="bar-value">
            {format(value)}
            <span className="sr-only"> {unit}</span>
          </span>
          {showShare ? <span className="bar-share">{percentage.toFixed(1)}%</span> : null}
        </li>
      ))}
    </List>
  );
}
