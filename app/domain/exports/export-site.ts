import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { type Packed, packZip } from "../../platform/zip/write-zip.ts";
import { exportBrandFiles, exportLook } from "../appearance/adopt-look.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { importPolicy } from "../imports/import.policy.ts";
import { ARCHIVE_FORMAT } from "../imports/import-rules.ts";
import { mediaFile } from "../media/media-rules.ts";
import { exportNavigation } from "../navigation/adopt-navigation.ts";
import { type FileRow, fieldsOfFile, findFileRows, writePostFile } from "../post-files/write-post-file.ts";
import { exportFeaturedOrder } from "../posts/featured/adopt-featured-order.ts";
import type { Operator } from "../users/user.ts";
import { exportWords } from "../words/adopt-words.ts";

/** Posts that are read at a time, fewer where they are long. */
const BATCH = { limit: 100, bytes: 2_000_000 };
const FIRST = "00000000-0000-0000-0000-000000000000";

type CommentRow = {
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

type Written = { post: FileRow; comments: Omit<CommentRow, "post_id">[] };

async function batchAfter(db: Db, after: string): Promise<Written[]> {
  const posts = await findFileRows(
    db,
    sql`p.id in (
      select id from (
        select id, sum(bytes) over (order by id) - bytes as before from (
          select id, octet_length(content) as bytes from posts
          where id > ${after}::uuid and status <> 'trashed' order by id limit ${BATCH.limit}
        ) following
      ) added_up where before < ${BATCH.bytes}
    )`,
  );
  const comments = await commentsOn(
    db,
    posts.map(({ id }) => id),
  );
  return posts.map((post) => ({ post, comments: (comments.get(post.id) ?? []).map(({ post_id: _, ...comment }) => comment) }));
}

async function commentsOn(db: Db, postIds: string[]): Promise<Map<string, CommentRow[]>> {
  const { rows } = await sql<CommentRow>`
    select c.post_id, c.id, c.parent_id as parent, c.reply_to_id as reply_to, c.is_reply, u.email as author, c.guest_name as guest, c.content,
      c.status, c.is_spam, c.spam_reason, c.created_at, c.updated_at, c.edited_at
    from comments c left join users u on u.id = c.author_id
    where c.post_id = any(${postIds}::uuid[]) and c.status <> 'trashed'
    order by c.parent_id is not null, c.created_at, c.id`.execute(db);
  return Map.groupBy(rows, ({ post_id }) => post_id);
}

/** While some are written, the database looks for the next. */
async function* written(db: Db): AsyncGenerator<Written> {
  for (let batch = batchAfter(db, FIRST); ; ) {
    const some = await batch;
    const last = some.at(-1);
    if (!last) return;
    batch = batchAfter(db, last.post.id);
    // Awaited above; until then an error must not count as unhandled.
    batch.catch(() => {});
    yield* some;
  }
}

/** Site URL and maintenance mode belong to this installation. */
function settingsOf({ value, content }: { value: unknown; content: unknown }) {
  const { siteUrl: _, maintenanceMode: __, ...others } = value as Record<string, unknown>;
  return { value: others, content };
}

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

const allRedirects = (db: Db) =>
  db.selectFrom("redirects").select(["from_path as from", "to_path as to"]).orderBy("from_path").execute();

const LISTS: [name: string, read: (db: Db) => Promise<unknown>][] = [
  ["authors", writers],
  ["categories", allCategories],
  ["tags", allTags],
  ["redirects", allRedirects],
  ["navigation", exportNavigation],
  ["featured", exportFeaturedOrder],
  ["words", exportWords],
  ["appearance", exportLook],
  ["settings", async (db) => settingsOf(await db.selectFrom("settings").select(["value", "content"]).executeTakeFirstOrThrow())],
];

type WriterRow = { id: string; email: string; name: string | null; bio: string; page: object | null };

async function writers(db: Db): Promise<WriterRow[]> {
  const { rows } = await sql<WriterRow>`
    select id, email, full_name as name, bio, (
      select json_build_object('slug', a.slug, 'old_slugs', array(select o.slug from author_slugs o where o.user_id = u.id order by o.slug),
        'has_page', a.has_page, 'picture', a.picture, 'links', a.links)
      from author_profiles a where a.user_id = u.id
    ) as page
    from users u
    where exists (select from posts p where p.author_id = u.id and p.status <> 'trashed')
      or exists (select from post_coauthors o join posts p on p.id = o.post_id where o.user_id = u.id and p.status <> 'trashed') or exists (select from comments c where c.author_id = u.id and c.status <> 'trashed')
    order by email`.execute(db);
  return rows;
}

async function allCategories(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    with old as materialized (
      select slug, category_of_old_slug(slug) as id from category_slugs o where not exists (select from categories c where c.slug = o.slug)
    )
    select slug, name, description, color, heading, intro, picture, picture_alt, array(select o.slug from old o where o.id = c.id order by o.slug) as old_slugs
    from categories c order by slug`.execute(db);
  return rows;
}

async function allTags(db: Db): Promise<{ slug: string; name: string; old_slugs: string[] }[]> {
  const { rows } = await sql<{ slug: string; name: string; old_slugs: string[] }>`
    select slug, name, array(
      select o.slug from tag_slugs o where o.tag_id = t.id and not exists (select from tags n where n.slug = o.slug) order by o.slug
    ) as old_slugs
    from tags t order by slug`.execute(db);
  return rows;
}

const manifest = (ctx: Context) => ({ format: ARCHIVE_FORMAT, product: "Skylark", exported_at: ctx.clock.now().toISOString() });
const pretty = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const allMedia = (db: Db) =>
  db
    .selectFrom("media")
    .select(["id", "name", "alt", "format", "file_name", "width", "height", "bytes", "focus_x", "focus_y", "created_at"])
    .where("trashed_at", "is", null)
    .orderBy("id")
    .execute();

async function* files(ctx: Context, store: FileStore): AsyncGenerator<Packed> {
  yield { name: "skylark.json", bytes: pretty(manifest(ctx)) };
  for (const [name, read] of LISTS) yield { name: `${name}.json`, bytes: pretty(await read(ctx.db)) };
  for (const file of await exportBrandFiles(ctx.db)) yield file;
  for await (const { post, comments } of written(ctx.db)) {
    yield { name: `posts/${post.slug}.md`, bytes: Buffer.from(writePostFile(fieldsOfFile(post), post.content)) };
    if (comments.length > 0) yield { name: `comments/${post.slug}.json`, bytes: pretty(comments) };
  }
  const found = [];
  for (const picture of await allMedia(ctx.db)) {
    const { id, width, format, file_name } = picture;
    const file = await store.open(id, file_name ?? mediaFile(width ?? 0, format), true);
    // An import refuses a list that names a missing file.
    if (!file) ctx.log.warn({ id }, "a picture's file isn't there; the export goes without it");
    else {
      found.push(picture);
      yield { name: `media/${id}.${format}`, open: async () => Readable.fromWeb((await file.read()) as WebStream) };
    }
  }
  yield { name: "media.json", bytes: pretty(found) };
}

async function* json(ctx: Context): AsyncGenerator<string> {
  yield `{"skylark":${JSON.stringify(manifest(ctx))}`;
  for (const [name, read] of LISTS) yield `,\n"${name}":${JSON.stringify(await read(ctx.db))}`;
  yield `,\n"media":${JSON.stringify(await allMedia(ctx.db))},\n"posts":[`;
  let comma = "\n";
  for await (const { post, comments } of written(ctx.db)) {
    yield `${comma}${JSON.stringify({ ...fieldsOfFile(post), content: post.content, comments })}`;
    comma = ",\n";
  }
  yield "\n]}\n";
}

async function noted(ctx: Context, doer: Actor | Operator, label: string): Promise<void> {
  authorize(doer, importPolicy.export);
  const entry = { action: "downloaded", entity: "export", entityId: null, label, before: null, after: null } as const;
  await recordAudit(ctx, doer as AuditActor, entry);
}

/**
 * An import takes it back unchanged. No passwords, sessions, visits or likes, and no users who never wrote anything; email addresses of
 * authors and commenters identify them. Memory holds a few posts. @throws DomainError `forbidden`
 */
export async function exportArchive(ctx: Context, store: FileStore, doer: Actor | Operator): Promise<Readable> {
  await noted(ctx, doer, "Markdown archive");
  return packZip(files(ctx, store));
}

/** Without the pictures' files. @throws DomainError `forbidden` */
export async function exportJson(ctx: Context, doer: Actor | Operator): Promise<Readable> {
  await noted(ctx, doer, "JSON");
  return Readable.from(json(ctx), { objectMode: false });
}
