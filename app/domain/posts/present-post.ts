import type { PolicyActor } from "../back-office.policy.ts";
import type { CategoryRef } from "../categories/category.ts";
import { withBasePath } from "../content/parse-tree.ts";
import { focusOf } from "../media/media-rules.ts";
import { pick } from "../schema-fields.ts";
import { ownLanguageName } from "../settings/language-rules.ts";
import type { TagRef } from "../tags/tag.ts";
import { peopleFor, personFor } from "../users/user.policy.ts";
import type { AdminRow, EditRow } from "./admin-posts.sql.ts";
import type { HandedIn } from "./hand-ins/hand-in.ts";
import { ARTICLE_FIELDS, CARD_FIELDS, EDITOR_FIELDS, POST_FIELDS, type PostFields, ROW_FIELDS } from "./post.ts";
import type { AdminPost, AdminPostRow, Heading, Planned, Post, PostCard, PostLink } from "./post-shapes.ts";
import { type AuthorColumns, presentAuthor, presentCoauthor } from "./present-author.ts";
import { countWords } from "./word-rules.ts";

function categoryOf({ category_id, category_name, category_slug, category_color }: AdminRow): CategoryRef | null {
  if (category_id === null || category_name === null || category_slug === null || category_color === null) return null;
  return { id: category_id, name: category_name, slug: category_slug, color: category_color };
}

const plannedOf = ({ plan_kind: kind, plan_at: at, plan_failure: failure }: AdminRow): Planned | null =>
  kind && at && { kind, at: at.toISOString(), failure };

const handedInOf = ({
  handed_in_at: at,
  hand_in_user_id: id,
  hand_in_name: full_name,
  hand_in_note: note,
}: AdminRow): HandedIn | null => (at && id ? { at: at.toISOString(), by: { id, full_name }, note: note ?? "" } : null);

/** `reader`: who gets it, since not everybody reads email addresses. */
export function presentAdminRow(row: AdminRow, reader: PolicyActor): AdminPostRow {
  const { author_id: id, author_name: full_name, author_email: email } = row;
  return {
    id: row.id,
    ...pick(row, ROW_FIELDS),
    category: categoryOf(row),
    author: personFor(reader, { id, full_name, email }),
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
    handed_in: handedInOf(row),
  };
}

export function presentForEditing(row: EditRow, reader: PolicyActor): AdminPost {
  return {
    ...presentAdminRow(row, reader),
    ...pick(row, EDITOR_FIELDS),
    tags: row.tags,
    translations: row.translations,
    coauthors: peopleFor(reader, row.coauthors),
    comments_open: row.comments_open,
    comments_stay_open: row.comments_stay_open,
    listed: row.listed,
    first_published_at: row.first_published_at?.toISOString() ?? null,
    words: countWords(row.content_text).words,
  };
}

export const fieldsOf = (row: EditRow): PostFields => pick({ ...row, tags: row.tags.map(({ name }) => name) }, POST_FIELDS);

export function auditedPost(row: EditRow) {
  const { category_id: _, ...fields } = fieldsOf(row);
  return { ...fields, category: row.category_name, published_at: row.published_at?.toISOString() ?? null };
}

export type CardRow = Pick<PostFields, (typeof CARD_FIELDS)[number] | "language"> & {
  id: string;
  featured_image: string | null;
  reading_time: number;
  views_count: number;
  likes_count: number;
  comments_count: number;
  published_at: Date;
  updated_at: Date;
  category_id: string | null;
  category_name: string | null;
  category_slug: string | null;
  category_color: string | null;
  author_id: string | null;
  author_name: string | null;
  focus_x: number | null;
  focus_y: number | null;
};

export type PostRow = CardRow &
  AuthorColumns &
  Pick<PostFields, (typeof ARTICLE_FIELDS)[number]> & {
    content_html: string;
    headings: Heading[];
    first_published_at: Date | null;
    comments_open: boolean;
    listed: boolean;
    tags: TagRef[];
    previous: PostLink | null;
    next: PostLink | null;
    translations: Omit<NonNullable<Post["translations"]>[number], "name">[] | null;
    /** the post's, unless it is the site's */
    foreign_language: string | null;
  };

/** `snippet` only for a search match in the body. */
export function presentCard(row: CardRow, snippet?: string): PostCard {
  const focus = focusOf(row.focus_x, row.focus_y);
  return {
    id: row.id,
    ...pick(row, CARD_FIELDS),
    ...(row.language && { language: row.language }),
    featured_image_url: row.featured_image,
    ...(focus && { featured_image_focus: focus }),
    category: presentCategory(row),
    author: row.author_id === null ? null : { full_name: row.author_name },
    read_time: row.reading_time,
    views_count: row.views_count,
    likes_count: row.likes_count,
    comments_count: row.comments_count,
    published_at: row.published_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    tags: [],
    ...(snippet === undefined ? {} : { snippet }),
  };
}

export function presentPost(row: PostRow, related: CardRow[]): Post {
  return {
    ...presentCard(row),
    ...pick(row, ARTICLE_FIELDS),
    tags: row.tags,
    author: presentAuthor(row),
    ...(row.coauthors && { coauthors: row.coauthors.map(presentCoauthor) }),
    comments_open: row.comments_open,
    first_published_at: (row.first_published_at ?? row.published_at).toISOString(),
    content_html: withBasePath(row.content_html),
    headings: row.headings,
    previous: row.previous,
    next: row.next,
    related: related.map((card) => presentCard(card)),
    ...(row.translations && {
      translations: row.translations.map((translation) => ({ ...translation, name: ownLanguageName(translation.language) })),
    }),
  };
}

function presentCategory(row: CardRow): CategoryRef | null {
  if (row.category_id === null || row.category_name === null || row.category_slug === null || row.category_color === null)
    return null;
  return { id: row.category_id, name: row.category_name, slug: row.category_slug, color: row.category_color };
}
