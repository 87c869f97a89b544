import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Calendar as Days } from "../../../domain/posts/scheduling/model.ts";
import { addMonths, weeksOf } from "../../../platform/time/month.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { Link } from "../../../ui/link/link.tsx";
import { useSite } from "../../public/layout/use-site.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Ago } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { monthIn, monthName } from "./month.ts";
import { MonthTable } from "./month-table.tsx";
import { calendarQuery } from "./queries.ts";

/** Drafts that wait for a day of theirs. */
function Drafts({ drafts: { items, total } }: { drafts: Days["drafts"] }) {
  return (
    <section className="calendar-drafts" aria-labelledby="calendar-drafts">
      <h2 id="calendar-drafts">Drafts without a date</h2>
      {items.length === 0 ? <p className="calendar-none">Every draft has its day.</p> : null}
      <ul>
        {items.map(({ id, title, updated_at }) => (
          <li key={id}>
            <Link to={adminRoutes.editPost(id)}>{title}</Link>
            <span className="row-note">
              {"Edited "}
              <Ago iso={updated_at} />
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? <p className="calendar-none">{`and ${total - items.length} more`}</p> : null}
    </section>
  );
}

/** What went out, and what will, month by month. */
export function Calendar() {
  const { timezone } = useSite();
  const { values, href } = useListState({ month: "" });
  const present = localDay(Date.now(), timezone).slice(0, 7);
  const month = monthIn(values.month) ?? present;
  const weeks = weeksOf(month);
  const days = useQuery(calendarQuery(weeks[0]?.[0] ?? "", weeks.at(-1)?.at(-1) ?? ""));
  const to = (other: string) => href({ month: other === present ? "" : other });
  const create = (
    <Link className="button button-solid" to={adminRoutes.createPost()}>
      Create New Post
    </Link>
  );
  return (
    <AdminPage title="Calendar" lead="What went out, and what goes out by itself." actions={create}>
      <nav className="calendar-steps" aria-label="Months">
        <Link className="icon-button" to={to(addMonths(month, -1))} aria-label={`Back to ${monthName(addMonths(month, -1))}`}>
          <AdminIcon name="arrow-left" />
        </Link>
        <h2 aria-live="polite">{monthName(month)}</h2>
        <Link className="icon-button" to={to(addMonths(month, 1))} aria-label={`On to ${monthName(addMonths(month, 1))}`}>
          <AdminIcon name="arrow-right" />
        </Link>
        {month === present ? null : (
          <Link className="small-button" to={to(present)}>
            Today
          </Link>
        )}
      </nav>
      <QueryView query={days} noun="the calendar">
        {({ entries, today, more, drafts }) => (
          <div className="calendar-columns">
            <div>
              <MonthTable month={month} today={today} entries={entries} busy={days.isPlaceholderData} />
              {entries.length === 0 ? (
                <p className="calendar-none">Nothing went out, and nothing is planned in these weeks.</p>
              ) : null}
              {more ? <p className="calendar-none">There is more in these weeks than can be shown.</p> : null}
            </div>
            <Drafts drafts={drafts} />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
