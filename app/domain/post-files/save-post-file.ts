import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, type FieldError, invalid, staleVersion } from "../errors.ts";
import { FrontMatterError, namesIn, splitFrontMatter } from "../imports/read/front-matter.ts";
import { slugOf } from "../imports/read/shape-fields.ts";
import { type EditRow, findForEditing } from "../posts/admin-posts.sql.ts";
import { createPost } from "../posts/create-post.ts";
import { postPolicy } from "../posts/post.policy.ts";
import { POST_COLUMNS, type PostFields, type PostInput, postChanges, postInput } from "../posts/post.ts";
import { missingPost } from "../posts/post-references.ts";
import { fieldsOf } from "../posts/present-post.ts";
import { reachOf } from "../posts/reach.sql.ts";
import { editInput, stageEdit } from "../posts/staged-edits/stage-edit.ts";
import { findStaged } from "../posts/staged-edits/staged-edits.sql.ts";
import { updatePost } from "../posts/update-post.ts";
import { pick } from "../schema-fields.ts";
import type { Site } from "../settings/settings.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import type { PostFileInput, SavedPostFile } from "./post-file.ts";
import { presentPostFile } from "./read-post-files.ts";
import { type FileRow, fieldsOfFile, findFileRows } from "./write-post-file.ts";

type Fields = Record<string, unknown>;

const INVALID = "Some of the input is invalid";

function split(text: string): { fields: Fields; content: string } {
  try {
    const { fields, body } = splitFrontMatter(text);
    return { fields, content: body.replace(/\r?\n$/, "") };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    throw invalid(INVALID, [{ field: "text", rule: error.message }]);
  }
}

/** A field without a value is empty, and a title may be a number. */
const wordsIn = (value: unknown) => (value === null ? "" : typeof value === "number" ? String(value) : value);
const WORDS = ["title", "slug", "description", "excerpt", "featured_image_alt"];
const AS_THEY_ARE = ["kind", "status", "featured", "featured_image", "language", "published_at"];

/** By slug or name. @throws DomainError invalid_input, which names the field */
async function categoryIdOf(db: Db, named: unknown): Promise<string | null> {
  if (named === null || named === "") return null;
  const { rows } = await sql<{ id: string }>`
    select id from categories where slug = ${String(named)} or lower(name) = lower(${String(named)})
    order by slug <> ${String(named)} limit 1`.execute(db);
  if (rows[0]) return rows[0].id;
  throw invalid(INVALID, [
    { field: "category", rule: `must be the slug or name of a category; there is no “${String(named).slice(0, 100)}”` },
  ]);
}

/** What the site has written is no change, even if nobody could write it now: an import may have stored it. */
function withoutKnown(fields: Fields, before: FileRow): Fields {
  const known: Fields = fieldsOfFile(before);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value, known[name])));
}

/** Git and editors change the ends of lines, also that of the last one. */
const isSameText = (one: string, other: string): boolean =>
  `${one}\n`.replaceAll("\r\n", "\n") === `${other}\n`.replaceAll("\r\n", "\n");

/** The fields of a post that the front matter names. What it doesn't name stays as it is. */
async function writingFrom(db: Db, fields: Fields, content: string): Promise<Fields> {
  const has = (name: string) => Object.hasOwn(fields, name);
  return {
    ...Object.fromEntries(WORDS.filter(has).map((name) => [name, wordsIn(fields[name])])),
    ...Object.fromEntries(AS_THEY_ARE.filter(has).map((name) => [name, fields[name]])),
    ...(has("format") && { content_format: fields.format }),
    ...(has("category") && { category_id: await categoryIdOf(db, fields.category) }),
    ...(has("tags") && { tags: namesIn(fields.tags).map((name) => name.replace(/^#/, "")) }),
    content,
  };
}

/** As the file calls them. @throws DomainError invalid_input */
function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const names: Record<string, string> = { category_id: "category", content_format: "format", content: "text" };
  const details: FieldError[] = result.error.issues.map(({ path, message }) => {
    const field = path.join(".");
    return { field: names[field] ?? field, rule: message };
  });
  throw invalid(INVALID, details);
}

type SaveFileOptions = { ownHost: string; site: Site };

const rowOf = async (db: Db, actor: Actor, id: string): Promise<FileRow | undefined> =>
  (await findFileRows(db, sql`p.id = ${id}::uuid and ${reachOf(actor)(sql`p.id`)}`))[0];

/** Those who can't publish write drafts. */
async function createFrom(
  ctx: Context,
  actor: Actor,
  id: string,
  { writing, name }: { writing: Fields; name: string },
  options: SaveFileOptions,
) {
  const title = writing.title || name;
  const isDraft = writing.status === "published" && !postPolicy.publish.admits(actor);
  const { published_at, ...fields } = writing;
  const input: PostInput = checked(postInput, {
    content_format: "markdown",
    category_id: null,
    ...fields,
    ...(published_at && !isDraft ? { published_at } : {}),
    title,
    slug: fields.slug || slugOf("", String(title), name),
    slug_is_suggested: !fields.slug,
    ...(isDraft && { status: "draft" }),
  });
  await createPost(ctx, actor, input, { ...options, id });
}

/** Only what differs. */
function differing(before: FileRow, { tags, published_at, content, ...fields }: Fields): Fields {
  const text = isSameText(String(content), before.content) ? {} : { content };
  const changes = checked(postChanges, { version: 1, ...fields, ...text, ...(tags !== undefined && { tags }) });
  const description = changes.description === "" ? changes.excerpt || before.excerpt : changes.description;
  const wanted: Fields = { ...changes, ...(description !== undefined && { description }) };
  const isPublished = (wanted.status ?? before.status) === "published";
  const isSameDay = !isPublished || !published_at || new Date(String(published_at)).getTime() === before.published_at?.getTime();
  const slugs = changes.tags && tagsFromNames(changes.tags).map(({ slug }) => slug);
  return {
    ...Object.fromEntries(
      POST_COLUMNS.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]).map((name) => [
        name,
        wanted[name],
      ]),
    ),
    ...(slugs && !isDeepStrictEqual(slugs.toSorted(), before.tags.toSorted()) && { tags: changes.tags }),
    ...(!isSameDay && { published_at }),
  };
}

type Sent = { fields: Fields; content: string; version: number; edit_version: number };

async function updateFrom(
  ctx: Context,
  actor: Actor,
  before: FileRow,
  { fields, content, version, edit_version }: Sent,
  options: SaveFileOptions,
): Promise<void> {
  const changes = differing(before, await writingFrom(ctx.db, withoutKnown(fields, before), content));
  if (Object.keys(changes).length === 0) return;
  if (version !== before.version) throw staleVersion("The post");
  const known = {
    version,
    ...(edit_version > 0 && { edit_version }),
    ...(before.status === "published" && { keep_published_at: true }),
  };
  await updatePost(ctx, actor, before.id, checked(postChanges, { ...changes, ...known }), options);
}

/** The post as it is with a staged edit. */
async function withEdit(db: Db, row: FileRow, writing: PostFields): Promise<FileRow> {
  const slugs = tagsFromNames(writing.tags).map(({ slug }) => slug);
  const { rows } = await sql<Pick<FileRow, "category" | "tags">>`
    select (select slug from categories where id = ${writing.category_id}::uuid) as category,
      array(select slug from unnest(${slugs}::text[]) slug order by slug) as tags`.execute(db);
  return { ...row, ...pick(writing, POST_COLUMNS), ...rows[0] };
}

/** Next to what readers see. What can't wait there is refused as it is everywhere. */
async function stageFrom(
  ctx: Context,
  actor: Actor,
  before: FileRow,
  sent: Sent,
  options: SaveFileOptions,
): Promise<SavedPostFile> {
  const { id } = before;
  const edit = await findStaged(ctx.db, id, reachOf(actor));
  const known = edit ? await withEdit(ctx.db, before, edit.writing) : before;
  const changes = differing(known, await writingFrom(ctx.db, withoutKnown(sent.fields, known), sent.content));
  if (Object.keys(changes).length === 0) return { ...presentPostFile(known, actor), staged: edit !== undefined };
  if (changes.status !== undefined || changes.published_at !== undefined) {
    await updateFrom(ctx, actor, before, sent, options);
    return { ...presentPostFile(before, actor), staged: false };
  }
  const post = edit ? undefined : await findForEditing(ctx.db, id, reachOf(actor));
  if (sent.version !== before.version || !(edit || post)) throw staleVersion("The post");
  const writing = { ...(edit?.writing ?? fieldsOf(post as EditRow)), ...changes };
  const input = checked(editInput, { writing, version: sent.edit_version, base_version: sent.version });
  const { version: edit_version } = await stageEdit(ctx, actor, id, input);
  return { ...presentPostFile({ ...(await withEdit(ctx.db, before, input.writing)), edit_version }, actor), staged: true };
}

/**
 * Saves a post as its file has it; what readers would see is staged if the actor may not publish. Front matter that names no field of a post is left alone, as is a field that it doesn't name. A file that
 * says what the post says already changes nothing, even with an old version, so that it may be sent again after a lost answer.
 * @param id of the post; for a new one, which the client chooses @throws DomainError as `createPost`, `updatePost` and
 * `stageEdit`
 */
export async function savePostFile(
  ctx: Context,
  actor: Actor,
  id: string,
  { text, version, edit_version = 0, name = "" }: PostFileInput,
  options: SaveFileOptions,
): Promise<SavedPostFile> {
  authorize(actor, postPolicy.update);
  const { fields, content } = split(text);
  const before = await rowOf(ctx.db, actor, id);
  if (!before && version > 0) throw await missingPost(ctx.db, id, reachOf(actor));
  const sent = { fields, content, version, edit_version };
  if (!before) await createFrom(ctx, actor, id, { writing: await writingFrom(ctx.db, fields, content), name }, options);
  else if (before.status === "draft" || postPolicy.publish.admits(actor)) await updateFrom(ctx, actor, before, sent, options);
  else return stageFrom(ctx, actor, before, sent, options);
  const after = await rowOf(ctx.db, actor, id);
  if (!after) throw new DomainError("conflict", "conflict", "The post was deleted at the same moment");
  return { ...presentPostFile(after, actor), staged: false };
}
