import type { CategoryRef } from "../categories/category.ts";
import { countWords } from "../content/render-writing.ts";
import { pick } from "../schema-fields.ts";
import { EDITOR_FIELDS, POST_FIELDS, type PostFields, ROW_FIELDS } from "./post.ts";
import type { AdminRow, EditRow } from "./post-edit.sql.ts";
import type { AdminPost, AdminPostRow, Planned } from "./post-shapes.ts";

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
    ...pick(row, ROW_FIELDS),
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
    ...pick(row, EDITOR_FIELDS),
    tags: row.tags,
    comments_open: row.comments_open,
    first_published_at: row.first_published_at?.toISOString() ?? null,
    words: countWords(row.content_text),
  };
}

/** The fields of a stored post as an author would fill them in. */
export const fieldsOf = (row: EditRow): PostFields => pick({ ...row, tags: row.tags.map(({ name }) => name) }, POST_FIELDS);

/** What the log of writes keeps of a post. */
export function auditedPost(row: EditRow) {
  const { category_id: _, ...fields } = fieldsOf(row);
  return { ...fields, category: row.category_name, published_at: row.published_at?.toISOString() ?? null };
}
