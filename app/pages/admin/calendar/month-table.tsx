import { adminRoutes } from "../../../admin-routes.ts";
import type { CalendarEntry } from "../../../domain/posts/scheduling/model.ts";
import { weeksOf } from "../../../platform/time/month.ts";
import { Link } from "../../../ui/link/link.tsx";
import { useDates } from "../frame/dates.tsx";
import { dayName, monthName } from "./month.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** What an entry is, in words. */
const KINDS: Record<CalendarEntry["kind"], string> = { published: "Published", publish: "Scheduled", update: "Update" };

function Entry({ entry }: { entry: CalendarEntry }) {
  const { clock } = useDates();
  const { post_id, title, kind, at, failure } = entry;
  return (
    <li className={`calendar-entry calendar-${failure ? "failed" : kind}`}>
      <span className="calendar-when">
        <time dateTime={at}>{clock(at)}</time>
        {` ${failure ? "Failed" : KINDS[kind]}`}
      </span>
      <Link to={adminRoutes.editPost(post_id)} title={failure ?? undefined}>
        {title}
      </Link>
    </li>
  );
}

type MonthTableProps = { month: string; today: string; entries: readonly CalendarEntry[]; busy: boolean };

/** A month, week by week. Where there is no room for a table the days stand below each other, and those without entries aren't shown. */
export function MonthTable({ month, today, entries, busy }: MonthTableProps) {
  const byDay = Map.groupBy(entries, ({ day }) => day);
  return (
    <table className="calendar" aria-busy={busy}>
      <caption className="sr-only">{monthName(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = byDay.get(day) ?? [];
              const place = day.startsWith(month) ? "calendar-day" : "calendar-day calendar-beside";
              return (
                <td
                  key={day}
                  className={own.length > 0 ? place : `${place} calendar-free`}
                  aria-current={day === today ? "date" : undefined}
                >
                  <time className="calendar-number" dateTime={day}>
                    <span aria-hidden="true">{Number(day.slice(8))}</span>
                    <span className="calendar-name">{dayName(day)}</span>
                  </time>
                  {own.length > 0 ? (
                    <ul>
                      {own.map((entry) => (
                        <Entry key={`${entry.post_id} ${entry.kind}`} entry={entry} />
                      ))}
                    </ul>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
