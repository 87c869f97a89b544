import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import { findFactors } from "../auth/factors/factors.sql.ts";
import { findPasskeys } from "../auth/passkeys/passkeys.sql.ts";
import { type ActorOrOperator, authorize, type SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_COLUMNS } from "../posts/post.ts";
import { reachOf } from "../posts/reach.sql.ts";
import { paged } from "../schema-fields.ts";
import type { Site } from "../settings/settings.ts";
import { exportSubscription } from "../subscribers/own-subscription.ts";
import { exportConversation } from "./export-conversation.ts";
import type { Grant } from "./grants/grant-rules.ts";
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
import { COLUMNS, findUser, GRANTS_OF, type UserRow } from "./users.sql.ts";

export const presentProfile = ({ id, email, full_name, role, grants }: UserRow): Profile => ({
  id,
  email,
  full_name,
  role: role as Role,
  grants,
});

const presentAccount = (row: UserRow): Omit<Account, "has_password"> => ({
  ...presentProfile(row),
  bio: row.bio,
  email_confirmed_at: row.email_confirmed_at?.toISOString() ?? null,
  pending_email: row.pending_email,
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
});

type Column =
  | "id"
  | "email"
  | "full_name"
  | "bio"
  | "role"
  | "is_active"
  | "email_confirmed_at"
  | "invited_at"
  | "created_at"
  | "last_sign_in_at";

type ListedUser = Pick<Selectable<DB["users"]>, Column> &
  Pick<AdminUser, "grants" | "posts_count" | "comments_count" | "comment_ban" | "has_second_step"> & {
    invited_until: Date | null;
  };

const presentAdminUser = (row: ListedUser): AdminUser => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  bio: row.bio,
  role: row.role as Role,
  grants: row.grants,
  is_active: row.is_active,
  is_confirmed: row.email_confirmed_at !== null,
  has_second_step: row.has_second_step,
  state: !row.is_active ? "inactive" : row.invited_at ? "invited" : "active",
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  posts_count: row.posts_count,
  comments_count: row.comments_count,
  comment_ban: row.comment_ban,
  invited_until: row.invited_at ? (row.invited_until?.toISOString() ?? null) : null,
});

/** @throws DomainError PGRST116 when there is none or the actor may not see it */
export async function readUser(ctx: Context, actor: ActorOrOperator, id: string): Promise<Profile> {
  const found = userPolicy.read.allows(actor, { id }) ? await findUser(ctx.db, id) : undefined;
  if (!found) throw notFound("User");
  return presentProfile(found);
}

const hasPassword = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom("user_passwords").select("user_id").where("user_id", "=", userId).executeTakeFirst()) !== undefined;

/** @throws DomainError PGRST116 when it has just been deleted */
export async function readAccount(ctx: Context, userId: string): Promise<Account> {
  const found = await findUser(ctx.db, userId);
  if (!found) throw notFound("User");
  return { ...presentAccount(found), has_password: await hasPassword(ctx.db, userId) };
}

const findOwnRow = (db: Db, id: string) =>
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
      "reply_notices",
      "sign_in_notices",
      "hand_in_notices",
      "pending_email",
      "user_metadata",
      GRANTS_OF,
    ])
    .where("id", "=", id)
    .executeTakeFirst();

const findSessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom("auth_sessions")
    .select(["id", "created_at", "last_used_at", "user_agent", "address", "ended_at", "ended_reason"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

const findBrowsersOf = (db: Db, userId: string) =>
  db
    .selectFrom("seen_browsers")
    .select(["browser", "network", "last_seen_at"])
    .where("user_id", "=", userId)
    .orderBy("last_seen_at")
    .execute();

const findTokensOf = (db: Db, userId: string) =>
  db
    .selectFrom("api_tokens")
    .select(["name", "scopes", "ending", "created_at", "expires_at", "last_used_at", "last_used_from"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

const WRITTEN_FIELDS = POST_COLUMNS.filter(
  (name) => !["featured", "category_id", "featured_image", "featured_image_alt"].includes(name),
);

const isOwnOrNamed = (userId: string, actor: SignedIn) =>
  sql<boolean>`(posts.author_id = ${userId}::uuid or posts.status = 'published' or ${reachOf(actor)(sql.ref("posts.id"))})`;

/** Others' drafts only for those who still work on them. */
const findPostsOf = (db: Db, userId: string, actor: SignedIn) =>
  db
    .selectFrom("posts")
    .select(["id", ...WRITTEN_FIELDS, "created_at", "published_at"])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("author_id", "=", userId),
        eb("id", "in", selectFrom("post_coauthors").select("post_id").where("user_id", "=", userId)),
      ]),
    )
    .where(isOwnOrNamed(userId, actor))
    .where("status", "<>", "trashed")
    .orderBy("created_at")
    .execute();

const titleInExport = (userId: string, actor: SignedIn) =>
  sql<string>`case when ${isOwnOrNamed(userId, actor)} then posts.title else 'An unpublished post' end`;

const findHandInsOf = (db: Db, userId: string, actor: SignedIn) =>
  db
    .selectFrom("hand_ins")
    .innerJoin("posts", "posts.id", "hand_ins.post_id")
    .select(["posts.id as post_id", "hand_ins.note", "hand_ins.handed_in_at"])
    .select(titleInExport(userId, actor).as("post_title"))
    .where("hand_ins.user_id", "=", userId)
    .orderBy("hand_ins.handed_in_at")
    .execute();

const findRemarksOf = (db: Db, userId: string, actor: SignedIn) =>
  db
    .selectFrom("post_preview_notes")
    .innerJoin("posts", "posts.id", "post_preview_notes.post_id")
    .select(["post_preview_notes.content", "post_preview_notes.created_at"])
    // A piece of the text it is about.
    .select(sql<string>`case when ${isOwnOrNamed(userId, actor)} then quote else '' end`.as("quote"))
    .select(titleInExport(userId, actor).as("post_title"))
    .where("post_preview_notes.author_id", "=", userId)
    .orderBy("post_preview_notes.created_at")
    .execute();

const findAuthorPageOf = async (db: Db, userId: string) =>
  (await db
    .selectFrom("author_profiles as a")
    .select(["a.slug", "a.has_page", "a.picture", "a.links"])
    .select(
      sql<string[]>`array(select o.slug from author_slugs o where o.user_id = a.user_id order by o.slug)`.as("former_slugs"),
    )
    .where("a.user_id", "=", userId)
    .executeTakeFirst()) ?? null;

/** Without texts: those contain links that still work. */
const findMailTo = (db: Db, email: string) =>
  db
    .selectFrom("outbox")
    .select(["kind", "subject", "created_at", "sent_at"])
    .where(sql`lower(recipient)`, "=", sql`lower(${email})`)
    .orderBy("created_at")
    .execute();

/**
 * One snapshot, without secrets (hashes, tokens, links in mails).
 * @returns plain data for JSON; dates are ISO 8601 in UTC there @throws DomainError PGRST116 when the account has just been deleted
 */
export async function exportAccount(ctx: Context, actor: SignedIn) {
  const userId = actor.id;
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
        browsers: await findBrowsersOf(db, userId),
        factors: await findFactors(db, userId),
        passkeys: await findPasskeys(db, userId),
        api_tokens: await findTokensOf(db, userId),
        author_page: await findAuthorPageOf(db, userId),
        posts: await findPostsOf(db, userId, actor),
        hand_ins: await findHandInsOf(db, userId, actor),
        remarks: await findRemarksOf(db, userId, actor),
        ...(await exportConversation(db, userId)),
        newsletter: await exportSubscription(db, userId),
        mails: await findMailTo(db, profile.email),
      };
    });
}

type Found = Omit<Account, "has_password"> & { is_active: boolean };

/** @throws DomainError PGRST116, or `forbidden` for actors who don't manage accounts */
export async function readUserByEmail(ctx: Context, actor: ActorOrOperator, email: string): Promise<Found> {
  authorize(actor, userPolicy.readAny);
  const found = await ctx.db
    .selectFrom("users")
    .select(COLUMNS)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .executeTakeFirst();
  if (!found) throw notFound("User");
  return { ...presentAccount(found), is_active: found.is_active };
}

const findUsers = (db: Db) => db.selectFrom("users").select(COLUMNS).orderBy("created_at", "desc").orderBy("id").execute();

/** Newest first. @throws DomainError `forbidden` for actors who don't manage accounts */
export async function listUsers(ctx: Context, actor: ActorOrOperator): Promise<Found[]> {
  authorize(actor, userPolicy.readAny);
  return (await findUsers(ctx.db)).map((row) => ({ ...presentAccount(row), is_active: row.is_active }));
}

type UsersQuery = {
  search?: string | undefined;
  role?: Role | undefined;
  state?: UserState | undefined;
  grant?: Grant | undefined;
  sort: UserSort;
  page: number;
  limit: number;
};

/** NUL, which no text contains, and the line break that separates email address and name become spaces. */
function termOf(search: string | undefined): string | undefined {
  const term = (search ?? "").slice(0, USER_SEARCH_MAX).replaceAll("\0", " ").replaceAll("\n", " ").toWellFormed().trim();
  return term || undefined;
}

type UserFilter = Pick<UsersQuery, "role" | "state" | "grant"> & { term?: string | undefined };

/** Undefined unless the counts of all users imply it. */
function knownTotal({ term, role, state, grant }: UserFilter, counts: UserCounts): number | undefined {
  if (term !== undefined || grant !== undefined) return undefined;
  if (role === "user" && state === "active") return counts.active - counts.active_admins;
  if (role !== undefined && state !== undefined) return undefined;
  if (state !== undefined) return counts[state];
  if (role !== undefined) return role === "admin" ? counts.admins : counts.total - counts.admins;
  return counts.total;
}

const STATE = {
  active: sql<boolean>`(is_active and invited_at is null)`,
  inactive: sql<boolean>`not is_active`,
  invited: sql<boolean>`(is_active and invited_at is not null)`,
} as const;

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

const listed = (ids: RawBuilder<unknown>, order: RawBuilder<unknown>, now: Date) => sql<ListedUser>`
  select id, email, full_name, bio, role, is_active, email_confirmed_at, invited_at, created_at, last_sign_in_at,
    array(select g."grant" from grants g where g.user_id = chosen.id order by 1) as grants,
    (select count(*)::int from posts where author_id = chosen.id and status <> 'trashed') as posts_count,
    (select count(*)::int from comments where author_id = chosen.id and status <> 'trashed') as comments_count,
    (select json_build_object('id', b.id, 'ends_at', to_char(b.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from comment_bans b
     where b.user_id = chosen.id and (b.ends_at is null or b.ends_at > ${now})) as comment_ban,
    exists (select from mfa_factors f where f.user_id = chosen.id and f.status = 'verified')
      or exists (select from passkeys p where p.user_id = chosen.id) as has_second_step,
    (select expires_at from one_time_tokens t
     where t.user_id = chosen.id and kind = 'invite' and used_at is null and expires_at > ${now}) as invited_until
  from users chosen where id = any(array(${ids})) order by ${order}`;

/** A page beyond the end is empty but has the right totals. @throws DomainError `forbidden` for actors who don't manage accounts */
export async function listUsersPage(ctx: Context, actor: ActorOrOperator, query: UsersQuery, site: Site): Promise<UsersPage> {
  authorize(actor, userPolicy.readAny);
  const { role, state, grant, sort, page, limit } = query;
  const filter = { term: termOf(query.search), role, state, grant };
  const now = ctx.clock.now();
  const offset = (page - 1) * limit;
  const find = (among?: number) => usersOfPage(ctx.db, filter, { sort, limit, offset, now, total: among });
  // Without a search, an index finds the page; a search is worth counting first.
  const isSearched = filter.term !== undefined;
  const [counts, matching, found] = await Promise.all([
    countEverybody(ctx.db, now, site.timezone),
    isSearched ? countUsers(ctx.db, filter) : undefined,
    isSearched ? undefined : find(),
  ]);
  const total = matching ?? knownTotal(filter, counts) ?? (await countUsers(ctx.db, filter));
  const rows = found ?? (offset < total ? await find(total) : []);
  return { ...paged(rows.map(presentAdminUser), total, page, limit), counts };
}

function matching({ term, role, state, grant }: UserFilter, has: TextCondition): RawBuilder<unknown> {
  const rules: RawBuilder<unknown>[] = [sql`true`];
  if (term !== undefined) rules.push(has(sql`words`, term));
  if (role !== undefined) rules.push(sql`role = ${role}`);
  if (state !== undefined) rules.push(STATE[state]);
  if (grant !== undefined) rules.push(sql`id in (select user_id from grants where "grant" = ${grant})`);
  return sql.join(rules, sql` and `);
}

/** Earlier pages are skipped by id alone. @param page `total`: matches of the term */
async function usersOfPage(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset, now, total = 0 }: { sort: UserSort; limit: number; offset: number; now: Date; total?: number },
): Promise<ListedUser[]> {
  const has = textConditionForPage(total, offset + limit);
  const ids = sql`select id from users where ${matching(filter, has)} order by ${ORDER[sort]} limit ${limit} offset ${offset}`;
  return (await listed(ids, ORDER[sort], now).execute(db)).rows;
}

async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from users where ${matching(filter, findsText)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** All counts use indexes; the rare states have their own (db/migrations/0012_users.sql). @param timezone IANA name, for the month */
async function countEverybody(db: Db, now: Date, timezone: string): Promise<UserCounts> {
  const count = (rule: RawBuilder<unknown>) => sql`(select count(*)::int from users where ${rule})`;
  const { rows } = await sql<UserCounts>`
    select total, admins, total - inactive - invited as active, inactive, invited, new_this_month, active_admins from (
      select ${count(sql`true`)} as total, ${count(sql`role = 'admin'`)} as admins, ${count(STATE.inactive)} as inactive,
        ${count(STATE.invited)} as invited, ${count(sql`role = 'admin' and ${STATE.active}`)} as active_admins,
        ${count(sql`created_at >= date_trunc('month', ${now}::timestamptz, ${timezone})`)} as new_this_month
    ) counted`.execute(db);
  return rows[0] as UserCounts;
}

/** @throws DomainError PGRST116 */
export async function readListed(ctx: Context, id: string): Promise<AdminUser> {
  const row = (await listed(sql`select ${id}::uuid`, sql`id`, ctx.clock.now()).execute(ctx.db)).rows[0];
  if (!row) throw notFound("User");
  return presentAdminUser(row);
}
