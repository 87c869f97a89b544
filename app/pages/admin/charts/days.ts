import { useMemo } from "react";
import type { DateFormat } from "../../../domain/settings/settings.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { formatDay } from "../../../ui/date/format-date.ts";
import { useSite } from "../../public/layout/use-site.ts";

const noon = (date: string) => `${date}T12:00:00Z`;

/** Days as the settings have them. Days of figures are local already: no timezone moves them any more. */
function daysIn(dateFormat: DateFormat) {
  const day = (date: string) => formatDay(noon(date), { timezone: "UTC", dateFormat });
  const parts = timeFormat({ timeZone: "UTC", month: "short", day: "numeric" });
  const tick = (date: string) => {
    const [month = "", number = ""] = parts.format(new Date(noon(date))).split(" ");
    return dateFormat === "DD/MM/YYYY" ? `${number} ${month}` : `${month} ${number}`;
  };
  return {
    /** as the date format says: `01/05/2026` */
    day,
    /** `01/05/2026 – 01/11/2026`, or the one day */
    span: (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`),
    /** for the axis, where a month's name is read faster: `Jan 5`, with the year where years are compared: `Jan 2026` */
    tick: (date: string, years: boolean) => (years ? `${tick(date).replace(/\d+/, "").trim()} ${date.slice(0, 4)}` : tick(date)),
  };
}

/** How the back office writes the days of figures. */
export function useDays() {
  const { dateFormat } = useSite();
  return useMemo(() => daysIn(dateFormat), [dateFormat]);
}
