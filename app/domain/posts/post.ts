import { z } from "zod";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "../content/markup/footnotes.ts";
import { line, text } from "../schema-fields.ts";
import { LANGUAGES } from "../settings/language-rules.ts";
import { EDITING_LIMITS, MEDIA_ADDRESS, POST_MESSAGES, STAGING_LIMITS, slugFromTitle } from "./edit-rules.ts";
import { isReservedSlug } from "./pages/page-rules.ts";
import { CONTENT_FORMATS, POST_KINDS, POST_SLUG, POST_STATUSES } from "./post-rules.ts";

const articleText = (required?: string) =>
  text(EDITING_LIMITS.contentMax, required).refine((written) => !hasTooManyFootnotes(written), FOOTNOTES_RULE);

const isLong = (name: string) => name.length >= EDITING_LIMITS.nameMin;
const isShort = (name: string) => name.length <= EDITING_LIMITS.nameMax;
const language = z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`);
const categoryId = z.guid(POST_MESSAGES.categoryRequired).toLowerCase();

/**
 * Everything that stores, shows, sends or compares these fields derives from here. A new field needs a column of its name, unless it is
 * left out of `POST_COLUMNS`.
 */
export const postFields = z.strictObject({
  title: line(POST_MESSAGES.titleRequired, [isLong, POST_MESSAGES.titleTooShort], [isShort, POST_MESSAGES.titleTooLong]),
  slug: line(
    POST_MESSAGES.slugRequired,
    [(slug) => /^[a-z0-9-]*$/.test(slug), POST_MESSAGES.slugCharacters],
    [isLong, POST_MESSAGES.slugTooShort],
    [isShort, POST_MESSAGES.slugTooLong],
  ),
  kind: z.enum(POST_KINDS, "must be post or page"),
  description: text(EDITING_LIMITS.summaryMax).trim(),
  excerpt: text(EDITING_LIMITS.summaryMax).trim(),
  content: articleText(),
  content_format: z.enum(CONTENT_FORMATS, "must be html or markdown"),
  status: z.enum(POST_STATUSES, "must be draft, published or archived"),
  featured: z.boolean("must be true or false"),
  category_id: categoryId.nullable(),
  /** names as typed; `tagsFromNames` turns them into tags */
  tags: z
    .array(text(EDITING_LIMITS.tagMax).trim(), "must be a list of names")
    .max(EDITING_LIMITS.tagsMax, `must be at most ${EDITING_LIMITS.tagsMax} tags`),
  featured_image: z.string(POST_MESSAGES.featuredImage).regex(MEDIA_ADDRESS, POST_MESSAGES.featuredImage).nullable(),
  featured_image_alt: text(EDITING_LIMITS.altMax).trim(),
  /** null: the site's */
  language: language.nullable(),
});

export type PostFields = z.infer<typeof postFields>;
export type PostField = keyof PostFields;
export const POST_FIELDS = Object.keys(postFields.shape) as PostField[];

/** Also what stored revisions, staged edits and archives get for fields that are newer than they are, so they need no migration. */
export const EMPTY_POST: PostFields = {
  title: "",
  slug: "",
  kind: "post",
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
  language: null,
};

/** Stored unchanged in the column of their name. */
export type PostColumn = Exclude<PostField, "tags">;
export const POST_COLUMNS = POST_FIELDS.filter((field) => field !== "tags") as PostColumn[];

/** Readers get them unchanged: in lists, and in the article. */
export const CARD_FIELDS = ["title", "slug", "description", "excerpt", "featured"] as const satisfies PostColumn[];
export const ARTICLE_FIELDS = [...CARD_FIELDS, "kind", "featured_image_alt"] as const satisfies PostColumn[];
export const ROW_FIELDS = ["title", "slug", "status", "featured", "language"] as const satisfies PostColumn[];
type EditorField = Exclude<PostColumn, (typeof ROW_FIELDS)[number]>;
export const EDITOR_FIELDS = POST_COLUMNS.filter(
  (field) => !(ROW_FIELDS as readonly PostColumn[]).includes(field),
) as EditorField[];

const optional = postFields.omit({ title: true, slug: true, content: true, category_id: true }).shape;

const withDefaults = Object.fromEntries(
  Object.entries(optional).map(([name, field]) => [name, (field as z.ZodType).default(EMPTY_POST[name as PostField])]),
) as { [Name in keyof typeof optional]: z.ZodDefault<(typeof optional)[Name]> };

type Summary = { kind?: unknown; description?: unknown; excerpt?: unknown };

/** A page needs no description: no card shows it. */
const isLongEnough = ({ kind, description, excerpt }: Summary) =>
  kind === "page" || (String(description ?? "").trim() || String(excerpt ?? "").trim()).length >= EDITING_LIMITS.descriptionMin;

/** An imprint is a line or two. What isn't text has an error of its own. */
const hasEnoughContent = ({ kind, content }: { kind?: unknown; content?: unknown }) =>
  kind === "page" || typeof content !== "string" || content.trim().length >= EDITING_LIMITS.contentMin;

/** With its offset; `publicationDate` refuses what lies ahead. */
const moment = z.iso.datetime({ offset: true, error: "must be a time in ISO 8601 with its offset" });

const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

const hasCategory = (input: { kind?: unknown; category_id?: unknown }) =>
  input.kind === "page" || (input.category_id !== null && input.category_id !== undefined);

export const hasFreeAddress = ({ kind, slug }: { kind?: unknown; slug?: unknown }): boolean =>
  kind !== "page" || !isReservedSlug(String(slug));

/** Runs even if other fields are invalid, so that an author sees all errors at once. */
const isText = ({ value }: { value: unknown }) => {
  if (typeof value !== "object" || value === null) return false;
  const { description = "", excerpt = "" } = value as Summary;
  return typeof description === "string" && typeof excerpt === "string";
};

/** Specification, section 5. Omitted fields are as in `EMPTY_POST`. */
export const postInput = postFields
  .extend({
    ...withDefaults,
    content: articleText(POST_MESSAGES.contentTooShort),
    /** only a page may have none */
    category_id: categoryId.nullable().default(null),
    edit_id: z.guid("must be a UUID").toLowerCase().optional(),
    /** the slug is the one that the title suggests: if another post has it, it gets a number */
    slug_is_suggested: z.boolean("must be true or false").optional(),
    published_at: moment.optional(),
  })
  .refine(hasEnoughContent, { path: ["content"], error: POST_MESSAGES.contentTooShort, when: isObject })
  .refine(hasCategory, { path: ["category_id"], error: POST_MESSAGES.categoryRequired, when: isObject })
  .refine(hasFreeAddress, { path: ["slug"], error: POST_MESSAGES.pageSlugReserved, when: isObject })
  .refine(isLongEnough, { path: ["description"], error: POST_MESSAGES.descriptionTooShort, when: isText });

export type PostInput = z.infer<typeof postInput>;

// When editing, title and slug only have to be present: an invalid slug is converted.
const isTitle = (name: string) => name.length <= EDITING_LIMITS.editedTitleMax;
const edited = {
  title: line(POST_MESSAGES.titleRequired, [isTitle, `must have at most ${EDITING_LIMITS.editedTitleMax} characters`]),
  slug: line(POST_MESSAGES.slugRequired, [(typed) => slugFromTitle(typed) !== "", POST_MESSAGES.slugCharacters]).transform(
    (typed) => (POST_SLUG.test(typed) ? typed : slugFromTitle(typed)),
  ),
};

/** Omitted fields stay. Only title and slug are required to be valid. */
export const postChanges = postFields
  .extend(edited)
  .partial()
  .extend({
    version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
    /** a published post keeps its date instead of moving to now */
    keep_published_at: z.boolean("must be true or false").optional(),
    /** a published post moves to this date; it comes before `keep_published_at` */
    published_at: moment.optional(),
    /** the version of the staged edit that this save contains; 0: there was none */
    edit_version: z.int("must be a whole number").min(0, "must be a whole number from 0 on").optional(),
    autosave: z.boolean("must be true or false").optional(),
  });

export type PostChanges = z.infer<typeof postChanges>;

export const translationInput = z.strictObject({ language });

const brokenRules = ({ error }: z.ZodSafeParseResult<unknown>): { field: string; rule: string }[] =>
  (error?.issues ?? []).map((issue) => ({ field: issue.path.join("."), rule: issue.message }));

/** Errors of creating this post, which the editor shows as advice. */
export const adviceFor = (input: unknown) => brokenRules(postInput.safeParse(input));

const storedPost = postChanges.omit({ version: true });
/** Errors of saving these fields of an existing post. */
export const refusalsOf = (input: unknown) => brokenRules(storedPost.safeParse(input));

type Unfinished<Field> = Field extends z.ZodString ? z.ZodString : Field;

const unfinishedLines = Object.fromEntries(
  Object.entries(postFields.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodString ? text(STAGING_LIMITS.lineMax) : field,
  ]),
) as { [Name in PostField]: Unfinished<(typeof postFields.shape)[Name]> };

/** Only types and sizes are checked. */
export const unfinishedFields = z.strictObject(
  {
    ...unfinishedLines,
    content: articleText(),
    // Forms of earlier versions send neither kind nor language.
    kind: postFields.shape.kind.default(EMPTY_POST.kind),
    language: postFields.shape.language.default(EMPTY_POST.language),
    category_id: z.guid("must be a UUID").toLowerCase().nullable(),
    tags: z
      .array(text(STAGING_LIMITS.tagMax), "must be a list of names")
      .max(STAGING_LIMITS.tagsMax, `must be at most ${STAGING_LIMITS.tagsMax} tags`),
    featured_image: text(STAGING_LIMITS.addressMax).nullable(),
  },
  "must be a post as the form has it",
);
