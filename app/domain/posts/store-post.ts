import type { Insertable } from "kysely";
import type { Posts } from "../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { duplicate } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { CONTENT_WRITES, POST_MESSAGES } from "./edit-rules.ts";
import { EMPTY_POST, POST_COLUMNS, type PostColumn, type PostFields } from "./post.ts";
import type { ContentFormat } from "./post-rules.ts";
import { ensureTags, insertPost, linkTags } from "./post-save.sql.ts";

/** What an author gives; what is left out is as in `EMPTY_POST`, and dated by the clock. */
export type NewPost = Pick<PostFields, "title" | "slug" | "content"> &
  Partial<PostFields> & {
    author_id?: string | null;
    /** of an import; a published post without it is published now */
    published_at?: Date | null;
    /** of an import; else now */
    created_at?: Date;
    updated_at?: Date;
    is_demo?: boolean;
    /** host (with port) of the site, so that links to it are told from external ones */
    ownHost?: string;
  };

/** Text as the database can hold it. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed();

/** The columns of a new post's fields. */
function columnsFrom(input: NewPost): Pick<Insertable<Posts>, PostColumn> {
  const column = (name: PostColumn) => {
    const value = input[name] ?? EMPTY_POST[name];
    return [name, typeof value === "string" ? storable(value) : value];
  };
  return Object.fromEntries(POST_COLUMNS.map(column));
}

/** What is kept of a writing beside itself: ready to send, searchable, navigable. */
export async function renderForStorage(ctx: Context, content: string, format: ContentFormat, ownHost: string | undefined) {
  const rendered = await renderContent({ content, format, ownHost, pictures: pictureSizes(ctx) });
  return {
    content,
    content_format: format,
    content_html: rendered.html,
    content_text: rendered.text,
    headings: JSON.stringify(rendered.headings),
    reading_time: rendered.read_time,
  };
}

/**
 * Stores a new article with everything derived from its content, and its tags, in one transaction (the caller's, if
 * `ctx.db` is one). Safe beside others who write the same tags: writers of content come one after the other.
 * @returns the new article's id
 * @throws DomainError 23505 when the slug is taken; whatever the database refuses otherwise
 */
export async function storePost(ctx: Context, input: NewPost): Promise<{ id: string }> {
  const writing = await renderForStorage(ctx, storable(input.content), input.content_format ?? "html", input.ownHost);
  const now = ctx.clock.now();
  const status = input.status ?? "draft";
  const tags = tagsFromNames((input.tags ?? []).map(storable));

  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (trx) => {
    const tagIds = await ensureTags(trx, tags);
    const id = await insertPost(trx, {
      ...columnsFrom(input),
      ...writing,
      title: storable(input.title.trim()),
      author_id: input.author_id ?? null,
      published_at: status === "published" ? (input.published_at ?? now) : null,
      created_at: input.created_at ?? now,
      updated_at: input.updated_at ?? now,
      is_demo: input.is_demo ?? false,
    });
    if (id === null) throw duplicate(POST_MESSAGES.slugTaken);
    await linkTags(trx, id, tagIds);
    return { id };
  });
}
