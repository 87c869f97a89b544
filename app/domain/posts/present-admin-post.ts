import type { CategoryRef } from "../categories/model.ts";
import { countWords } from "../content/render-writing.ts";
import type { AdminPost, AdminPostRow, Planned } from "./post.ts";
import type { AdminRow, EditRow } from "./post-edit.sql.ts";

function categoryOf({ category_id, category_name, category_slug, category_color }: AdminRow): CategoryRef | null {
  if (category_id === null || category_name === null || category_slug === null || category_color === null) return null;
  return { id: category_id, name: category_name, slug: category_slug, color: category_color };
}

const plannedOf = ({ plan_kind: kind, plan_at: at, plan_failure: failure }: AdminRow): Planned | null =>
  kind && at && { kind, at: at.toISOString(), failure };

/** A row of the list as it leaves. */
export function presentAdminRow(row: AdminRow): AdminPostRow {
  const { author_id, author_name, author_email } = row;
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    status: row.status,
    featured: row.featured,
    category: categoryOf(row),
    author: author_id === null || author_email === null ? null : { id: author_id, full_name: author_name, email: author_email },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    views_count: row.views_count,
    likes_count: row.likes_count,
    comments_count: row.comments_count,
    read_time: row.reading_time,
    version: row.version,
    staged_at: row.staged_at?.toISOString() ?? null,
    planned: plannedOf(row),
  };
}

/** A post as it is edited. */
export function presentForEditing(row: EditRow): AdminPost {
  return {
    ...presentAdminRow(row),
    description: row.description,
    excerpt: row.excerpt,
    content: row.content,
    content_format: row.content_format,
    featured_image: row.featured_image,
    featured_image_alt: row.featured_image_alt,
    category_id: row.category_id,
    tags: row.tags,
    comments_open: row.comments_open,
    first_published_at: row.first_published_at?.toISOString() ?? null,
    words: countWords(row.content_text),
  };
}

/** What the log of writes keeps of a post. */
export const auditedPost = (row: EditRow) => ({
  title: row.title,
  slug: row.slug,
  description: row.description,
  excerpt: row.excerpt,
  content: row.content,
  content_format: row.content_format,
  status: row.status,
  featured: row.featured,
  category: row.category_name,
  tags: row.tags.map(({ name }) => name),
  featured_image: row.featured_image,
  featured_image_alt: row.featured_image_alt,
  published_at: row.published_at?.toISOString() ?? null,
});
