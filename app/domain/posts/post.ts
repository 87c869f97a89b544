import { z } from "zod";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "../content/markup/footnotes.ts";
import { line, text } from "../schema-fields.ts";
import { EDITING_LIMITS, MEDIA_ADDRESS, POST_MESSAGES, STAGING_LIMITS, slugFromTitle } from "./edit-rules.ts";
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
