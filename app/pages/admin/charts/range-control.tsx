import { useEffect, useId, useRef, useState } from "react";
import { type Period, previousPeriod } from "../../../platform/time/period.ts";
import { useDates } from "../frame/dates.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { type RangeValues, rangeOf, rangeProblem, useDays } from "./range.ts";

const OPTIONS = [
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "1y", label: "Last year" },
  { value: "custom", label: "Custom range" },
];

type OwnDaysProps = { period: Period; values: RangeValues; today: string; onChange(patch: Partial<RangeValues>): void };

/** Two days of one's own. What isn't right yet stays in the fields, with what is wrong, and changes nothing. */
function OwnDays({ period, values, today, onChange }: OwnDaysProps) {
  const id = useId();
  const asked = { from: values.from || period.from, to: values.to || period.to };
  const [typed, setTyped] = useState(asked);
  // What was asked for from here comes back as the address, perhaps when more has been typed: that stays.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.indexOf(`${asked.from} ${asked.to}`);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) setTyped({ from: asked.from, to: asked.to });
  }, [asked.from, asked.to]);
  const problem = rangeProblem(typed.from, typed.to, today);
  const change = (patch: Partial<typeof typed>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    if (rangeProblem(next.from, next.to, today)) return;
    if (next.from !== asked.from || next.to !== asked.to) sent.current.push(`${next.from} ${next.to}`);
    onChange(next);
  };
  return (
    <fieldset className="own-days">
      <legend className="sr-only">Custom range</legend>
      {(["from", "to"] as const).map((name) => (
        <div key={name} className="day-filter">
          <label htmlFor={`${id}-${name}`}>{name === "from" ? "From" : "To"}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            required
            max={today}
            value={typed[name]}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        </div>
      ))}
      <p id={`${id}-problem`} className="field-error" role="status">
        {problem}
      </p>
    </fieldset>
  );
}

type RangeControlProps = {
  values: RangeValues;
  /** ISO date of today where the site's clocks are */
  today: string;
  /** the last day before, and up to when it counts; once the figures are there */
  compared: { to: string; until: string | null } | undefined;
  onChange(patch: Partial<RangeValues>): void;
};

/** The days that a screen is about, and what they are compared with. */
export function RangeControl({ values, today, compared, onChange }: RangeControlProps) {
  const days = useDays();
  const dates = useDates();
  const { period } = rangeOf(values, today);
  const previous = previousPeriod(period);
  const isSoFar = period.to === today;
  // Figures of other days may still be in sight.
  const known = compared?.to === previous.to ? compared : undefined;
  const isCustom = values.range === "custom";
  const isOffered = OPTIONS.some(({ value }) => value === values.range);
  return (
    <div className="range-control">
      <SelectFilter
        label="Time range"
        options={OPTIONS}
        value={isOffered ? values.range : "30d"}
        onChange={(range) =>
          onChange(range === "custom" ? { range, from: period.from, to: period.to } : { range, from: "", to: "" })
        }
      />
      {isCustom ? <OwnDays period={period} values={values} today={today} onChange={onChange} /> : null}
      <p className="range-days">
        {days.span(period.from, period.to)}
        <span>
          {isSoFar ? " so far," : ""} compared with {days.span(previous.from, previous.to)}
          {known?.until ? ` until ${dates.clock(known.until)}` : ""}
          {isSoFar && known?.until === null ? ". Today isn't over yet, while the earlier days are complete." : ""}
        </span>
      </p>
    </div>
  );
}
