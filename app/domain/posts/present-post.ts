import type { CategoryRef } from "../categories/category.ts";
import { focusOf } from "../media/media-rules.ts";
import { pick } from "../schema-fields.ts";
import type { TagRef } from "../tags/tag.ts";
import { ARTICLE_FIELDS, CARD_FIELDS, type PostFields } from "./post.ts";
import type { Heading, Post, PostCard, PostLink } from "./post-shapes.ts";

/** What the queries read for a card. */
export type CardRow = Pick<PostFields, (typeof CARD_FIELDS)[number]> & {
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

/** What the queries read for an article in full. */
export type PostRow = CardRow &
  Pick<PostFields, (typeof ARTICLE_FIELDS)[number]> & {
    content_html: string;
    headings: Heading[];
    first_published_at: Date | null;
    author_bio: string | null;
    comments_open: boolean;
    tags: TagRef[];
    previous: PostLink | null;
    next: PostLink | null;
  };

/** A card as it leaves; `snippet` only for a find in the body. */
export function presentCard(row: CardRow, snippet?: string): PostCard {
  const focus = focusOf(row.focus_x, row.focus_y);
  return {
    id: row.id,
    ...pick(row, CARD_FIELDS),
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

/** An article in full as it leaves, with its related ones. */
export function presentPost(row: PostRow, related: CardRow[]): Post {
  return {
    ...presentCard(row),
    ...pick(row, ARTICLE_FIELDS),
    tags: row.tags,
    author: row.author_id === null ? null : { full_name: row.author_name, bio: row.author_bio ?? "" },
    comments_open: row.comments_open,
    first_published_at: (row.first_published_at ?? row.published_at).toISOString(),
    content_html: row.content_html,
    headings: row.headings,
    previous: row.previous,
    next: row.next,
    related: related.map((card) => presentCard(card)),
  };
}

function presentCategory(row: CardRow): CategoryRef | null {
  if (row.category_id === null || row.category_name === null || row.category_slug === null || row.category_color === null)
    return null;
  return { id: row.category_id, name: row.category_name, slug: row.category_slug, color: row.category_color };
}
