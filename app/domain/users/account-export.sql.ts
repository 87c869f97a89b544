import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

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

/** The user's articles, whatever their status; the trash is left out. */
export const findPostsOf = (db: Db, userId: string) =>
  db
    .selectFrom("posts")
    .select([
      "id",
      "title",
      "slug",
      "description",
      "excerpt",
      "content",
      "content_format",
      "status",
      "created_at",
      "published_at",
    ])
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
