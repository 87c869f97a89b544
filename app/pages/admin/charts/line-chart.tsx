import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { formatCount } from "../../../domain/analytics/analytics-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { FilterChips } from "../frame/toolbar.tsx";
import { type Bucket, bucketsOf, type ChartDay, type ChartMark, MARK_WORDS, MarkSign } from "./chart-points.tsx";
import type { PlotProps } from "./plot.tsx";
import { todayIn, useDays } from "./range.tsx";

type ChartTableProps = {
  /** what the table shows; also its caption */
  caption: string;
  columns: readonly string[];
  /** each with a key; the first cell is the row's header */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** A chart's figures as a table. It is rendered when it is opened, because a year has many rows. */
function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {open ? "Hide table" : "Show as table"}
        <span className="sr-only">: {caption}</span>
      </summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <section className="chart-table-scroll" aria-label={caption} tabIndex={0}>
          <table>
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={columns[at]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={columns[at]}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}

type State = { failed: boolean };

/** Contains the failure of a chart, for example when its chunk is gone after a release. The table below still has all figures. */
class ChartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <p className="chart-failed">The chart could not be drawn. The table below has its figures.</p>;
  }
}

const Plot = lazy(async () => ({ default: (await import("./plot.tsx")).Plot }));

const Drawing = (props: PlotProps) => (
  <div className="chart-room">
    <ChartBoundary>
      <Suspense fallback={<span className="skeleton chart-skeleton" />}>
        <Plot {...props} />
      </Suspense>
    </ChartBoundary>
  </div>
);

/** `isLevel`: how many there are at the end of a day, which several days don't add up to. */
type Series = { key: string; label: string; isLevel?: boolean };

type LineChartProps = {
  /** what the chart shows, for screen readers and as the table's caption */
  title: string;
  /** every day of the period, in order */
  days: readonly ChartDay[];
  /** the same days of the previous period; drawn behind */
  previous?: readonly ChartDay[];
  marks?: readonly ChartMark[];
  /** the figures to choose from, one at a time, because their scales differ */
  series: readonly Series[];
  /** formats figures of the axis; tooltip and table show them in full */
  format?(value: number): string;
};

const NO_DAYS: readonly ChartDay[] = [];
const NO_MARKS: readonly ChartMark[] = [];

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

type LegendProps = { marks: readonly ChartMark[]; hasPrevious: boolean; isSoFar: boolean; isLevel: boolean; length: number };

function Legend({ marks, hasPrevious, isSoFar, isLevel, length }: LegendProps) {
  const bucket = length === 7 ? "a week" : "four weeks";
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return (
    <ul className="chart-legend">
      <li>
        <span className="chart-key" aria-hidden="true" />
        This period
      </li>
      {isSoFar ? (
        <li>
          <span className="chart-key chart-key-so-far" aria-hidden="true" />
          {length > 1 ? "So far" : "Today so far"}
        </li>
      ) : null}
      {hasPrevious ? (
        <li>
          <span className="chart-key chart-key-previous" aria-hidden="true" />
          Previous period
        </li>
      ) : null}
      {kinds.map((kind) => (
        <li key={kind}>
          <MarkSign kind={kind} />
          {MARK_WORDS[kind]}
        </li>
      ))}
      {length > 1 ? <li>{isLevel ? `Each point: the end of ${bucket}` : `Each point: a day’s average of ${bucket}`}</li> : null}
    </ul>
  );
}

function Marked({ marks }: { marks: readonly ChartMark[] }) {
  return marks.map(({ kind, label, post_id, date, to = post_id && adminRoutes.editPost(post_id) }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two mails of a day may say the same
    <span key={`${date}${kind}${at}`} className="chart-table-mark">
      {MARK_WORDS[kind]}: {to ? <Link to={to}>{label}</Link> : label}
    </span>
  ));
}

/**
 * A line chart over days, with the previous period as an area behind it and marks where something happened. Without a previous period
 * the area is its own. The part up to today is dashed, because today isn't over. With several figures, the reader chooses which one the chart and its table show.
 */
export function LineChart({ title, days, previous = NO_DAYS, marks = NO_MARKS, series, format = formatCount }: LineChartProps) {
  const words = useDays();
  const { timezone } = useSite();
  const [chosen, choose] = useState(series[0]?.key ?? "");
  const shown: Series = series.find((one) => one.key === chosen) ?? { key: chosen, label: title };
  const { key, label, isLevel = false } = shown;
  const points = useMemo(() => bucketsOf(days, previous, marks, key, isLevel), [days, previous, marks, key, isLevel]);
  const hasPrevious = previous.length > 0;
  const isSoFar = days.at(-1)?.date === todayIn(timezone);
  const columns = [
    points.some((point) => point.days > 1) ? "Days" : "Day",
    label,
    ...(hasPrevious ? ["Previous period"] : []),
    ...(marks.length > 0 ? ["What happened"] : []),
  ];
  const rowOf = (point: Bucket, at: number) => ({
    key: point.from,
    cells: [
      isSoFar && at === points.length - 1 ? `${words.span(point.from, point.to)} (so far)` : words.span(point.from, point.to),
      exact.format(point.total),
      ...(hasPrevious ? [point.previousTotal === null ? "" : exact.format(point.previousTotal)] : []),
      ...(marks.length > 0 ? [<Marked key="marks" marks={point.marks} />] : []),
    ],
  });
  return (
    <div className="chart">
      <div className="chart-head">
        {series.length > 1 ? (
          <FilterChips
            label={`Figure of ${title}`}
            options={series.map((one) => ({ value: one.key, label: one.label }))}
            value={key}
            onChange={choose}
          />
        ) : null}
        <Legend
          marks={marks}
          hasPrevious={hasPrevious}
          isSoFar={isSoFar}
          isLevel={isLevel}
          length={Math.max(1, ...points.map((point) => point.days))}
        />
      </div>
      <Drawing
        label={`${title}: ${label}. Use the arrow keys to move from point to point. The table below has every figure.`}
        points={points}
        series={label}
        hasPrevious={hasPrevious}
        isSoFar={isSoFar}
        isLevel={isLevel}
        format={format}
      />
      <ChartTable caption={`${title}: ${label}`} columns={columns} rows={points.map(rowOf)} />
    </div>
  );
}
