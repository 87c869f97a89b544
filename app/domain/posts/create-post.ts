import type { Insertable } from "kysely";
import type { Posts } from "../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Trx } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { duplicate } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import type { Site } from "../settings/settings.ts";
import { ensureTags } from "../tags/manage-tags.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { mailPublishing } from "../tokens/mail-publishing.ts";
import { findForEditing } from "./admin-posts.sql.ts";
import { CONTENT_WRITES, POST_MESSAGES } from "./edit-rules.ts";
import { freeSlug } from "./free-slug.ts";
import { postPolicy } from "./post.policy.ts";
import { EMPTY_POST, POST_COLUMNS, type PostColumn, type PostFields, type PostInput } from "./post.ts";
import { requireCategory, requireOutOfTrash, requirePicture } from "./post-references.ts";
import type { ContentFormat } from "./post-rules.ts";
import type { AdminPost } from "./post-shapes.ts";
import { linkTags } from "./post-writes.sql.ts";
import { auditedPost, presentForEditing } from "./present-post.ts";
import { publicationDate } from "./publication-date.ts";
import { everyPost } from "./reach.sql.ts";
import { requirePermitted } from "./require-change.ts";
import { recordRevision } from "./revisions/record-revision.ts";
import { consumeUnfinished } from "./staged-edits/unfinished-posts.ts";

/** Omitted fields are as in `EMPTY_POST`; omitted dates are now. */
type NewPost = Pick<PostFields, "title" | "slug" | "content"> &
  Partial<PostFields> & {
    id?: string | undefined;
    author_id?: string | null;
    published_at?: Date | null;
    created_at?: Date;
    updated_at?: Date;
    is_demo?: boolean;
    /** host (with port) of the site; links to other hosts are external */
    ownHost?: string;
  };

/** The database can't store NUL characters and lone surrogates. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed();

function columnsFrom(input: NewPost): Pick<Insertable<Posts>, PostColumn> {
  const column = (name: PostColumn) => {
    const value = input[name] ?? EMPTY_POST[name];
    return [name, typeof value === "string" ? storable(value) : value];
  };
  return Object.fromEntries(POST_COLUMNS.map(column));
}

/** The columns derived from the content. */
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
 * In one transaction (the caller's, if `ctx.db` is one). A lock serializes all writers of content, so that concurrent writers of the same
 * tags don't conflict. @throws DomainError 23505 when the slug is taken; other errors of the database
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
      ...(input.id && { id: input.id }),
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

async function insertPost(trx: Trx, post: Insertable<Posts>): Promise<string | null> {
  const row = await trx
    .insertInto("posts")
    .values(post)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Host (with port) of the site: links to other hosts are external. */
export type RenderOptions = { ownHost?: string };

/** `id`: one that the client chose; `site`: for the email to the owner of a token */
type CreateOptions = RenderOptions & { id?: string; site?: Site };

const ID_KEY = "posts_pkey";
/** In the trash, or somebody else's. */
const idTaken = (error: unknown) => duplicate("There is a post with this id already", error);

/**
 * The actor becomes the author. An empty description falls back to the excerpt (specification, section 5).
 * @param input `edit_id`: the unfinished post that becomes this one @throws DomainError `forbidden`; PGRST116 for an unknown category;
 * 23505
 */
export async function createPost(
  ctx: Context,
  actor: Actor,
  input: PostInput,
  { ownHost, id: chosenId, site }: CreateOptions = {},
): Promise<AdminPost> {
  authorize(actor, postPolicy.create);
  requirePermitted(actor, input);
  const row = await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await requireCategory(db, input.category_id);
    await requirePicture(db, input.featured_image);
    await requireOutOfTrash(db, actor, input);
    await consumeUnfinished(db, actor.id, input.edit_id);
    const { published_at, slug_is_suggested, ...fields } = input;
    const dated = publicationDate(ctx, published_at);
    const slug = slug_is_suggested ? await freeSlug(db, input.slug) : input.slug;
    const { id } = await storePost(
      { ...ctx, db },
      {
        ...fields,
        id: chosenId,
        slug,
        description: input.description || input.excerpt,
        author_id: actor.id,
        ...(dated && { published_at: dated }),
        ...(ownHost !== undefined && { ownHost }),
      },
    );
    const stored = await findForEditing(db, id, everyPost);
    if (!stored) throw new Error("the post was not stored");
    const entry = { entity: "post", entityId: id, label: stored.title, after: auditedPost(stored) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "created", before: null });
    const kind = stored.status === "published" ? "published" : "created";
    await recordRevision({ ...ctx, db }, { before: null, after: stored, authorId: actor.id, tokenName: actor.token?.name, kind });
    if (kind === "published" && site) await mailPublishing({ ...ctx, db }, actor, [stored], site);
    return stored;
  }).catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === ID_KEY ? idTaken(error) : error;
  });
  return presentForEditing(row, actor);
}
