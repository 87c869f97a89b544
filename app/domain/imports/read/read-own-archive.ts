import { z } from "zod";
import { type Zip, ZipError } from "../../../platform/zip/read-zip.ts";
import { BRAND_FILE_MB } from "../../appearance/brand-rules.ts";
import { authorFields } from "../../authors/author.ts";
import { AUTHOR_SLUG } from "../../authors/author-rules.ts";
import { CATEGORY_LIMITS } from "../../categories/category-rules.ts";
import { FILE_NAME, isFileFormat } from "../../media/file-rules.ts";
import { ALT_MAX, bytesOf } from "../../media/media-rules.ts";
import { COAUTHORS_MAX } from "../../posts/edit-rules.ts";
import { POST_COLUMNS, type PostColumn, postFields } from "../../posts/post.ts";
import { POST_SLUG, POST_STATUSES } from "../../posts/post-rules.ts";
import { pick } from "../../schema-fields.ts";
import { TAG_SLUG } from "../../tags/tag-rules.ts";
import { ImportRefused } from "../errors.ts";
import { ARCHIVE_FORMAT } from "../import-rules.ts";
import { type ImportedComment, type ImportedPost, pathHere, type Source, type SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { FrontMatterError, splitFrontMatter } from "./front-matter.ts";
import { isTooLong } from "./shape-fields.ts";

export const asRefusal = (error: unknown): never => {
  if (error instanceof ZipError)
    throw new ImportRefused(
      error.place,
      `${error.place === "the archive" ? "The archive" : "The file"} ${error.message}.`,
      error,
    );
  throw error;
};

/** Reads to the end, so that damage is noticed before anything is stored. @throws ImportRefused */
export async function checkFile(zip: Zip, name: string): Promise<void> {
  try {
    for await (const _ of await zip.stream(name)) void _;
  } catch (error) {
    asRefusal(error);
  }
}

export const OWN_SOURCE = "skylark";
const MANIFEST = "skylark.json";
const LIST_MAX = 64 * 1024 * 1024;
const POST_MAX = 8 * 1024 * 1024;

const NAVIGATION = "navigation.json";
const FEATURED = "featured.json";
const WORDS = "words.json";
const APPEARANCE = "appearance.json";

const uuid = z.guid().toLowerCase();
const date = z.iso.datetime().transform((value) => new Date(value));
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes("\0"));
const manifest = z.looseObject({ format: z.literal(ARCHIVE_FORMAT) });
const authorPage = authorFields
  .pick({ slug: true, has_page: true, picture: true, links: true })
  .extend({ old_slugs: z.array(z.string().regex(AUTHOR_SLUG)) });
const authors = z.array(
  z.object({
    id: uuid,
    email: z.email().max(320),
    name: text(200).nullable(),
    bio: text(1000),
    /** Missing in archives of earlier versions. */
    page: authorPage.nullable().default(null),
  }),
);
const categories = z.array(
  z.object({
    slug: z.string().regex(/^[a-z0-9-]{1,100}$/),
    name: text(100),
    description: text(500),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    heading: text(CATEGORY_LIMITS.heading).default(""),
    intro: text(CATEGORY_LIMITS.intro).default(""),
    picture: text(300).nullable().default(null),
    picture_alt: text(ALT_MAX).default(""),
    old_slugs: z.array(z.string().regex(/^[a-z0-9-]{1,100}$/)).default([]),
  }),
);
const tagSlug = text(100).regex(TAG_SLUG);
const tags = z.array(z.object({ slug: tagSlug, name: text(100), old_slugs: z.array(tagSlug).default([]) }));
const redirects = z.array(z.object({ from: text(300), to: text(300) }));
const settings = z.object({ value: z.record(z.string(), z.unknown()), content: z.record(z.string(), z.unknown()) });
/** Missing in archives of earlier versions. */
const navigation = z.record(z.string(), z.unknown()).nullable();
const featured = navigation;
const words = navigation;
const appearance = navigation;
const media = z.array(
  z.looseObject({
    id: uuid,
    name: text(255),
    alt: text(300),
    focus_x: z.number().min(0).max(1),
    focus_y: z.number().min(0).max(1),
    format: z.string().refine((format) => ["jpg", "png", "webp"].includes(format) || isFileFormat(format)),
    /** Missing in archives of earlier versions. */
    file_name: z.string().regex(FILE_NAME).nullable().default(null),
    created_at: date,
  }),
);
const comments = z.array(
  z.object({
    id: uuid,
    parent: uuid.nullable(),
    reply_to: uuid.nullable(),
    is_reply: z.boolean(),
    author: text(320).nullable(),
    guest: text(200).nullable(),
    content: text(5000).min(1),
    status: z.enum(["pending", "approved", "rejected"]),
    is_spam: z.boolean(),
    spam_reason: text(40).nullable(),
    created_at: date,
    updated_at: date,
    edited_at: date.nullable(),
  }),
);
const firstFields = z.object({
  id: uuid,
  title: text(1000).min(1),
  slug: z.string().regex(POST_SLUG),
  old_slugs: z.array(z.string().regex(POST_SLUG)),
  description: text(1000),
  excerpt: text(1000),
  status: z.enum(POST_STATUSES),
  featured: z.boolean(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  coauthors: z.array(text(320)).max(COAUTHORS_MAX).default([]),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  first_published_at: date.nullable(),
  planned_at: date.nullable().default(null),
  translation_of: uuid.nullable().default(null),
  featured_image: text(300).nullable(),
  featured_image_alt: text(300),
  comments_open: z.boolean().default(true),
  comments_stay_open: z.boolean().default(false),
  listed: z.boolean().default(true),
  format: z.enum(["html", "markdown"]),
});
/** Fields that archives of earlier versions may be without. */
type LaterField = Exclude<PostColumn, keyof typeof firstFields.shape | "category_id" | "content" | "content_format">;
const IN_OTHER_WORDS: readonly string[] = ["category_id", "content", "content_format"];
const LATER_FIELDS = POST_COLUMNS.filter((name) => !(name in firstFields.shape || IN_OTHER_WORDS.includes(name))) as LaterField[];
const post = firstFields.extend(pick(postFields.partial().shape, LATER_FIELDS));

export const isOwnArchive = (zip: Zip): boolean => zip.entries.has(MANIFEST);

function checked<Schema extends z.ZodType>(schema: Schema, name: string, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ImportRefused(name, `${issue?.path.join(".") || "It"}: ${issue?.message ?? "is not as it should be"}.`);
}

async function list<Schema extends z.ZodType>(zip: Zip, name: string, schema: Schema): Promise<z.infer<Schema>> {
  const bytes = await zip.read(name, LIST_MAX).catch(asRefusal);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new ImportRefused(name, `It is no JSON: ${(error as Error).message}.`, error);
  }
  return checked(schema, name, value);
}

async function commentsOf(zip: Zip, slug: string): Promise<ImportedComment[]> {
  const name = `comments/${slug}.json`;
  if (!zip.entries.has(name)) return [];
  return (await list(zip, name, comments)).map(({ id, reply_to, is_reply, guest, is_spam, spam_reason, ...comment }) => ({
    ...comment,
    id,
    key: id,
    replyTo: reply_to,
    isReply: is_reply,
    name: guest,
    spam: is_spam,
    spamReason: spam_reason,
  }));
}

async function postFrom(
  zip: Zip,
  entry: string,
  tagsBySlug: ReadonlyMap<string, { name: string; slug: string }>,
): Promise<ImportedPost> {
  const source = (await zip.read(entry, POST_MAX).catch(asRefusal)).toString("utf8");
  const { fields, body } = split(source, entry);
  const {
    id,
    old_slugs,
    tags: slugs,
    featured_image,
    featured_image_alt,
    planned_at,
    translation_of,
    ...rest
  } = checked(post, entry, fields);
  return {
    ...rest,
    id,
    key: `post:${id}`,
    place: entry,
    content: body.replace(/\n$/, ""),
    tags: slugs.flatMap((slug) => tagsBySlug.get(slug) ?? []),
    ...(planned_at && { plannedAt: planned_at }),
    ...(translation_of && { translationGroup: translation_of, translationOf: translation_of }),
    paths: [],
    oldSlugs: old_slugs,
    featuredImage: featured_image,
    featuredPicture: null,
    featuredAlt: featured_image_alt,
    pictures: [],
    comments: await commentsOf(zip, rest.slug),
  };
}

function split(source: string, entry: string) {
  try {
    return splitFrontMatter(source);
  } catch (error) {
    if (error instanceof FrontMatterError) throw new ImportRefused(entry, error.message, error);
    throw error;
  }
}

const withOldSlugs = <Term extends { old_slugs: string[] }>({ old_slugs, ...term }: Term) => ({ ...term, oldSlugs: old_slugs });

/** Nothing is guessed: any mistake refuses the archive. @throws ImportRefused naming the file */
export async function readOwnArchive(zip: Zip): Promise<Source> {
  await list(zip, MANIFEST, manifest);
  const tagList = await list(zip, "tags.json", tags);
  const tagsBySlug = new Map(tagList.map(({ name, slug }) => [slug, { name, slug }]));
  const pictures = (await list(zip, "media.json", media)).map((one) => ({ ...one, file: `media/${one.id}.${one.format}` }));
  for (const { file } of pictures) {
    if (!zip.entries.has(file)) throw new ImportRefused("media.json", `The file ${file} isn’t in the archive.`);
    await checkFile(zip, file);
  }
  const entries = [...zip.entries.keys()].filter((name) => /^posts\/[^/]+\.md$/.test(name)).sort();
  const allRedirects = await list(zip, "redirects.json", redirects);
  const drafts = new Map<string, string[]>();
  const originals = new Set<string | undefined>();
  for (const entry of entries) {
    const one = await postFrom(zip, entry, tagsBySlug);
    originals.add(one.translationOf);
    if (one.status === "draft") drafts.set(pathHere(one, one.slug), []);
  }
  // A redirect to a draft comes with it: it leads to no page yet.
  for (const { from, to } of allRedirects) drafts.get(to)?.push(from);
  async function* items(): AsyncGenerator<SourceItem> {
    for (const entry of entries) {
      const { report, findings } = new Notes();
      const one = await postFrom(zip, entry, tagsBySlug);
      const paths = drafts.get(pathHere(one, one.slug)) ?? [];
      const original = originals.has(one.id) && one.id;
      const post = { ...one, paths, ...(original && { translationGroup: original, translationOf: original }) };
      yield { post: isTooLong(one.content, entry, report) ? null : post, findings };
    }
  }
  return {
    name: OWN_SOURCE,
    authors: (await list(zip, "authors.json", authors)).map(({ page, ...author }) => ({
      ...author,
      profile: page,
      key: author.email,
    })),
    categories: (await list(zip, "categories.json", categories)).map((one) => ({ key: one.slug, ...withOldSlugs(one) })),
    tags: tagList.map(withOldSlugs),
    samples: [],
    folders: [],
    redirects: allRedirects.filter(({ to }) => !drafts.has(to)),
    media: pictures,
    settings: await list(zip, "settings.json", settings),
    navigation: zip.entries.has(NAVIGATION) ? await list(zip, NAVIGATION, navigation) : null,
    featured: zip.entries.has(FEATURED) ? await list(zip, FEATURED, featured) : null,
    words: zip.entries.has(WORDS) ? await list(zip, WORDS, words) : null,
    look: {
      archived: zip.entries.has(APPEARANCE) ? await list(zip, APPEARANCE, appearance) : null,
      file: async (name) => (zip.entries.has(name) ? zip.read(name, bytesOf(BRAND_FILE_MB)).catch(asRefusal) : null),
    },
    total: entries.length,
    items,
    file: (name) => zip.stream(name).catch(asRefusal),
    close: zip.close,
  };
}
