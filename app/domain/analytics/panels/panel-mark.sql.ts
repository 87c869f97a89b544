import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { startOfDay } from "../../../platform/time/zone.ts";
import type { LocalDays } from "./panel-drilled.sql.ts";

/** An edit is marked when more than this part of a post's words is new or gone, in percent. */
const BIG_EDIT_PERCENT = 20;
/** A day is marked when more mails than this went to readers. */
const FEW_MAILS = 1;

/** What happened on a day (ISO date): how often, and the post where it was one. */
export type Happened = { day: string; count: number; title: string | null; post_id: string | null };

/** Whether `time` falls on one of the days. */
const during = (time: RawBuilder<unknown>, { from, to, timezone }: LocalDays) =>
  sql`${time} >= ${startOfDay(from, timezone)} and ${time} < ${startOfDay(to, timezone, 1)}`;

const localDate = (time: RawBuilder<unknown>, { timezone }: LocalDays) =>
  sql`to_char(${time} at time zone ${timezone}, 'YYYY-MM-DD')`;

/** Whether `post` is the article behind an address; every one is where there is no address. */
const behind = (path: number | null, post: RawBuilder<unknown>) =>
  path === null ? sql`true` : sql`${post} = (select post_id from analytics_paths where id = ${path})`;

/** Articles by the day on which they were public for the first time. */
export async function publicationsByDay(db: Db, days: LocalDays, path: number | null): Promise<Happened[]> {
  const time = sql`first_published_at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(*) as count, min(title) as title,
      min(id::text) as post_id
    from posts where ${during(time, days)} and status <> 'trashed' and ${behind(path, sql`id`)} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** Articles by the day on which much of their text was rewritten while they were public; each counts once a day. */
export async function editsByDay(db: Db, days: LocalDays, path: number | null): Promise<Happened[]> {
  const time = sql`e.at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(distinct p.id) as count,
      min(p.title) as title, min(p.id::text) as post_id
    from audit_log e join posts p on p.id::text = e.entity_id
    where ${during(time, days)} and e.after ? 'rewritten_percent' and e.entity = 'post'
      and (e.after ->> 'rewritten_percent')::numeric > ${BIG_EDIT_PERCENT} and p.first_published_at < e.at and p.status <> 'trashed'
      and ${behind(path, sql`p.id`)}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Mails that went to readers by day, where it were more than a few. The outbox keeps them for some weeks. */
export async function mailsByDay(db: Db, days: LocalDays): Promise<Happened[]> {
  const time = sql`sent_at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(*) as count, null as title,
      null as post_id
    from outbox where ${during(time, days)} and state = 'sent' and kind <> 'admin_notices'
    group by 1 having count(*) > ${FEW_MAILS} order by 1`.execute(db);
  return rows;
}
