import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import type { AdminUser, Role, UserCounts, UserSort, UserState } from "./user.ts";

type Db = Kysely<DB>;

/** What a list is narrowed to; `term` is part of a name or an address. */
export type UserFilter = { term?: string | undefined; role?: Role | undefined; state?: UserState | undefined };

const STATE = {
  active: sql<boolean>`(is_active and invited_at is null)`,
  inactive: sql<boolean>`not is_active`,
  invited: sql<boolean>`(is_active and invited_at is not null)`,
} as const;

/** Each as its index of db/migrations/0012_users.sql has it, or backwards. */
const ORDER: Record<UserSort, RawBuilder<unknown>> = {
  "-created_at": sql`created_at desc, id`,
  created_at: sql`created_at, id desc`,
  full_name: sql`lower(coalesce(full_name, '')), id`,
  "-full_name": sql`lower(coalesce(full_name, '')) desc, id desc`,
  email: sql`lower(email), id`,
  "-email": sql`lower(email) desc, id desc`,
  "-last_sign_in_at": sql`last_sign_in_at desc nulls last, id`,
  last_sign_in_at: sql`last_sign_in_at nulls first, id desc`,
};

function matching({ term, role, state }: UserFilter, has: TextCondition): RawBuilder<unknown> {
  const rules: RawBuilder<unknown>[] = [sql`true`];
  if (term !== undefined) rules.push(has(sql`words`, term));
  if (role !== undefined) rules.push(sql`role = ${role}`);
  if (state !== undefined) rules.push(STATE[state]);
  return sql.join(rules, sql` and `);
}

type Column = "id" | "email" | "full_name" | "bio" | "role" | "is_active" | "invited_at" | "created_at" | "last_sign_in_at";
export type ListedUser = Pick<Selectable<DB["users"]>, Column> &
  Pick<AdminUser, "posts_count" | "comments_count"> & { invited_until: Date | null };

/** What is told of the users with these ids: the counts are made for those alone. */
const told = (ids: RawBuilder<unknown>, order: RawBuilder<unknown>, now: Date) => sql<ListedUser>`
  select id, email, full_name, bio, role, is_active, invited_at, created_at, last_sign_in_at,
    (select count(*)::int from posts where author_id = chosen.id and status <> 'trashed') as posts_count,
    (select count(*)::int from comments where author_id = chosen.id and status <> 'trashed') as comments_count,
    (select expires_at from one_time_tokens t
     where t.user_id = chosen.id and kind = 'invite' and used_at is null and expires_at > ${now}) as invited_until
  from users chosen where id = any(array(${ids})) order by ${order}`;

/** Users of a list. Those of the pages before are walked past by their ids. @param page `total`: how many match a term */
export async function usersOfPage(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset, now, total = 0 }: { sort: UserSort; limit: number; offset: number; now: Date; total?: number },
): Promise<ListedUser[]> {
  const has = textConditionForPage(total, offset + limit);
  const ids = sql`select id from users where ${matching(filter, has)} order by ${ORDER[sort]} limit ${limit} offset ${offset}`;
  return (await told(ids, ORDER[sort], now).execute(db)).rows;
}

/** One user as the list shows them. */
export async function findListed(db: Db, id: string, now: Date): Promise<ListedUser | undefined> {
  return (await told(sql`select ${id}::uuid`, sql`id`, now).execute(db)).rows[0];
}

/** How many users a filter lets through. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from users where ${matching(filter, findsText)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * How many users there are, by what they are. All are counted in an index; whoever isn't like most has one of their own
 * (db/migrations/0012_users.sql).
 * @param timezone where the month begins, an IANA name
 */
export async function countEverybody(db: Db, now: Date, timezone: string): Promise<UserCounts> {
  const count = (rule: RawBuilder<unknown>) => sql`(select count(*)::int from users where ${rule})`;
  const { rows } = await sql<UserCounts>`
    select total, admins, total - inactive - invited as active, inactive, invited, new_this_month, active_admins from (
      select ${count(sql`true`)} as total, ${count(sql`role = 'admin'`)} as admins, ${count(STATE.inactive)} as inactive,
        ${count(STATE.invited)} as invited, ${count(sql`role = 'admin' and ${STATE.active}`)} as active_admins,
        ${count(sql`created_at >= date_trunc('month', ${now}::timestamptz, ${timezone})`)} as new_this_month
    ) counted`.execute(db);
  return rows[0] as UserCounts;
}
