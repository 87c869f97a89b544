import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { CategoryRef } from "../categories/category.ts";
import { withBasePath } from "../content/parse-tree.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { pictureSizes } from "../media/list-media.ts";
import { component, count, pick } from "../schema-fields.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { type EditRow, findForEditing } from "./admin-posts.sql.ts";
import type { RenderOptions } from "./create-post.ts";
import { ARTICLE_FIELDS, type PostFields, postFields } from "./post.ts";
import type { ContentFormat } from "./post-rules.ts";
import { adminPostRow, type Heading, heading, type Post } from "./post-shapes.ts";
import { type AuthorColumns, authorColumns, authorWithPage, presentAuthor, presentCoauthor } from "./present-author.ts";
import { everyPost, type Reach } from "./reach.sql.ts";
import { findStaged } from "./staged-edits/staged-edits.sql.ts";

export const previewInput = postFields.pick({ content: true, content_format: true });

export const preview = component(
  "PostPreview",
  z.object({
    content_html: z.string().meta({ description: "Sanitized HTML, ready to show" }),
    headings: z.array(heading),
    read_time: adminPostRow.shape.read_time,
    words: count,
  }),
  {
    content_html: '<h2 id="h-begin">Begin</h2><p>Write one line in the morning and one at night, and look at them on Sunday.</p>',
    headings: [{ level: 2, id: "h-begin", text: "Begin" }],
    read_time: 1,
    words: 18,
  },
);

type Preview = z.infer<typeof preview>;

/** Stores nothing. @returns reading time in minutes */
export async function previewPost(
  ctx: Context,
  { content, content_format }: { content: string; content_format: ContentFormat },
  { ownHost }: { ownHost?: string } = {},
): Promise<Preview> {
  const pictures = pictureSizes(ctx);
  const { html, headings, words, read_time } = await renderContent({ content, format: content_format, ownHost, pictures });
  return { content_html: withBasePath(html), headings, words, read_time };
}

/** Any status except `trashed`; null without such a post. `hold` prevents its deletion until the transaction ends. */
export async function titleOfPost(
  { db }: Pick<Context, "db">,
  id: string,
  reach: Reach,
  { hold = false } = {},
): Promise<string | null> {
  const query = db
    .selectFrom("posts")
    .select("title")
    .where("id", "=", id)
    .where("status", "<>", "trashed")
    .where(reach(sql.ref("posts.id")));
  return (await (hold ? query.forKeyShare() : query).executeTakeFirst())?.title ?? null;
}

type Rendered = { content_html: string; headings: Heading[]; read_time: number };

function articleOf(row: EditRow, authors: Pick<Post, "author" | "coauthors">, rendered: Rendered, now: Date): Post {
  const published_at = (row.published_at ?? now).toISOString();
  const { category_id, category_name, category_slug, category_color } = row;
  const isFiled = category_id !== null && category_name !== null && category_slug !== null && category_color !== null;
  return {
    id: row.id,
    ...pick(row, ARTICLE_FIELDS),
    ...(row.language && { language: row.language }),
    description: row.description || row.excerpt,
    featured_image_url: row.featured_image,
    category: isFiled ? { id: category_id, name: category_name, slug: category_slug, color: category_color } : null,
    ...authors,
    views_count: row.views_count,
    likes_count: row.likes_count,
    comments_count: row.comments_count,
    comments_open: row.comments_open,
    published_at,
    first_published_at: (row.first_published_at ?? row.published_at ?? now).toISOString(),
    updated_at: row.updated_at.toISOString(),
    tags: row.tags.map(({ name, slug }) => ({ name, slug })),
    ...rendered,
    previous: null,
    next: null,
    related: [],
  };
}

const findCategoryRef = async (db: Db, id: string): Promise<CategoryRef | null> =>
  (await db.selectFrom("categories").select(["id", "name", "slug", "color"]).where("id", "=", id).executeTakeFirst()) ?? null;

async function withChanges(ctx: Context, post: Post, writing: PostFields, place: RenderOptions): Promise<Post> {
  const { content_html, headings, read_time } = await previewPost(ctx, writing, place);
  return {
    ...post,
    ...pick(writing, ARTICLE_FIELDS),
    language: writing.language ?? undefined,
    title: writing.title.trim() || "Untitled",
    description: writing.description.trim() || writing.excerpt.trim(),
    featured_image_url: writing.featured_image,
    category: writing.category_id === null ? null : await findCategoryRef(ctx.db, writing.category_id),
    tags: tagsFromNames(writing.tags),
    content_html,
    headings,
    read_time,
  };
}

/** Nothing, the post without the staged edit, or all of it. */
export type PublicState = "unpublished" | "changes" | "published";

type ArticleParts = Pick<Post, "author" | "coauthors"> & { content_html: string; headings: Heading[] };

async function findArticle(db: Db, id: string): Promise<ArticleParts | undefined> {
  const { rows } = await sql<Pick<ArticleParts, "content_html" | "headings"> & AuthorColumns>`
    select p.content_html, p.headings, p.author_id, u.full_name as author_name, ${authorColumns}
    from posts p left join users u on u.id = p.author_id left join ${authorWithPage} where p.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  return row && { ...row, author: presentAuthor(row), coauthors: row.coauthors?.map(presentCoauthor) };
}

/** The caller checks access. @param place `ownHost`: host (with port) of the site @returns null without such a post */
export async function showUnpublished(
  ctx: Context,
  id: string,
  place: RenderOptions = {},
): Promise<{ post: Post; standing: PublicState } | null> {
  const [row, stored] = [await findForEditing(ctx.db, id, everyPost), await findArticle(ctx.db, id)];
  if (!row || !stored) return null;
  const { content_html, headings, author, coauthors } = stored;
  const rendered = { content_html: withBasePath(content_html), headings, read_time: row.reading_time };
  const saved = articleOf(row, { author, coauthors }, rendered, ctx.clock.now());
  const staged = await findStaged(ctx.db, id, everyPost);
  const post = staged ? await withChanges(ctx, saved, staged.writing, place) : saved;
  if (row.status !== "published") return { post, standing: "unpublished" };
  return { post, standing: staged ? "changes" : "published" };
}
