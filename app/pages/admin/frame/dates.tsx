import { useMemo, useSyncExternalStore } from "react";
import type { DateFormat } from "../../../domain/settings/settings.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { formatDay } from "../../../ui/format-date.ts";
import { useSite } from "../../data.ts";

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** How long ago something was, in the largest unit that fits at least once: "5 minutes ago". */
export function agoText(iso: string, now: Date): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : "just now";
}

const clockOf = (timeZone: string) => timeFormat({ timeZone, hour: "numeric", minute: "2-digit" });

/** Formats times as the settings say. @param settings `timezone`: IANA name */
export function datesIn({ timezone, dateFormat }: { timezone: string; dateFormat: DateFormat }) {
  const day = (iso: string) => formatDay(iso, { timezone, dateFormat });
  return {
    /** the day, exactly as the date format says: "01/05/2026" */
    day,
    /** day and time: "01/05/2026, 4:07 PM" */
    time: (iso: string) => {
      const date = day(iso);
      return date ? `${date}, ${clockOf(timezone).format(new Date(iso))}` : "";
    },
    /** the time of day: "4:07 PM" */
    clock: (iso: string) => clockOf(timezone).format(new Date(iso)),
    /** how long ago: "3 hours ago" */
    ago: (iso: string) => agoText(iso, new Date()),
  };
}

export function useDates() {
  const { timezone, dateFormat } = useSite();
  return useMemo(() => datesIn({ timezone, dateFormat }), [timezone, dateFormat]);
}

export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

const MINUTE = 60_000;
/** How often to check whether the minute is over, in ms. */
const LOOK = 15_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function watchMinute(onLook: () => void): () => void {
  watchers.add(onLook);
  timer ??= setInterval(() => {
    for (const look of watchers) look();
  }, LOOK);
  return () => {
    watchers.delete(onLook);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current minute. Components that use it render again when it is over. They share one timer. */
const useMinute = (): number => useSyncExternalStore(watchMinute, () => Math.floor(Date.now() / MINUTE));

export function Ago({ iso }: { iso: string }) {
  const dates = useDates();
  useMinute();
  return (
    <time dateTime={iso} title={dates.time(iso)}>
      {dates.ago(iso)}
    </time>
  );
}
