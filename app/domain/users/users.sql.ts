import { type Kysely, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { POST_COLUMNS } from "../posts/post.ts";
import type { ProfileChange, Role } from "./user.ts";

/** A user's own row, for themselves. */
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

/** Where the user has signed in, ended sessions too. */
export const findSessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom("auth_sessions")
    .select(["id", "created_at", "last_used_at", "user_agent", "address", "ended_at", "ended_reason"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

/** What an author has written; how the site shows it isn't theirs alone. */
const WRITTEN_FIELDS = POST_COLUMNS.filter(
  (name) => !["featured", "category_id", "featured_image", "featured_image_alt"].includes(name),
);

/** The user's articles, whatever their status; the trash is left out. */
export const findPostsOf = (db: Db, userId: string) =>
  db
    .selectFrom("posts")
    .select(["id", ...WRITTEN_FIELDS, "created_at", "published_at"])
    .where("author_id", "=", userId)
    .where("status", "<>", "trashed")
    .orderBy("created_at")
    .execute();

/** The user's comments, whatever their status, each with its article; the trash is left out. */
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

/** The messages to an address. Their texts stay out: they carry links that work for whoever has them. */
export const findMailTo = (db: Db, email: string) =>
  db
    .selectFrom("outbox")
    .select(["kind", "subject", "created_at", "sent_at"])
    .where(sql`lower(recipient)`, "=", sql`lower(${email})`)
    .orderBy("created_at")
    .execute();

type Db = Kysely<DB>;

/** What is read of a user; never more. */
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

/** Whether an account can be signed in to by a password. */
export const hasPassword = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom("user_passwords").select("user_id").where("user_id", "=", userId).executeTakeFirst()) !== undefined;

/** A user by email address, in whatever case it is written. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom("users").select(COLUMNS).where(sql`lower(email)`, "=", sql`lower(${email})`).executeTakeFirst();

/** All users, the newest first. */
export const findUsers = (db: Db) => db.selectFrom("users").select(COLUMNS).orderBy("created_at", "desc").orderBy("id").execute();

/** Adds a user. @returns undefined when the id or the address is taken */
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

/** Sets the name, the bio or both; the auth service tells the same name. */
export const updateProfile = (db: Db, id: string, { full_name, bio }: ProfileChange, now: Date) =>
  db
    .updateTable("users")
    .set({ ...(full_name !== undefined && { full_name }), ...(bio !== undefined && { bio }), updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Sets role or activity. The database refuses what would leave the site without an active admin. */
export const updateStanding = (db: Db, id: string, set: { role: Role } | { is_active: boolean }, now: Date) =>
  db
    .updateTable("users")
    .set({ ...set, updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/**
 * Locks what somebody said, and what was said about their articles, in the order in which whoever moderates comments does:
 * comments by their ids, before their articles.
 */
export const holdCommentsAround = (db: Db, id: string) =>
  sql`
    select from comments
    where author_id = ${id}::uuid or post_id in (select p.id from posts p where p.author_id = ${id}::uuid)
    order by id for no key update`.execute(db);

/** Deletes a user and what is theirs alone; what they wrote stays without an author. @returns the address it had */
export const deleteUserRow = (db: Db, id: string) =>
  db.deleteFrom("users").where("id", "=", id).returning("email").executeTakeFirst();

/** Gives somebody's articles to somebody else. @returns how many there were */
export async function givePosts(db: Db, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("posts")
    .set({ author_id: to })
    .where("author_id", "=", from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes somebody's articles, with what belongs to them. @returns what they were */
export const deletePostsOf = (db: Db, authorId: string) =>
  db.deleteFrom("posts").where("author_id", "=", authorId).returning(["id", "title", "slug", "status"]).execute();

/** Makes changes of anybody's standing, and deletions, wait for each other until the transaction ends. */
export const takeTurn = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('active admins'))`.execute(db);

/** Deletes the messages to an address. */
export const deleteMailTo = (db: Db, email: string) =>
  db.deleteFrom("outbox").where(sql`lower(recipient)`, "=", sql`lower(${email})`).execute();
