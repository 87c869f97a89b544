import { memo } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import type { Bucket } from "./chart-points.tsx";
import { MARK_WORDS, MarkShape, MarkSign } from "./chart-points.tsx";
import { useDays } from "./range.tsx";

export type PlotProps = {
  /** what is drawn, for screen readers */
  label: string;
  points: readonly Bucket[];
  /** the figure's name, such as `Page views` */
  series: string;
  hasPrevious: boolean;
  /** the last point isn't complete yet */
  isSoFar: boolean;
  /** figures of several days aren't added up */
  isLevel: boolean;
  /** formats figures of the axis */
  format(value: number): string;
};

const MARKS_SHOWN = 4;

const figures = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** A point is on the line of complete days (`done`), on the line to the incomplete one (`soFar`), or, as the last but one, on both. */
type Drawn = Bucket & { done: number | null; soFar: number | null };

const drawnOf = (points: readonly Bucket[], isSoFar: boolean): Drawn[] =>
  points.map((point, at) => ({
    ...point,
    done: isSoFar && at === points.length - 1 ? null : point.value,
    soFar: isSoFar && at >= points.length - 2 ? point.value : null,
  }));

type TipProps = { point: Bucket } & Pick<PlotProps, "series" | "isSoFar" | "isLevel">;

function Tip({ point, series, isSoFar, isLevel }: TipProps) {
  const days = useDays();
  const { from, to, marks, value, total, previousValue, previousTotal } = point;
  const whole = (average: number, all: number) =>
    point.days === 1 || isLevel ? figures.format(all) : `${figures.format(average)} a day (${figures.format(all)} in all)`;
  return (
    <div className="chart-tip" role="status">
      <p className="chart-tip-day">
        {days.span(from, to)}
        {isSoFar ? ", so far" : ""}
      </p>
      <p>
        {series}: <strong>{whole(value, total)}</strong>
      </p>
      {previousValue === null || previousTotal === null ? null : (
        <p>{`Before${isSoFar ? ", complete" : ""}: ${whole(previousValue, previousTotal)}`}</p>
      )}
      {marks.slice(0, MARKS_SHOWN).map(({ kind, label, date }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two mails of a day may say the same
        <p key={`${date}${kind}${at}`} className="chart-tip-mark">
          <MarkSign kind={kind} />
          {MARK_WORDS[kind]}: {label}
        </p>
      ))}
      {marks.length > MARKS_SHOWN ? <p>and {marks.length - MARKS_SHOWN} more</p> : null}
    </div>
  );
}

/** Several marks of one point are stacked; more than three would cover the curve. */
const marksOf = (points: readonly Bucket[]) =>
  points.flatMap(({ from, marks }) =>
    [...new Set(marks.map(({ kind }) => kind))].map((kind, at) => ({ key: `${from}${kind}`, from, kind, at })),
  );

type CurvesProps = Pick<PlotProps, "hasPrevious" | "isSoFar"> & { isSinglePoint: boolean };

function Curves({ hasPrevious, isSoFar, isSinglePoint }: CurvesProps) {
  return (
    <>
      {hasPrevious ? (
        <Area
          dataKey="previousValue"
          stroke="none"
          fill="var(--chart-previous)"
          fillOpacity={1}
          dot={isSinglePoint ? { r: 3, fill: "var(--ink-3)" } : false}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : (
        <Area
          dataKey="value"
          stroke="none"
          fill="var(--chart-line)"
          fillOpacity={0.12}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
      {isSoFar ? (
        <Line
          dataKey="soFar"
          stroke="var(--chart-line)"
          strokeWidth={2}
          strokeDasharray="3 4"
          dot={isSinglePoint ? { r: 3, strokeDasharray: "none" } : false}
          activeDot={{ r: 4, fill: "var(--chart-line)", stroke: "var(--paper)" }}
          isAnimationActive={false}
        />
      ) : null}
      <Line
        dataKey="done"
        stroke="var(--chart-line)"
        strokeWidth={2}
        dot={isSinglePoint ? { r: 3 } : false}
        activeDot={{ r: 4, fill: "var(--chart-line)", stroke: "var(--paper)" }}
        isAnimationActive={false}
      />
    </>
  );
}

/**
 * The chart itself. Its library is loaded by screens with a chart only. Arrow keys move along the points. There is no animation,
 * so `prefers-reduced-motion` needs no handling. A new render forgets the point that the keys have reached, so only new figures cause one.
 */
export const Plot = memo(function Plot({ label, points, series, hasPrevious, isSoFar, isLevel, format }: PlotProps) {
  const days = useDays();
  const years = points.length > 0 && (points.at(-1)?.to ?? "").slice(0, 4) !== points[0]?.from.slice(0, 4);
  const long = years && points.some((point) => point.days > 1);
  return (
    <ComposedChart
      responsive
      className="chart-plot"
      style={{ width: "100%", height: "100%" }}
      data={drawnOf(points, isSoFar)}
      margin={{ top: 8, right: 12, bottom: 10, left: 0 }}
      aria-label={label}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="from"
        tickFormatter={(date: string) => days.tick(date, long)}
        tickLine={false}
        axisLine={{ stroke: "var(--line-strong)" }}
        minTickGap={36}
        tickMargin={10}
        interval="preserveStartEnd"
      />
      <YAxis
        width={44}
        tickCount={4}
        tickFormatter={format}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        domain={[0, "auto"]}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--line-strong)" }}
        content={({ active, payload }: TooltipContentProps) => {
          const point = payload[0]?.payload as Bucket | undefined;
          const isLast = point?.from === points.at(-1)?.from;
          return active && point ? <Tip point={point} series={series} isSoFar={isSoFar && isLast} isLevel={isLevel} /> : null;
        }}
      />
      <Curves hasPrevious={hasPrevious} isSoFar={isSoFar} isSinglePoint={points.length === 1} />
      {marksOf(points).map(({ key, from, kind, at }) => (
        <ReferenceDot
          key={key}
          x={from}
          y={0}
          r={6}
          shape={({ cx = 0, cy = 0 }) => <MarkShape kind={kind} cx={Number(cx)} cy={Number(cy) - at * 13} />}
        />
      ))}
    </ComposedChart>
  );
});
