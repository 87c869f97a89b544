import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
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
import { exportFeaturedOrder } from "../posts/featured/adopt-featured-order.ts";
import { POST_COLUMNS, type PostColumn } from "../posts/post.ts";
import { pick } from "../schema-fields.ts";
import type { Operator } from "../users/user.ts";
import type { PostRow } from "./export.sql.ts";
import * as queries from "./export.sql.ts";

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
/** Fields that follow the others in the front matter, by the names of their columns. */
const OTHER_FIELDS = POST_COLUMNS.filter((name) => !(NAMED_BELOW as PostColumn[]).includes(name)) as Exclude<
  PostColumn,
  (typeof NAMED_BELOW)[number]
>[];

/** The fields of an exported post, its text aside. */
const fieldsOf = ({
  content: _,
  content_format,
  created_at,
  updated_at,
  published_at,
  first_published_at,
  planned_at,
  ...post
}: PostRow) => ({
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
  created_at: iso(created_at),
  updated_at: iso(updated_at),
  published_at: iso(published_at),
  first_published_at: iso(first_published_at),
  ...(planned_at && { planned_at: iso(planned_at) }),
  ...pick(post, OTHER_FIELDS),
  comments_open: post.comments_open,
  listed: post.listed,
  format: content_format,
});

/** A post as a Markdown file: front matter in YAML (each value as JSON, which is YAML), then the text exactly as it was written. */
function toFile(post: PostRow): string {
  const lines = Object.entries(fieldsOf(post)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${post.content}\n`;
}

/** So many posts are read at a time, fewer where they are long. */
const BATCH = { limit: 100, bytes: 2_000_000 };
const FIRST = "00000000-0000-0000-0000-000000000000";

type Written = { post: queries.PostRow; comments: Omit<queries.CommentRow, "post_id">[] };

async function batchAfter(db: Db, after: string): Promise<Written[]> {
  const posts = await queries.postsAfter(db, after, BATCH);
  const comments = await queries.commentsOn(
    db,
    posts.map(({ id }) => id),
  );
  return posts.map((post) => ({ post, comments: (comments.get(post.id) ?? []).map(({ post_id: _, ...comment }) => comment) }));
}

/** All posts with their comments, some at a time: while these are written, the database looks for the next. */
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

/** The settings without the site's URL and the maintenance mode, which belong to this installation. */
function settingsOf({ value, content }: { value: unknown; content: unknown }) {
  const { siteUrl: _, maintenanceMode: __, ...others } = value as Record<string, unknown>;
  return { value: others, content };
}

/** The lists that are exported besides the posts, by the names of their files. */
const LISTS: [name: string, read: (db: Db) => Promise<unknown>][] = [
  ["authors", queries.writers],
  ["categories", queries.allCategories],
  ["tags", queries.allTags],
  ["redirects", queries.allRedirects],
  ["navigation", exportNavigation],
  ["featured", exportFeaturedOrder],
  ["appearance", exportLook],
  ["settings", async (db) => settingsOf(await queries.storedSettings(db))],
];

const manifest = (ctx: Context) => ({ format: ARCHIVE_FORMAT, product: "Skylark", exported_at: ctx.clock.now().toISOString() });
const pretty = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function* files(ctx: Context, store: FileStore): AsyncGenerator<Packed> {
  yield { name: "skylark.json", bytes: pretty(manifest(ctx)) };
  for (const [name, read] of LISTS) yield { name: `${name}.json`, bytes: pretty(await read(ctx.db)) };
  for (const file of await exportBrandFiles(ctx.db)) yield file;
  for await (const { post, comments } of written(ctx.db)) {
    yield { name: `posts/${post.slug}.md`, bytes: Buffer.from(toFile(post)) };
    if (comments.length > 0) yield { name: `comments/${post.slug}.json`, bytes: pretty(comments) };
  }
  const found = [];
  for (const picture of await queries.allMedia(ctx.db)) {
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
  yield `,\n"media":${JSON.stringify(await queries.allMedia(ctx.db))},\n"posts":[`;
  let comma = "\n";
  for await (const { post, comments } of written(ctx.db)) {
    yield `${comma}${JSON.stringify({ ...fieldsOf(post), content: post.content, comments })}`;
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
 * Everything that the site holds, as an archive that an import takes back unchanged: posts as Markdown with front matter, their
 * comments, pictures and other files, authors, categories, tags, redirects, menus, order of featured stories, look and settings. It has no
 * passwords, sessions, visits or likes, and no users
 * who never wrote anything; the email addresses of authors and commenters are in it, because they identify them.
 * @returns the archive's bytes as they are made; memory holds a few posts
 * @throws DomainError `forbidden`
 */
export async function exportArchive(ctx: Context, store: FileStore, doer: Actor | Operator): Promise<Readable> {
  await noted(ctx, doer, "Markdown archive");
  return packZip(files(ctx, store));
}

/** The same as one JSON document, without the pictures' files. @throws DomainError `forbidden` */
export async function exportJson(ctx: Context, doer: Actor | Operator): Promise<Readable> {
  await noted(ctx, doer, "JSON");
  return Readable.from(json(ctx), { objectMode: false });
}
