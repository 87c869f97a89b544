/** Minutes by which the clocks of `timezone` (IANA name) are ahead of UTC at `moment`. */
function aheadOfUtc(moment: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return (local - Math.floor(moment.getTime() / 60_000) * 60_000) / 60_000;
}

/**
 * When a day begins where the site's clocks are.
 * @param day 2026-01-31; @param timezone IANA name; @param later whole days to add
 */
export function startOfDay(day: string, timezone: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const midnight = Date.UTC(year, month - 1, date + later);
  const guess = new Date(midnight - aheadOfUtc(new Date(midnight), timezone) * 60_000);
  // The clocks may have changed between the guess and UTC's midnight.
  return new Date(midnight - aheadOfUtc(guess, timezone) * 60_000);
}
