import { type RawBuilder, sql } from "kysely";
import { columnsOf } from "../../platform/database/columns.ts";
import type { Db } from "../../platform/database/db.ts";
import { POST_COLUMNS, type PostColumn, type PostFields } from "../posts/post.ts";
import { pick } from "../schema-fields.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const NAMED_BELOW = [
  "title",
  "slug",
  "description",
  "excerpt",
  "status",
  "featured",
  "category_id",
  "content",
  "content_format",
] as const satisfies PostColumn[];
const OTHER_FIELDS = POST_COLUMNS.filter((name) => !(NAMED_BELOW as PostColumn[]).includes(name)) as Exclude<
  PostColumn,
  (typeof NAMED_BELOW)[number]
>[];

/** `author`, `coauthors`: their email addresses. */
export type FileRow = PostFields & {
  id: string;
  version: number;
  /** of its staged edit, 0 for none */
  edit_version: number;
  category: string | null;
  author: string | null;
  author_name: string | null;
  coauthors: string[];
  coauthor_names: string[];
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  first_published_at: Date | null;
  comments_open: boolean;
  comments_stay_open: boolean;
  listed: boolean;
  old_slugs: string[];
  planned_at: Date | null;
  /** the oldest version of its group; its own id if that is the post itself */
  translation_of: string | null;
};

/** By id, without those in the trash; `tags` are slugs. @param which a condition on `p.id` */
export async function findFileRows(db: Db, which: RawBuilder<unknown>): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select p.id, p.version, ${columnsOf("p", POST_COLUMNS)}, c.slug as category, u.email as author, u.full_name as author_name,
      array(select w.email from post_coauthors o join users w on w.id = o.user_id where o.post_id = p.id order by o.position) as coauthors,
      array(select coalesce(w.full_name, '') from post_coauthors o join users w on w.id = o.user_id where o.post_id = p.id order by o.position) as coauthor_names,
      p.created_at, p.updated_at, p.published_at, p.first_published_at, p.comments_open, p.comments_stay_open, p.listed,
      array(select t.slug from posts_tags l join tags t on t.id = l.tag_id where l.post_id = p.id order by t.slug) as tags,
      array(select o.slug from post_slugs o where o.post_id = p.id order by o.slug) as old_slugs,
      coalesce((select e.version from post_edits e where e.post_id = p.id), 0) as edit_version,
      (select s.at from post_schedules s where s.post_id = p.id and s.kind = 'publish' and p.status = 'draft') as planned_at,
      (select o.id from posts o where o.translation_group = p.translation_group and o.status <> 'trashed' order by o.created_at, o.id limit 1) as translation_of
    from posts p left join categories c on c.id = p.category_id left join users u on u.id = p.author_id
    where p.status <> 'trashed' and ${which} order by p.id`.execute(db);
  return rows;
}

/** The front matter of a post. */
export const fieldsOfFile = ({ content_format, created_at, updated_at, published_at, ...post }: Omit<FileRow, "content">) => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  old_slugs: post.old_slugs,
  description: post.description,
  excerpt: post.excerpt,
  status: post.status,
  featured: post.featured,
  category: post.category,
  tags: post.tags,
  author: post.author,
  ...(post.coauthors.length > 0 && { coauthors: post.coauthors }),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
  published_at: iso(published_at),
  first_published_at: iso(post.first_published_at),
  ...(post.planned_at && { planned_at: iso(post.planned_at) }),
  ...pick(post, OTHER_FIELDS),
  ...(post.translation_of && post.translation_of !== post.id && { translation_of: post.translation_of }),
  comments_open: post.comments_open,
  comments_stay_open: post.comments_stay_open,
  listed: post.listed,
  format: content_format,
});

/** Front matter in YAML (each value as JSON, which is YAML), then the text exactly as it was written. */
export function writePostFile(fields: Record<string, unknown>, content: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${content}\n`;
}
