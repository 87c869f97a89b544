import { type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { startOfDay } from "../../platform/time/zone.ts";
import type { Context } from "../context.ts";
import { AUDIT_PAGE_SIZE_MAX, AUDIT_TOTAL_CAP, type AuditPage, type AuditQuery, type AuditRow } from "./audit.ts";

type EntryRow = Selectable<Omit<DB["audit_log"], "actor_id">>;

const present = ({ id, at, before, after, ...row }: EntryRow): AuditRow => ({
  id: String(id),
  at: at.toISOString(),
  ...row,
  before: before as AuditRow["before"],
  after: after as AuditRow["after"],
});

type Filter = Omit<AuditQuery, "from" | "to"> & { from?: Date | undefined; until?: Date | undefined };

/** Newest first. A page (from 1) beyond the end is empty but has the right totals. @param timezone IANA name, for `from` and `to` */
export async function listAudit(
  ctx: Context,
  { from, to, page, limit: wanted, ...query }: AuditQuery & { page: number; limit: number },
  timezone: string,
): Promise<AuditPage> {
  const limit = Math.min(wanted, AUDIT_PAGE_SIZE_MAX);
  const filter: Filter = {
    ...query,
    from: from === undefined ? undefined : startOfDay(from, timezone),
    until: to === undefined ? undefined : startOfDay(to, timezone, 1),
  };
  const [counted, who, actions] = await Promise.all([
    countEntries(ctx.db, filter, AUDIT_TOTAL_CAP + 1),
    valuesOf(ctx.db, "actor_email"),
    valuesOf(ctx.db, "action"),
  ]);
  const total = Math.min(counted, AUDIT_TOTAL_CAP);
  const offset = (page - 1) * limit;
  const rows = offset < total ? await entriesOfPage(ctx.db, filter, { limit, offset }) : [];
  const totals = { total, total_is_capped: counted > total, page, pages: Math.ceil(total / limit), limit };
  return { items: rows.map(present), ...totals, filters: { who, actions } };
}

function filtered(db: Db, { search, who, entity, action, from, until }: Filter) {
  let query = db.selectFrom("audit_log");
  if (who !== undefined) query = query.where("actor_email", "=", who);
  if (entity !== undefined) query = query.where("entity", "=", entity);
  if (action !== undefined) query = query.where("action", "=", action);
  if (from) query = query.where("at", ">=", from);
  if (until) query = query.where("at", "<", until);
  if (search !== undefined) query = query.where("label", "ilike", `%${search.replace(/[\\%_]/g, "\\$&")}%`);
  return query;
}

async function countEntries(db: Db, filter: Filter, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select(sql`1`.as("one")).limit(most).as("found"))
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function entriesOfPage(db: Db, filter: Filter, page: { limit: number; offset: number }): Promise<EntryRow[]> {
  return filtered(db, filter)
    .select(["id", "at", "actor_email", "action", "entity", "entity_id", "label", "before", "after"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Sorted. Reads one index entry for each value, however long the log is. */
async function valuesOf(db: Db, column: "actor_email" | "action"): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive values as (
      (select ${name} as value from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > v.value order by ${name} limit 1) from values v where v.value is not null
    )
    select value from values where value is not null`.execute(db);
  return rows.map((row) => row.value);
}
