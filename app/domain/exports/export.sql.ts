import { sql } from "kysely";
import { columnsOf } from "../../platform/database/columns.ts";
import type { Db } from "../../platform/database/db.ts";
import { POST_COLUMNS, type PostFields } from "../posts/post.ts";

/** A post as it is exported; tags by slug, the author by address. */
export type PostRow = Omit<PostFields, "category_id"> & {
  id: string;
  category: string | null;
  author: string | null;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  first_published_at: Date | null;
  comments_open: boolean;
  listed: boolean;
  old_slugs: string[];
  planned_at: Date | null;
};

/** The next posts in the order of their ids: at most `limit`, and none after `bytes` of text are reached. */
export async function postsAfter(db: Db, after: string, { limit, bytes }: { limit: number; bytes: number }): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select p.id, ${columnsOf("p", POST_COLUMNS)}, c.slug as category, u.email as author, p.created_at, p.updated_at, p.published_at, p.first_published_at, p.comments_open, p.listed,
      array(select t.slug from posts_tags l join tags t on t.id = l.tag_id where l.post_id = p.id order by t.slug) as tags,
      array(select o.slug from post_slugs o where o.post_id = p.id order by o.slug) as old_slugs,
      (select s.at from post_schedules s where s.post_id = p.id and s.kind = 'publish' and p.status = 'draft') as planned_at
    from posts p left join categories c on c.id = p.category_id left join users u on u.id = p.author_id
    where p.id in (
      select id from (
        select id, sum(bytes) over (order by id) - bytes as before from (
          select id, octet_length(content) as bytes from posts
          where id > ${after}::uuid and status <> 'trashed' order by id limit ${limit}
        ) following
      ) added_up where before < ${bytes}
    ) order by p.id`.execute(db);
  return rows;
}

/** A comment as it is exported. */
export type CommentRow = {
  post_id: string;
  id: string;
  parent: string | null;
  reply_to: string | null;
  is_reply: boolean;
  author: string | null;
  guest: string | null;
  content: string;
  status: string;
  is_spam: boolean;
  spam_reason: string | null;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
};

/** The comments of some posts, those that begin a thread first. */
export async function commentsOn(db: Db, postIds: string[]): Promise<Map<string, CommentRow[]>> {
  const { rows } = await sql<CommentRow>`
    select c.post_id, c.id, c.parent_id as parent, c.reply_to_id as reply_to, c.is_reply, u.email as author, c.guest_name as guest, c.content,
      c.status, c.is_spam, c.spam_reason, c.created_at, c.updated_at, c.edited_at
    from comments c left join users u on u.id = c.author_id
    where c.post_id = any(${postIds}::uuid[]) and c.status <> 'trashed' order by c.parent_id is not null, c.created_at, c.id`.execute(
    db,
  );
  return Map.groupBy(rows, ({ post_id }) => post_id);
}

/** Who has written posts or comments. */
export async function writers(db: Db): Promise<{ id: string; email: string; name: string | null; bio: string }[]> {
  const { rows } = await sql<{ id: string; email: string; name: string | null; bio: string }>`
    select id, email, full_name as name, bio from users u
    where exists (select from posts p where p.author_id = u.id and p.status <> 'trashed') or exists (select from comments c where c.author_id = u.id and c.status <> 'trashed')
    order by email`.execute(db);
  return rows;
}

/** A category as it is exported. */
type CategoryRow = {
  slug: string;
  name: string;
  description: string;
  color: string;
  heading: string;
  intro: string;
  picture: string | null;
  picture_alt: string;
  old_slugs: string[];
};

/** All categories, with the slugs of before that lead to them. */
export async function allCategories(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    with old as materialized (
      select slug, category_of_old_slug(slug) as id from category_slugs o where not exists (select from categories c where c.slug = o.slug)
    )
    select slug, name, description, color, heading, intro, picture, picture_alt, array(select o.slug from old o where o.id = c.id order by o.slug) as old_slugs
    from categories c order by slug`.execute(db);
  return rows;
}

/** All tags, with the slugs of before that lead to them. */
export async function allTags(db: Db): Promise<{ slug: string; name: string; old_slugs: string[] }[]> {
  const { rows } = await sql<{ slug: string; name: string; old_slugs: string[] }>`
    select slug, name, array(
      select o.slug from tag_slugs o where o.tag_id = t.id and not exists (select from tags n where n.slug = o.slug) order by o.slug
    ) as old_slugs
    from tags t order by slug`.execute(db);
  return rows;
}

/** All redirects. */
export const allRedirects = (db: Db) =>
  db.selectFrom("redirects").select(["from_path as from", "to_path as to"]).orderBy("from_path").execute();

/** What the owner has stored, whatever that is. */
export const storedSettings = (db: Db) => db.selectFrom("settings").select(["value", "content"]).executeTakeFirstOrThrow();

/** All pictures of the library; what is in the trash isn't in it. */
export const allMedia = (db: Db) =>
  db
    .selectFrom("media")
    .select(["id", "name", "alt", "format", "file_name", "width", "height", "bytes", "focus_x", "focus_y", "created_at"])
    .where("trashed_at", "is", null)
    .orderBy("id")
    .execute();
