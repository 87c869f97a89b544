import { startOfDay } from "../../platform/time/zone.ts";
import type { Context } from "../context.ts";
import { countEntries, type EntryRow, entriesOfPage, type Filter, valuesOf } from "./audit.sql.ts";
import { AUDIT_PAGE_SIZE_MAX, AUDIT_TOTAL_CAP, type AuditPage, type AuditQuery, type AuditRow } from "./audit.ts";

const present = ({ id, at, before, after, ...row }: EntryRow): AuditRow => ({
  id: String(id),
  at: at.toISOString(),
  ...row,
  before: before as AuditRow["before"],
  after: after as AuditRow["after"],
});

/**
 * Lists a page of the log, newest first. A page beyond the end is empty but has the right totals.
 * @param query the filters, the page (from 1) and its size (1 to 100)
 * @param timezone IANA name of the time zone that `from` and `to` are days of
 */
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
