import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { userPolicy } from "./user.policy.ts";
import {
  type Account,
  type AdminUser,
  type Profile,
  type Role,
  USER_SEARCH_MAX,
  type UserCounts,
  type UserSort,
  type UserState,
  type UsersPage,
} from "./user.ts";
import {
  countEverybody,
  countUsers,
  findCommentsOf,
  findListed,
  findMailTo,
  findOwnRow,
  findPostsOf,
  findSessionsOf,
  findUser,
  findUserByEmail,
  findUsers,
  hasPassword,
  type ListedUser,
  type UserFilter,
  type UserRow,
  usersOfPage,
} from "./users.sql.ts";

/** Presents a user. */
export const presentProfile = ({ id, email, full_name, role }: UserRow): Profile => ({
  id,
  email,
  full_name,
  role: role as Role,
});

/** Presents an account to its owner. */
const presentAccount = (row: UserRow): Omit<Account, "has_password"> => ({
  ...presentProfile(row),
  bio: row.bio,
  email_confirmed_at: row.email_confirmed_at?.toISOString() ?? null,
  pending_email: row.pending_email,
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
});

/** Presents a user to the back office. */
const presentAdminUser = (row: ListedUser): AdminUser => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  bio: row.bio,
  role: row.role as Role,
  is_active: row.is_active,
  state: !row.is_active ? "inactive" : row.invited_at ? "invited" : "active",
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  posts_count: row.posts_count,
  comments_count: row.comments_count,
  invited_until: row.invited_at ? (row.invited_until?.toISOString() ?? null) : null,
});

/**
 * Reads a profile by id.
 * @throws DomainError PGRST116 when there is none or the actor may not see it
 */
export async function readUser(ctx: Context, actor: ActorOrOperator, id: string): Promise<Profile> {
  const found = userPolicy.read.allows(actor, { id }) ? await findUser(ctx.db, id) : undefined;
  if (!found) throw notFound("User");
  return presentProfile(found);
}

/** Reads the account of a signed-in user. @throws DomainError PGRST116 when it has just been deleted */
export async function readAccount(ctx: Context, userId: string): Promise<Account> {
  const found = await findUser(ctx.db, userId);
  if (!found) throw notFound("User");
  return { ...presentAccount(found), has_password: await hasPassword(ctx.db, userId) };
}

/**
 * Exports everything that the site stores about a user, as one snapshot. Secrets (hashes, tokens, links in mails) are left out.
 * @returns plain data for JSON; dates are ISO 8601 in UTC there
 * @throws DomainError PGRST116 when the account has just been deleted
 */
export async function exportAccount(ctx: Context, userId: string) {
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const profile = await findOwnRow(db, userId);
      if (!profile) throw notFound("User");
      return {
        exported_at: ctx.clock.now(),
        profile,
        sessions: await findSessionsOf(db, userId),
        posts: await findPostsOf(db, userId),
        comments: await findCommentsOf(db, userId),
        mails: await findMailTo(db, profile.email),
      };
    });
}

type Found = Omit<Account, "has_password"> & { is_active: boolean };

/** Reads an account by its email address. @throws DomainError PGRST116, or `forbidden` for actors who don't manage accounts */
export async function readUserByEmail(ctx: Context, actor: ActorOrOperator, email: string): Promise<Found> {
  authorize(actor, userPolicy.readAny);
  const found = await findUserByEmail(ctx.db, email);
  if (!found) throw notFound("User");
  return { ...presentAccount(found), is_active: found.is_active };
}

/** Lists all accounts, newest first. @throws DomainError `forbidden` for actors who don't manage accounts */
export async function listUsers(ctx: Context, actor: ActorOrOperator): Promise<Found[]> {
  authorize(actor, userPolicy.readAny);
  return (await findUsers(ctx.db)).map((row) => ({ ...presentAccount(row), is_active: row.is_active }));
}

type UsersQuery = {
  /** part of a name or email address, in any case */
  search?: string | undefined;
  role?: Role | undefined;
  state?: UserState | undefined;
  sort: UserSort;
  /** from 1 */
  page: number;
  limit: number;
};

/** Cleans a search. NUL, which no text contains, and the line break that separates email address and name become spaces. */
function termOf(search: string | undefined): string | undefined {
  const term = (search ?? "").slice(0, USER_SEARCH_MAX).replaceAll("\0", " ").replaceAll("\n", " ").toWellFormed().trim();
  return term || undefined;
}

/** The total of a filter if the counts of all users imply it; otherwise undefined. */
function knownTotal({ term, role, state }: UserFilter, counts: UserCounts): number | undefined {
  if (term !== undefined) return undefined;
  if (role === "user" && state === "active") return counts.active - counts.active_admins;
  if (role !== undefined && state !== undefined) return undefined;
  if (state !== undefined) return counts[state];
  if (role !== undefined) return role === "admin" ? counts.admins : counts.total - counts.admins;
  return counts.total;
}

/**
 * Lists a page of the users, with counts of all users. A page beyond the end is empty but has the right totals.
 * @throws DomainError `forbidden` for actors who don't manage accounts
 */
export async function listUsersPage(ctx: Context, actor: ActorOrOperator, query: UsersQuery, site: Site): Promise<UsersPage> {
  authorize(actor, userPolicy.readAny);
  const { role, state, sort, page, limit } = query;
  const filter = { term: termOf(query.search), role, state };
  const now = ctx.clock.now();
  const offset = (page - 1) * limit;
  const find = (among?: number) => usersOfPage(ctx.db, filter, { sort, limit, offset, now, total: among });
  // Without a search, an index finds the page, so it is read at once. With a search, it is worth counting first.
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

/** Reads one user as the list shows them. @throws DomainError PGRST116 */
export async function readListed(ctx: Context, id: string): Promise<AdminUser> {
  const row = await findListed(ctx.db, id, ctx.clock.now());
  if (!row) throw notFound("User");
  return presentAdminUser(row);
}
