import { z } from "zod";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "../content/footnotes-model.ts";
import { count, date, line, plain, text } from "../schema-fields.ts";
import { EDITING_LIMITS, MEDIA_ADDRESS, PLAN_KINDS, POST_MESSAGES, STAGING_LIMITS, slugFromTitle } from "./edit-rules.ts";
import { CONTENT_FORMATS, POST_SLUG, POST_STATUSES } from "./post-rules.ts";

/** An article's text, of a length and with as many footnotes as can be rendered. */
const articleText = (required?: string) =>
  text(EDITING_LIMITS.contentMax, required).refine((written) => !hasTooManyFootnotes(written), FOOTNOTES_RULE);

const isLong = (name: string) => name.length >= EDITING_LIMITS.nameMin;
const isShort = (name: string) => name.length <= EDITING_LIMITS.nameMax;
const categoryId = z.guid(POST_MESSAGES.categoryRequired).toLowerCase();

/**
 * What an author fills in, with the rules that hold when it is saved. Everything that stores, shows, sends or compares these fields
 * derives from here: a field that is added has a column of its name, unless it is left out of `POST_COLUMNS`.
 */
export const postFields = z.strictObject({
  title: line(POST_MESSAGES.titleRequired, [isLong, POST_MESSAGES.titleTooShort], [isShort, POST_MESSAGES.titleTooLong]),
  slug: line(
    POST_MESSAGES.slugRequired,
    [(slug) => /^[a-z0-9-]*$/.test(slug), POST_MESSAGES.slugCharacters],
    [isLong, POST_MESSAGES.slugTooShort],
    [isShort, POST_MESSAGES.slugTooLong],
  ),
  description: text(EDITING_LIMITS.summaryMax).trim(),
  excerpt: text(EDITING_LIMITS.summaryMax).trim(),
  content: articleText(),
  content_format: z.enum(CONTENT_FORMATS, "must be html or markdown"),
  status: z.enum(POST_STATUSES, "must be draft, published or archived"),
  featured: z.boolean("must be true or false"),
  category_id: categoryId.nullable(),
  /** names as typed; they become tags by `tagsFromNames` */
  tags: z
    .array(text(EDITING_LIMITS.tagMax).trim(), "must be a list of names")
    .max(EDITING_LIMITS.tagsMax, `must be at most ${EDITING_LIMITS.tagsMax} tags`),
  featured_image: z.string(POST_MESSAGES.featuredImage).regex(MEDIA_ADDRESS, POST_MESSAGES.featuredImage).nullable(),
  featured_image_alt: text(EDITING_LIMITS.altMax).trim(),
});

/** What an author fills in. */
export type PostFields = z.infer<typeof postFields>;
export type PostField = keyof PostFields;
export const POST_FIELDS = Object.keys(postFields.shape) as PostField[];

/**
 * What is left out of a new post. Fields that are newer than a stored revision, a staged edit or an archive have this value there,
 * so that what is stored need not be migrated.
 */
export const EMPTY_POST: PostFields = {
  title: "",
  slug: "",
  description: "",
  excerpt: "",
  content: "",
  content_format: "html",
  status: "draft",
  featured: false,
  category_id: null,
  tags: [],
  featured_image: null,
  featured_image_alt: "",
};

/** Fields that are stored as they are, in the column of their name. */
export type PostColumn = Exclude<PostField, "tags">;
export const POST_COLUMNS = POST_FIELDS.filter((field) => field !== "tags") as PostColumn[];

/** Fields that readers get as they are: in lists, and in the article. */
export const CARD_FIELDS = ["title", "slug", "description", "excerpt", "featured"] as const satisfies PostColumn[];
export const ARTICLE_FIELDS = [...CARD_FIELDS, "featured_image_alt"] as const satisfies PostColumn[];
/** Fields that the back office's list shows. */
export const ROW_FIELDS = ["title", "slug", "status", "featured"] as const satisfies PostColumn[];
/** Fields that only the editor shows. */
type EditorField = Exclude<PostColumn, (typeof ROW_FIELDS)[number]>;
export const EDITOR_FIELDS = POST_COLUMNS.filter(
  (field) => !(ROW_FIELDS as readonly PostColumn[]).includes(field),
) as EditorField[];

// What comes in.

const optional = postFields.omit({ title: true, slug: true, content: true, category_id: true }).shape;

const withDefaults = Object.fromEntries(
  Object.entries(optional).map(([name, field]) => [name, (field as z.ZodType).default(EMPTY_POST[name as PostField])]),
) as { [Name in keyof typeof optional]: z.ZodDefault<(typeof optional)[Name]> };

type Summary = { description?: unknown; excerpt?: unknown };

const isLongEnough = ({ description, excerpt }: Summary) =>
  (String(description ?? "").trim() || String(excerpt ?? "").trim()).length >= EDITING_LIMITS.descriptionMin;

/** Looked at beside whatever else is wrong, so that an author sees everything at once. */
const isText = ({ value }: { value: unknown }) => {
  if (typeof value !== "object" || value === null) return false;
  const { description = "", excerpt = "" } = value as Summary;
  return typeof description === "string" && typeof excerpt === "string";
};

/** A new post (specification, section 5). What is left out is as in `EMPTY_POST`. */
export const postInput = postFields
  .extend({
    ...withDefaults,
    content: articleText(POST_MESSAGES.contentTooShort).refine(
      (written) => written.trim().length >= EDITING_LIMITS.contentMin,
      POST_MESSAGES.contentTooShort,
    ),
    category_id: categoryId,
    /** what was kept of it before it was saved for the first time */
    edit_id: z.guid("must be a UUID").toLowerCase().optional(),
  })
  .refine(isLongEnough, { path: ["description"], error: POST_MESSAGES.descriptionTooShort, when: isText });

export type PostInput = z.infer<typeof postInput>;

// On editing nothing but their absence keeps a post from being saved: a slug that isn't one is made into one.
const isTitle = (name: string) => name.length <= EDITING_LIMITS.editedTitleMax;
const edited = {
  title: line(POST_MESSAGES.titleRequired, [isTitle, `must have at most ${EDITING_LIMITS.editedTitleMax} characters`]),
  slug: line(POST_MESSAGES.slugRequired, [(typed) => slugFromTitle(typed) !== "", POST_MESSAGES.slugCharacters]).transform(
    (typed) => (POST_SLUG.test(typed) ? typed : slugFromTitle(typed)),
  ),
};

/** Changes of a post: what is left out stays as it is. Only title and slug keep it from being saved. */
export const postChanges = postFields
  .extend(edited)
  .partial()
  .extend({
    /** the version that the changes were made from */
    version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
    /** a published post stays where it is in time; else it moves to now */
    keep_published_at: z.boolean("must be true or false").optional(),
    /** the version of the staged changes that are saved thereby; 0: there were none */
    edit_version: z.int("must be a whole number").min(0, "must be a whole number from 0 on").optional(),
    /** a draft that is saved while it is typed */
    autosave: z.boolean("must be true or false").optional(),
  });

export type PostChanges = z.infer<typeof postChanges>;

/** What is said of a post's fields on creating; on editing they are advice. Empty when all is well. */
export const adviceFor = (input: unknown): { field: string; rule: string }[] => {
  const { error } = postInput.safeParse(input);
  return (error?.issues ?? []).map((issue) => ({ field: issue.path.join("."), rule: issue.message }));
};

type Unfinished<Field> = Field extends z.ZodString ? z.ZodString : Field;

/** Any text that isn't too long will do for a form on its way. */
const unfinishedLines = Object.fromEntries(
  Object.entries(postFields.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodString ? text(STAGING_LIMITS.lineMax) : field,
  ]),
) as { [Name in PostField]: Unfinished<(typeof postFields.shape)[Name]> };

/** A form on its way: sizes and types, and nothing else that saving asks for. */
export const unfinishedFields = z.strictObject(
  {
    ...unfinishedLines,
    content: articleText(),
    category_id: z.guid("must be a UUID").toLowerCase().nullable(),
    tags: z
      .array(text(STAGING_LIMITS.tagMax), "must be a list of names")
      .max(STAGING_LIMITS.tagsMax, `must be at most ${STAGING_LIMITS.tagsMax} tags`),
    featured_image: text(STAGING_LIMITS.addressMax).nullable(),
  },
  "must be a post as the form has it",
);

// What leaves.

const categoryRef = z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string() });
const link = z.object({ title: z.string(), slug: z.string() });
const minutes = z.number().int().meta({ description: "Minutes" });
const isOpen = z.boolean().meta({ description: "Whether readers can comment, where the site takes comments at all" });

/** One entry of the contents list: `level` 2 or 3, `id` the anchor in the article's HTML. */
export const heading = z.object({
  level: z.union([z.literal(2), z.literal(3)]).meta({ type: "integer" }),
  id: z.string(),
  text: z.string(),
});

/** An article as lists show it. */
export const postCard = z.object({
  ...plain(postFields, CARD_FIELDS),
  id: z.string(),
  featured_image_url: z
    .string()
    .nullable()
    .meta({ description: "A picture of the media library; where there is none, pages show the drawing of the category" }),
  featured_image_focus: z
    .object({ x: z.number(), y: z.number() })
    .optional()
    .meta({ description: "What stays in sight where the picture is cut, as parts of the whole; absent: the middle" }),
  category: categoryRef.extend({ color: z.string().meta({ description: "`#rrggbb`" }) }).nullable(),
  author: z.object({ full_name: z.string().nullable() }).nullable(),
  read_time: minutes,
  views_count: count,
  likes_count: count,
  comments_count: count,
  published_at: date,
  updated_at: date,
  tags: z.array(z.object({ name: z.string(), slug: z.string() })).meta({ description: "Always empty in lists" }),
  snippet: z.string().optional().meta({ description: "A search's find in the body, as plain text" }),
});

/** What an article has beside its card, in full and ready to show. */
export const articleParts = z.object({
  ...plain(postFields, ARTICLE_FIELDS),
  featured_image_alt: z.string().meta({ description: "What the featured image shows; empty when it only decorates" }),
  first_published_at: date,
  content_html: z.string().meta({ description: "Sanitised HTML, ready to show" }),
  headings: z.array(heading),
  author: z.object({ full_name: z.string().nullable(), bio: z.string() }).nullable(),
  comments_open: isOpen,
  previous: link.nullable().meta({ description: "The next older article" }),
  next: link.nullable().meta({ description: "The next newer article" }),
  related: z.array(postCard),
});

/** An article in full. */
const post = postCard.extend(articleParts.shape);

/** A page of articles; `total` is exact up to `SEARCH_TOTAL_CAP`, where `total_is_capped` says that there are more. */
export const postPage = z.object({
  posts: z.array(postCard),
  total: z.number().int().meta({ description: "Articles in all that match" }),
  total_is_capped: z.boolean().meta({ description: "Whether there are more than `total` says" }),
  page: z.number().int(),
  pages: z.number().int(),
  limit: z.number().int().meta({ description: "Articles per page" }),
  moved_to: z.object({ category: z.string().optional(), tag: z.string().optional() }).optional().meta({
    description: "The current slug of a category or tag that was asked for by one it had before; absent when nothing has moved",
  }),
});

/** What happens to a post by itself. */
export const planned = z.object({
  kind: z.enum(PLAN_KINDS),
  at: date,
  failure: z.string().nullable().meta({ description: "Why it could not be done" }),
});

/** A post as the back office lists it. */
export const adminPostRow = z.object({
  ...plain(postFields, ROW_FIELDS),
  id: z.string(),
  category: categoryRef.nullable(),
  author: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  views_count: count,
  likes_count: count,
  comments_count: count,
  read_time: minutes,
  version: z.number().int().meta({ description: "Grows with every save" }),
  staged_at: date.nullable().meta({ description: "When changes were last kept that nobody has saved" }),
  planned: planned.nullable(),
});

/** What a post has beside its row when it is edited. */
export const editedParts = z.object({
  ...plain(postFields, EDITOR_FIELDS),
  content: z.string().meta({ description: "As it was written" }),
  tags: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  first_published_at: date.nullable(),
  comments_open: isOpen,
  words: count,
});

/** A post as it is edited: what was written, as it was written. */
const adminPost = adminPostRow.extend(editedParts.shape);

/** A page of the back office's list. */
export const adminPostPage = z.object({
  items: z.array(adminPostRow),
  total: z.number().int().meta({ description: "Posts on all pages" }),
  page: z.number().int(),
  pages: z.number().int(),
  limit: z.number().int(),
  counts: z
    .object({ all: count, draft: count, published: count, archived: count })
    .meta({ description: "How many there are of each status within the other filters" }),
});

export type Heading = z.infer<typeof heading>;
export type PostLink = z.infer<typeof link>;
export type PostCard = z.infer<typeof postCard>;
export type Post = z.infer<typeof post>;
export type PostPage = z.infer<typeof postPage>;
export type Planned = z.infer<typeof planned>;
export type AdminPostRow = z.infer<typeof adminPostRow>;
export type AdminPost = z.infer<typeof adminPost>;
export type AdminPostPage = z.infer<typeof adminPostPage>;
