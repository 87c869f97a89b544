import { z } from "zod";
import { FOOTNOTES_RULE, hasTooManyFootnotes } from "../content/footnotes-model.ts";
import { CHECKED_SLUGS } from "./checking-model.ts";
import { BULK_ACTIONS, BULK_MAX, EDITING_LIMITS, MEDIA_ADDRESS, POST_MESSAGES, slugFromTitle } from "./editing-model.ts";
import { POST_SLUG, POST_STATUSES } from "./model.ts";
import { REVISION_NAME_MAX } from "./revisions/revision-model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Text that the database can hold; `required` is what is said when there is none. */
export const text = (max: number, required = NOT_TEXT) =>
  z.string(required).max(max, `must have at most ${max} characters`).refine(isStorable, NOT_TEXT);

/** An article's text, of a length and with as many footnotes as can be rendered. */
export const articleText = (required?: string) =>
  text(EDITING_LIMITS.contentMax, required).refine((written) => !hasTooManyFootnotes(written), FOOTNOTES_RULE);

/** One rule: what holds for the text, and what is said when it doesn't. */
type Rule = [holds: (text: string) => boolean, message: string];

/** Text without blanks around it, by rules of which the first that is broken is told. */
const line = (required: string, ...rules: Rule[]) =>
  z
    .string(required)
    .trim()
    .check(({ value, issues }) => {
      const all: Rule[] = [[(text) => text !== "", required], ...rules, [isStorable, NOT_TEXT]];
      const broken = all.find(([holds]) => !holds(value));
      if (broken) issues.push({ code: "custom", message: broken[1], input: value });
    });

const isLong = (text: string) => text.length >= EDITING_LIMITS.nameMin;
const isShort = (text: string) => text.length <= EDITING_LIMITS.nameMax;

const title = line(POST_MESSAGES.titleRequired, [isLong, POST_MESSAGES.titleTooShort], [isShort, POST_MESSAGES.titleTooLong]);
const slug = line(
  POST_MESSAGES.slugRequired,
  [(text) => /^[a-z0-9-]*$/.test(text), POST_MESSAGES.slugCharacters],
  [isLong, POST_MESSAGES.slugTooShort],
  [isShort, POST_MESSAGES.slugTooLong],
);

// On editing nothing but their absence keeps a post from being saved: a slug that isn't one is made into one.
const isTitle = (text: string) => text.length <= EDITING_LIMITS.editedTitleMax;
const editedTitle = line(POST_MESSAGES.titleRequired, [isTitle, `must have at most ${EDITING_LIMITS.editedTitleMax} characters`]);
const editedSlug = line(POST_MESSAGES.slugRequired, [
  (text) => slugFromTitle(text) !== "",
  POST_MESSAGES.slugCharacters,
]).transform((text) => (POST_SLUG.test(text) ? text : slugFromTitle(text)));

const categoryId = z.guid(POST_MESSAGES.categoryRequired).toLowerCase();
const tag = text(EDITING_LIMITS.tagMax).trim();

/** What an author fills in, without what only creating demands. */
const writing = z.strictObject({
  title,
  slug,
  description: text(EDITING_LIMITS.summaryMax).trim(),
  excerpt: text(EDITING_LIMITS.summaryMax).trim(),
  content: articleText(),
  content_format: z.enum(["html", "markdown"], "must be html or markdown"),
  status: z.enum(POST_STATUSES, "must be draft, published or archived"),
  featured: z.boolean("must be true or false"),
  category_id: categoryId.nullable(),
  /** names as typed; they become tags by `tagsFromNames` */
  tags: z.array(tag, "must be a list of names").max(EDITING_LIMITS.tagsMax, `must be at most ${EDITING_LIMITS.tagsMax} tags`),
  featured_image: z.string(POST_MESSAGES.featuredImage).regex(MEDIA_ADDRESS, POST_MESSAGES.featuredImage).nullable(),
  featured_image_alt: text(EDITING_LIMITS.altMax).trim(),
});

type Summary = { description?: unknown; excerpt?: unknown };

const isLongEnough = ({ description, excerpt }: Summary) =>
  (String(description ?? "").trim() || String(excerpt ?? "").trim()).length >= EDITING_LIMITS.descriptionMin;

/** Looked at beside whatever else is wrong, so that an author sees everything at once. */
const isText = ({ value }: { value: unknown }) => {
  if (typeof value !== "object" || value === null) return false;
  const { description = "", excerpt = "" } = value as Summary;
  return typeof description === "string" && typeof excerpt === "string";
};

/** A new post (specification, section 5). What is left out is empty, an HTML draft, and not featured. */
export const postInput = writing
  .extend({
    description: writing.shape.description.default(""),
    excerpt: writing.shape.excerpt.default(""),
    content: articleText(POST_MESSAGES.contentTooShort).refine(
      (content) => content.trim().length >= EDITING_LIMITS.contentMin,
      POST_MESSAGES.contentTooShort,
    ),
    content_format: writing.shape.content_format.default("html"),
    status: writing.shape.status.default("draft"),
    featured: writing.shape.featured.default(false),
    category_id: categoryId,
    tags: writing.shape.tags.default([]),
    featured_image: writing.shape.featured_image.default(null),
    featured_image_alt: writing.shape.featured_image_alt.default(""),
    /** what was kept of it before it was saved for the first time */
    edit_id: z.guid("must be a UUID").toLowerCase().optional(),
  })
  .refine(isLongEnough, { path: ["description"], error: POST_MESSAGES.descriptionTooShort, when: isText });

/** Changes of a post: what is left out stays as it is. Only title and slug keep it from being saved. */
export const postChanges = writing
  .extend({ title: editedTitle, slug: editedSlug })
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

/** What is said of a post's fields on creating; on editing they are advice. Empty when all is well. */
export const adviceFor = (input: unknown): { field: string; rule: string }[] => {
  const { error } = postInput.safeParse(input);
  return (error?.issues ?? []).map((issue) => ({ field: issue.path.join("."), rule: issue.message }));
};

/** One thing to be done to many posts. */
export const bulkInput = z.strictObject({
  ids: z
    .array(z.guid("must be a UUID").toLowerCase(), "must be a list of ids")
    .min(1, "must name at least one post")
    .max(BULK_MAX, `must name at most ${BULK_MAX} posts`),
  action: z.enum(BULK_ACTIONS, "must be publish, archive, draft or delete"),
});

/** What a revision is called; null for nothing in particular. */
export const revisionName = z
  .string("must be text, or null")
  .trim()
  .min(1, "must have at least 1 character, or be null")
  .max(REVISION_NAME_MAX, `must have at most ${REVISION_NAME_MAX} characters`)
  .refine(isStorable, NOT_TEXT)
  .nullable();

/** Which version of a post is set back. */
export const restoreInput = z.strictObject({
  version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
});

/** Writing that is shown before it is saved. */
export const previewInput = writing.pick({ content: true, content_format: true });

/** What is looked up before a post is published: its title, and the last parts of the own addresses that it links to. */
export const checkInput = z.strictObject({
  id: z.guid("must be a post's id, or null").toLowerCase().nullable(),
  title: text(EDITING_LIMITS.editedTitleMax).trim(),
  slugs: z
    .array(text(EDITING_LIMITS.nameMax).toLowerCase(), "must be a list of slugs")
    .max(CHECKED_SLUGS, `must be at most ${CHECKED_SLUGS} slugs`),
});

/** What belongs to a post but not to its text. */
export const postOptions = z
  .strictObject({
    author_id: z.guid("must be a user's id, or null").toLowerCase().nullable().optional(),
    comments_open: z.boolean("must be true or false").optional(),
  })
  .refine(
    ({ author_id, comments_open }) => author_id !== undefined || comments_open !== undefined,
    "Say what to change: author_id or comments_open",
  );

export type PostOptions = z.infer<typeof postOptions>;
export type CheckInput = z.infer<typeof checkInput>;
export type PostInput = z.infer<typeof postInput>;
export type PostChanges = z.infer<typeof postChanges>;
