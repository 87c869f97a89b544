import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { CalendarEntry, Calendar as Days } from "../../../domain/posts/schedule/schedule.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { addMonths, weeksOf } from "../../../platform/time/month.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { localDay, wallTime } from "../../../platform/time/zone.ts";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { type Asked, type Choice, ScheduleDialog } from "./schedule-dialog.tsx";
import { offeredTime } from "./schedule-post.ts";

/** How long the data counts as fresh, in ms. It is short, because posts are published while the calendar is open. */
const FRESH = 15_000;

/** Some days of the calendar. Its key begins with the posts' key, because every change of posts changes it. */
const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["admin", "posts", "calendar", from, to],
    queryFn: () => body(adminApi.calendar.$get({ query: query({ from, to }) })),
    staleTime: FRESH,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

/** Months are `2026-01`, days `2026-01-31`. @returns the month, or null when the text is none */
export function monthIn(text: string): string | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null;
  return text >= "1970-01" ? text : null;
}

/** "January 2026" */
export const monthName = (month: string): string =>
  timeFormat({ timeZone: "UTC", month: "long", year: "numeric" }).format(Date.parse(`${month}-01`));

/** "Saturday, January 31" */
export const dayName = (day: string): string =>
  timeFormat({ timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(Date.parse(day));

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const KINDS: Record<CalendarEntry["kind"], string> = {
  published: "Published",
  publish: "Scheduled",
  update: "Update",
};

/** A post that is dragged; `at`: when it is planned, in ISO 8601. */
type Dragged = Choice & { at?: string };

const POST_TYPE = "application/x-skylark-post";

const dragged = (post: Dragged) => ({
  draggable: true,
  onDragStart({ dataTransfer }: DragEvent) {
    dataTransfer.effectAllowed = "move";
    dataTransfer.setData(POST_TYPE, JSON.stringify(post));
  },
});

const changeId = (postId: string) => `change-${postId}`;

type EntryProps = {
  entry: CalendarEntry;
  /** asks for another time, where there is no mouse to drag with */
  onChangeTime(post: Dragged): void;
};

function Entry({ entry, onChangeTime }: EntryProps) {
  const { clock } = useDates();
  const { post_id, title, kind, at, failure } = entry;
  const post = { id: post_id, title, at };
  return (
    <li className={`calendar-entry calendar-${failure ? "failed" : kind}`} {...(kind === "publish" && dragged(post))}>
      <span className="calendar-when">
        <time dateTime={at}>{clock(at)}</time>
        {/* Most entries are published: their color says so. */}
        <span className={kind === "published" ? "sr-only" : undefined}>{` ${failure ? "Failed" : KINDS[kind]}`}</span>
      </span>
      <Link to={adminRoutes.editPost(post_id)} dir="auto" title={failure ?? undefined} draggable={false}>
        {title}
      </Link>
      {kind === "publish" ? (
        <button
          type="button"
          id={changeId(post_id)}
          className="small-button calendar-change"
          aria-label={`Change time of ${title}`}
          title="Change time"
          onClick={() => onChangeTime(post)}
        >
          <AdminIcon name="clock" />
          <span>Change time</span>
        </button>
      ) : null}
    </li>
  );
}

type DayProps = {
  day: string;
  month: string;
  today: string;
  entries: readonly CalendarEntry[];
  onPlan(day: string, post?: Dragged): void;
};

function Day({ day, month, today, entries, onPlan }: DayProps) {
  const [isOver, setOver] = useState(false);
  const isOpen = day >= today;
  const target = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(POST_TYPE)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onPlan(day, JSON.parse(event.dataTransfer.getData(POST_TYPE)) as Dragged);
    },
  };
  const classes = ["calendar-day"];
  if (!day.startsWith(month)) classes.push("calendar-beside");
  if (entries.length === 0) classes.push("calendar-free");
  if (isOver) classes.push("calendar-over");
  return (
    <td className={classes.join(" ")} aria-current={day === today ? "date" : undefined} {...(isOpen && target)}>
      <div className="calendar-head">
        <time className="calendar-number" dateTime={day}>
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          <span className="calendar-name">{dayName(day)}</span>
        </time>
        {isOpen ? (
          <button
            type="button"
            className="icon-button calendar-add"
            aria-label={`Schedule a post for ${dayName(day)}`}
            onClick={() => onPlan(day)}
          >
            <AdminIcon name="plus" />
          </button>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <ul>
          {entries.map((entry) => (
            <Entry key={`${entry.post_id} ${entry.kind}`} entry={entry} onChangeTime={(post) => onPlan(day, post)} />
          ))}
        </ul>
      ) : null}
    </td>
  );
}

type MonthTableProps = Pick<DayProps, "month" | "today" | "onPlan"> & { entries: readonly CalendarEntry[]; busy: boolean };

function MonthTable({ month, today, entries, busy, onPlan }: MonthTableProps) {
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
            {week.map((day) => (
              <Day key={day} day={day} month={month} today={today} entries={byDay.get(day) ?? []} onPlan={onPlan} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Drafts({ drafts: { items, total }, onPlan }: { drafts: Days["drafts"]; onPlan(post: Choice): void }) {
  return (
    <section className="calendar-drafts" aria-labelledby="calendar-drafts">
      <h2 id="calendar-drafts">Drafts without a date</h2>
      {items.length === 0 ? <p className="calendar-none">No drafts are waiting for a date.</p> : null}
      <ul>
        {items.map(({ id, title, updated_at }) => (
          <li key={id} {...dragged({ id, title })}>
            <Link to={adminRoutes.editPost(id)} dir="auto" draggable={false}>
              {title}
            </Link>
            <span className="row-note">
              Edited <Ago iso={updated_at} />
            </span>
            <button type="button" className="small-button" aria-label={`Schedule ${title}`} onClick={() => onPlan({ id, title })}>
              Schedule...
            </button>
          </li>
        ))}
      </ul>
      {total > items.length ? <p className="calendar-none">and {total - items.length} more</p> : null}
    </section>
  );
}

type MonthStepProps = { to: string; label: string; icon: "arrow-left" | "arrow-right" };

const MonthStep = ({ to, label, icon }: MonthStepProps) => (
  <Link className="icon-button" to={to} aria-label={label} preventScrollReset>
    <AdminIcon name={icon} />
  </Link>
);

export function Calendar() {
  const { timezone } = useSite();
  const { values, href } = useListState({ month: "" });
  const present = localDay(Date.now(), timezone).slice(0, 7);
  const month = monthIn(values.month) ?? present;
  const weeks = weeksOf(month);
  const days = useQuery(calendarQuery(weeks[0]?.[0] ?? "", weeks.at(-1)?.at(-1) ?? ""));
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The post whose entry may have moved to another day, with the button that was focused. */
  const scheduled = useRef<string>(null);
  const plan = (day?: string, post?: Dragged) => {
    const at = post?.at ? wallTime(new Date(post.at), timezone).slice(10) : null;
    setAsked({ at: at && day ? `${day}${at}` : offeredTime(timezone, day), ...(post && { post }) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new days are what moves the entry
  useEffect(() => {
    const id = scheduled.current;
    scheduled.current = null;
    if (id && document.activeElement === document.body) document.getElementById(changeId(id))?.focus();
  }, [days.data]);
  const to = (other: string) => href({ month: other === present ? "" : other });
  const close = (id?: string) => {
    scheduled.current = id ?? null;
    setAsked(null);
  };
  const create = (
    <Link className="button button-solid" to={adminRoutes.createPost()}>
      Create New Post
    </Link>
  );
  return (
    <AdminPage title="Calendar" lead="Published and scheduled posts." actions={create}>
      <nav className="calendar-steps" aria-label="Months">
        <MonthStep to={to(addMonths(month, -1))} label={`Back to ${monthName(addMonths(month, -1))}`} icon="arrow-left" />
        <h2 aria-live="polite">{monthName(month)}</h2>
        <MonthStep to={to(addMonths(month, 1))} label={`On to ${monthName(addMonths(month, 1))}`} icon="arrow-right" />
        {month === present ? null : (
          <Link className="small-button" to={to(present)} preventScrollReset>
            Today
          </Link>
        )}
      </nav>
      <QueryView query={days} noun="the calendar">
        {({ entries, today, more, drafts }) => (
          <div className="calendar-columns">
            <div>
              <MonthTable month={month} today={today} entries={entries} busy={days.isPlaceholderData} onPlan={plan} />
              {entries.length === 0 ? <p className="calendar-none">Nothing is published or scheduled in these weeks.</p> : null}
              {more ? <p className="calendar-none">Some entries of these weeks aren’t shown.</p> : null}
            </div>
            <Drafts drafts={drafts} onPlan={(post) => plan(undefined, post)} />
            <ScheduleDialog asked={asked} choices={drafts.items} onClose={close} />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
