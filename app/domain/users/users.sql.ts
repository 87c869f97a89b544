import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import { POST_COLUMNS } from "../posts/post.ts";
import type { AdminUser, ProfileChange, Role, UserCounts, UserSort, UserState } from "./user.ts";

/** The columns that are read of a user. */
const COLUMNS = [
  "id",
  "email",
  "full_name",
  "bio",
  "role",
  "is_active",
  "email_confirmed_at",
  "pending_email",
  "created_at",
  "last_sign_in_at",
  "invited_at",
] as const;

export type UserRow = Pick<Selectable<DB["users"]>, (typeof COLUMNS)[number]>;

/** A user by id. */
export const findUser = (db: Db, id: string) => db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst();

/** Whether an account has a password. */
export const hasPassword = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom("user_passwords").select("user_id").where("user_id", "=", userId).executeTakeFirst()) !== undefined;

/** A user by email address, ignoring case. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom("users").select(COLUMNS).where(sql`lower(email)`, "=", sql`lower(${email})`).executeTakeFirst();

/** All users, newest first. */
export const findUsers = (db: Db) => db.selectFrom("users").select(COLUMNS).orderBy("created_at", "desc").orderBy("id").execute();

/** Adds a user. @returns undefined if the id or the email address is taken */
export const insertUser = (
  db: Db,
  values: {
    id?: string;
    email: string;
    full_name: string | null;
    role: Role;
    email_confirmed_at?: Date;
    invited_at?: Date;
    created_at?: Date;
  },
) =>
  db
    .insertInto("users")
    .values({ ...values, email: values.email.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();

/** Sets the name, the bio or both. */
export const updateProfile = (db: Db, id: string, { full_name, bio }: ProfileChange, now: Date) =>
  db
    .updateTable("users")
    .set({ ...(full_name !== undefined && { full_name }), ...(bio !== undefined && { bio }), updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Sets role or activity. The database refuses to leave the site without an active admin. */
export const updateRoleOrActivity = (db: Db, id: string, set: { role: Role } | { is_active: boolean }, now: Date) =>
  db
    .updateTable("users")
    .set({ ...set, updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Takes the lock for changing roles and activity and for deletions, until the transaction ends. */
export const lockAdmins = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('active admins'))`.execute(db);

/**
 * Locks a user's comments and those on their articles, in the order that moderation uses: comments by id, before their articles.
 */
export const lockCommentsAround = (db: Db, id: string) =>
  sql`
    select from comments
    where author_id = ${id}::uuid or post_id in (select p.id from posts p where p.author_id = ${id}::uuid)
    order by id for no key update`.execute(db);

/** Gives a user's articles to another. @returns how many there were */
export async function givePosts(db: Db, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("posts")
    .set({ author_id: to })
    .where("author_id", "=", from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes a user's articles. @returns what they were */
export const deletePostsOf = (db: Db, authorId: string) =>
  db.deleteFrom("posts").where("author_id", "=", authorId).returning(["id", "title", "slug", "status"]).execute();

/** Deletes a user; their articles and comments stay without an author. @returns who it was */
export const deleteUserRow = (db: Db, id: string) =>
  db.deleteFrom("users").where("id", "=", id).returning(["id", "email", "full_name", "pending_email"]).executeTakeFirst();

/** Deletes the messages to an email address: all, or those of one kind. */
export const deleteMailTo = (db: Db, email: string, kind?: string) =>
  db
    .deleteFrom("outbox")
    .where(sql`lower(recipient)`, "=", sql`lower(${email})`)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .execute();

/** The filter of a list; `term`: part of a name or email address. */
export type UserFilter = { term?: string | undefined; role?: Role | undefined; state?: UserState | undefined };

const STATE = {
  active: sql<boolean>`(is_active and invited_at is null)`,
  inactive: sql<boolean>`not is_active`,
  invited: sql<boolean>`(is_active and invited_at is not null)`,
} as const;

/** Each order matches an index of db/migrations/0012_users.sql, forwards or backwards. */
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

/** Reads the users with these ids, and their counts only. */
const listed = (ids: RawBuilder<unknown>, order: RawBuilder<unknown>, now: Date) => sql<ListedUser>`
  select id, email, full_name, bio, role, is_active, invited_at, created_at, last_sign_in_at,
    (select count(*)::int from posts where author_id = chosen.id and status <> 'trashed') as posts_count,
    (select count(*)::int from comments where author_id = chosen.id and status <> 'trashed') as comments_count,
    (select expires_at from one_time_tokens t
     where t.user_id = chosen.id and kind = 'invite' and used_at is null and expires_at > ${now}) as invited_until
  from users chosen where id = any(array(${ids})) order by ${order}`;

/** One page of a list; earlier pages are skipped by id alone. @param page `total`: how many users match the term */
export async function usersOfPage(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset, now, total = 0 }: { sort: UserSort; limit: number; offset: number; now: Date; total?: number },
): Promise<ListedUser[]> {
  const has = textConditionForPage(total, offset + limit);
  const ids = sql`select id from users where ${matching(filter, has)} order by ${ORDER[sort]} limit ${limit} offset ${offset}`;
  return (await listed(ids, ORDER[sort], now).execute(db)).rows;
}

/** One user as the list shows them. */
export async function findListed(db: Db, id: string, now: Date): Promise<ListedUser | undefined> {
  return (await listed(sql`select ${id}::uuid`, sql`id`, now).execute(db)).rows[0];
}

/** How many users match a filter. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from users where ${matching(filter, findsText)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Counts users by state. All counts use indexes; the rare states have their own (db/migrations/0012_users.sql).
 * @param timezone the IANA name of the time zone in which the month begins
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

/** A user's own row, for their export. */
export const findOwnRow = (db: Db, id: string) =>
  db
    .selectFrom("users")
    .select([
      "id",
      "email",
      "full_name",
      "bio",
      "role",
      "is_active",
      "created_at",
      "updated_at",
      "email_confirmed_at",
      "last_sign_in_at",
      "pending_email",
      "user_metadata",
    ])
    .where("id", "=", id)
    .executeTakeFirst();

/** A user's sessions, including ended ones. */
export const findSessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom("auth_sessions")
    .select(["id", "created_at", "last_used_at", "user_agent", "address", "ended_at", "ended_reason"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

/** The fields that an author has written; how the site shows an article isn't part of them. */
const WRITTEN_FIELDS = POST_COLUMNS.filter(
  (name) => !["featured", "category_id", "featured_image", "featured_image_alt"].includes(name),
);

/** The user's articles of every status, without the trash. */
export const findPostsOf = (db: Db, userId: string) =>
  db
    .selectFrom("posts")
    .select(["id", ...WRITTEN_FIELDS, "created_at", "published_at"])
    .where("author_id", "=", userId)
    .where("status", "<>", "trashed")
    .orderBy("created_at")
    .execute();

/** The user's comments of every status, each with its article, without the trash. */
export const findCommentsOf = (db: Db, userId: string) =>
  db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .select(["comments.id", "comments.content", "comments.status", "comments.created_at", "comments.updated_at"])
    .select(["posts.title as post_title", "posts.slug as post_slug"])
    .where("comments.author_id", "=", userId)
    .where("comments.status", "<>", "trashed")
    .orderBy("comments.created_at")
    .execute();

/** The messages to an email address, without their texts: those contain links that still work. */
export const findMailTo = (db: Db, email: string) =>
  db
    .selectFrom("outbox")
    .select(["kind", "subject", "created_at", "sent_at"])
    .where(sql`lower(recipient)`, "=", sql`lower(${email})`)
    .orderBy("created_at")
    .execute();
