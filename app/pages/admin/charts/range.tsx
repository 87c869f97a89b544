import { useEffect, useId, useMemo, useRef, useState } from "react";
import { CUSTOM_DAYS_MAX, DEFAULT_RANGE, periodOf, RANGES, type RangeName } from "../../../domain/analytics/analytics-rules.ts";
import type { DateFormat } from "../../../domain/settings/settings.ts";
import { daysBetween, isDay, type Period, previousPeriod } from "../../../platform/time/day.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { formatDay } from "../../../ui/format-date.ts";
import { useSite } from "../../data.ts";
import { useDates } from "../frame/dates.tsx";
import { SelectFilter } from "../frame/toolbar.tsx";

const comparedText = (isSoFar: boolean, days: string, until: string) =>
  `${isSoFar ? " so far," : ""} compared with ${days}${until ? ` until ${until}` : ""}`;
const noon = (date: string) => `${date}T12:00:00Z`;

/** Formats days as the settings say. Days of figures are local already, so no timezone applies. */
function daysIn(dateFormat: DateFormat) {
  const day = (date: string) => formatDay(noon(date), { timezone: "UTC", dateFormat });
  const parts = timeFormat({ timeZone: "UTC", month: "short", day: "numeric" });
  const tick = (date: string) => {
    const [month = "", number = ""] = parts.format(new Date(noon(date))).split(" ");
    return dateFormat === "DD/MM/YYYY" ? `${number} ${month}` : `${month} ${number}`;
  };
  return {
    /** by the date format: `01/05/2026` */
    day,
    /** `01/05/2026 – 01/11/2026`, or the one day */
    span: (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`),
    /** for the axis, where a month's name is easier to read: `Jan 5`, or `Jan 2026` when years are compared */
    tick: (date: string, years: boolean) => (years ? `${tick(date).replace(/\d+/, "").trim()} ${date.slice(0, 4)}` : tick(date)),
  };
}

export function useDays() {
  const { dateFormat } = useSite();
  return useMemo(() => daysIn(dateFormat), [dateFormat]);
}

type RangeValues = { range: string; from: string; to: string };

export const RANGE_DEFAULTS = { range: DEFAULT_RANGE as string, from: "", to: "" };

export type AskedRange = { range: RangeName | "custom"; from?: string; to?: string };

const isNamed = (range: string): range is RangeName => (RANGES as readonly string[]).includes(range);

/** Today in the site's timezone. @param timezone IANA name */
export const todayIn = (timezone: string, now = new Date()): string => localDay(now.getTime(), timezone);

/** What is wrong with a custom range; null when nothing is. */
export function rangeProblem(from: string, to: string, today: string): string | null {
  if (!isDay(from) || !isDay(to)) return "Choose a first and a last day.";
  if (from > to) return "The first day must not be after the last.";
  if (to > today) return "The last day must not be in the future.";
  if (daysBetween(from, to) > CUSTOM_DAYS_MAX) return "At most ten years can be shown at once.";
  return null;
}

/**
 * Reads the range from a screen's URL.
 * @param today ISO date
 * @returns the query for the API, the days that it covers, and what is wrong with the range; then the default range is used
 */
export function rangeOf(
  { range, from, to }: RangeValues,
  today: string,
): { asked: AskedRange; period: Period; problem: string | null } {
  const problem = range === "custom" ? rangeProblem(from, to, today) : null;
  const asked: AskedRange =
    range === "custom" && !problem ? { range, from, to } : { range: isNamed(range) ? range : DEFAULT_RANGE };
  return { asked, period: periodOf(asked, today), problem };
}

const OPTIONS = [
  { value: "yesterday", label: "Yesterday" },
  { value: "last-week", label: "Last week" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "1y", label: "Last year" },
  { value: "custom", label: "Custom range" },
];

type OwnDaysProps = { period: Period; values: RangeValues; today: string; onChange(patch: Partial<RangeValues>): void };

function OwnDays({ period, values, today, onChange }: OwnDaysProps) {
  const id = useId();
  const asked = { from: values.from || period.from, to: values.to || period.to };
  const [typed, setTyped] = useState(asked);
  // The URL follows what was typed, perhaps when more has been typed: then the later input stays.
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
  /** ISO date of today in the site's timezone */
  today: string;
  /** the last day of the previous period, and the moment up to which it counts; known once the figures are loaded */
  compared: { to: string; until: string | null } | undefined;
  onChange(patch: Partial<RangeValues>): void;
};

export function RangeControl({ values, today, compared, onChange }: RangeControlProps) {
  const days = useDays();
  const dates = useDates();
  const { period } = rangeOf(values, today);
  const previous = previousPeriod(period);
  const isSoFar = period.to === today;
  // Figures of other days may still be visible.
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
          {comparedText(isSoFar, days.span(previous.from, previous.to), known?.until ? dates.clock(known.until) : "")}
          {isSoFar && known?.until === null ? ". Today isn’t over yet; earlier days are complete." : ""}
        </span>
      </p>
    </div>
  );
}
