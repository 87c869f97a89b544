import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { presentAdminUser } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import {
  type AdminUser,
  type Role,
  USER_SEARCH_MAX,
  type UserCounts,
  type UserSort,
  type UserState,
  type UsersPage,
} from "./user.ts";
import { countEverybody, countUsers, findListed, type UserFilter, usersOfPage } from "./user-list.sql.ts";

export type UsersQuery = {
  /** part of a name or an address, in any case */
  search?: string | undefined;
  role?: Role | undefined;
  state?: UserState | undefined;
  sort: UserSort;
  /** from 1 */
  page: number;
  limit: number;
};

/** What is searched for. NUL, which no text holds, and a line's end, which stands between address and name, are taken as a space. */
function termOf(search: string | undefined): string | undefined {
  const term = (search ?? "").slice(0, USER_SEARCH_MAX).replaceAll("\0", " ").replaceAll("\n", " ").toWellFormed().trim();
  return term || undefined;
}

/** How many there are where the counts of everybody say it already; undefined where they don't. */
function knownTotal({ term, role, state }: UserFilter, counts: UserCounts): number | undefined {
  if (term !== undefined) return undefined;
  if (role === "user" && state === "active") return counts.active - counts.active_admins;
  if (role !== undefined && state !== undefined) return undefined;
  if (state !== undefined) return counts[state];
  if (role !== undefined) return role === "admin" ? counts.admins : counts.total - counts.admins;
  return counts.total;
}

/**
 * A page of the users, with how many there are of all. A page beyond the end is empty and has the right totals.
 * @throws DomainError `forbidden` for who doesn't manage accounts
 */
export async function listUsersPage(ctx: Context, doer: ActorOrOperator, query: UsersQuery, site: Site): Promise<UsersPage> {
  authorize(doer, userPolicy.readAny);
  const { role, state, sort, page, limit } = query;
  const filter = { term: termOf(query.search), role, state };
  const now = ctx.clock.now();
  const offset = (page - 1) * limit;
  const find = (among?: number) => usersOfPage(ctx.db, filter, { sort, limit, offset, now, total: among });
  // Without a search a page is found by an index, whether there is one or not; a search is worth counting first.
  const isSearched = filter.term !== undefined;
  const [counts, matching, found] = await Promise.all([
    countEverybody(ctx.db, now, site.timezone),
    isSearched ? countUsers(ctx.db, filter) : undefined,
    isSearched ? undefined : find(),
  ]);
  const total = matching ?? knownTotal(filter, counts) ?? (await countUsers(ctx.db, filter));
  const rows = found ?? (offset < total ? await find(total) : []);
  return { items: rows.map(presentAdminUser), total, page, pages: Math.ceil(total / limit), limit, counts };
}

/** One user as the list shows them. @throws DomainError PGRST116 */
export async function readListed(ctx: Context, id: string): Promise<AdminUser> {
  const row = await findListed(ctx.db, id, ctx.clock.now());
  if (!row) throw notFound("User");
  return presentAdminUser(row);
}
