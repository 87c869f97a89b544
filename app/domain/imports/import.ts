import { z } from "zod";
import { component, count, EXAMPLE, pagedShape } from "../schema-fields.ts";
import { archivedSetting } from "../settings/settings.ts";
import {
  BLOG_CHOICES,
  FOLDERS_MAX,
  IMPORT_KINDS,
  IMPORT_NAME_MAX,
  IMPORT_STATES,
  LANGUAGE_CHOICES,
  noCounts,
  OLD_SITE_MAX,
  OUTCOMES,
  PAGE_CHOICES,
  SEVERITIES,
  STATUS_CHOICES,
  THINGS,
  UNDATED_CHOICES,
} from "./import-rules.ts";

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

export const importName = z
  .string("must be a file’s name")
  .trim()
  .min(1, "must be a file’s name")
  .max(IMPORT_NAME_MAX, `must have at most ${IMPORT_NAME_MAX} characters`)
  .refine(isStorable, "must be text without NUL characters or broken ones");

export const oldSite = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://old.example" })
  .max(OLD_SITE_MAX, `must have at most ${OLD_SITE_MAX} characters`)
  .refine(isStorable, "must be a URL such as https://old.example");

export const severity = z.enum(SEVERITIES, `must be one of ${SEVERITIES.join(", ")}`);

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(", ")}`);

export const importOptions = component(
  "ImportOptions",
  z.strictObject({
    pages: choice(PAGE_CHOICES).default("pages").meta({
      description: "Pages stay pages, or become articles outside lists, feeds and Home, or drafts of pages, or are left out",
    }),
    status: choice(STATUS_CHOICES).default("original").meta({ description: "Posts keep their status, or all become drafts" }),
    blog: choice(BLOG_CHOICES).default("recognized").meta({
      description: "Whether the file may be recognized as a blog that was imported before, or is another blog in any case",
    }),
    undated: choice(UNDATED_CHOICES).default("drafts").meta({
      description:
        "What published posts without a date become where others have one: drafts, articles outside lists, or articles of today",
    }),
    language: z
      .string("must be a language’s code")
      .max(20, "must have at most 20 characters")
      .refine(isStorable, "must be a language’s code")
      .nullable()
      .default(null)
      .meta({ description: "The main language, by its code; null: the one that the blog’s configuration names" }),
    other_languages: choice(LANGUAGE_CHOICES).default("all").meta({
      description: "What becomes of texts that aren’t in the main language: imported like the others, drafts, or left out",
    }),
    author_id: z.guid("must be a UUID").toLowerCase().nullable().default(null).meta({
      description: "The user who becomes the author of all posts; null: the authors in the file",
    }),
    category_id: z.guid("must be a UUID").toLowerCase().nullable().default(null).meta({
      description: "The category of posts that have none",
    }),
    folders: z
      .array(
        z.string("must be text").max(500, "must have at most 500 characters").refine(isStorable, "must be text"),
        "must be a list of folders",
      )
      .max(FOLDERS_MAX, `must be at most ${FOLDERS_MAX} folders`)
      .nullable()
      .default(null)
      .meta({ description: "The folders of Markdown files that are imported; null: those that are recognized as posts" }),
  }),
);
export type ImportOptions = z.infer<typeof importOptions>;

const time = z.string().meta({ format: "date-time" });

const each = <Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape) =>
  z.object(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>);

/** Without its findings. Times are ISO 8601 in UTC. */
export const importFields = component(
  "Import",
  z.object({
    id: z.guid().toLowerCase().meta({ format: "uuid", example: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c" }),
    kind: z
      .enum(IMPORT_KINDS)
      .nullable()
      .meta({ description: "Recognized by the file’s content; null until it has been checked" }),
    name: z.string(),
    bytes: count,
    old_site: z.string().nullable(),
    state: z.enum(IMPORT_STATES),
    done: count.meta({ description: "Posts that were processed, or images in the state `pictures`" }),
    total: count,
    counts: each(THINGS, each(OUTCOMES, count)).meta({
      description: "How many items of each kind were stored; before the start, how many would be",
    }),
    found: each(SEVERITIES, count).meta({ description: "How many findings of each severity" }),
    refusal: z
      .object({ place: z.string(), sentence: z.string() })
      .nullable()
      .meta({ description: "Why the file is refused, and where in the file" }),
    settings: z.array(archivedSetting).meta({
      description:
        "The settings and texts in an archive of this software, and why one can’t be imported; `refused` is null for those " +
        "that can be",
    }),
    options: importOptions.extend({}).meta({ description: "The choices for this import" }),
    folders: z.array(z.object({ path: z.string(), texts: count, is_chosen: z.boolean() })).meta({
      description: "The folders of an archive that hold texts, and whether these are imported; the first 500",
    }),
    languages: z.array(z.object({ code: z.string(), texts: count, is_main: z.boolean() })).meta({
      description: "The languages of a blog that has several, the main one first, and how many texts are in each",
    }),
    has_subscribers: z.boolean().meta({
      description: "Whether the file has a list of subscribers; `uploadSubscribers` takes the same file",
    }),
    missing_pictures: count.meta({
      description: "Images of its posts that aren’t here: they failed, or haven’t been fetched yet",
    }),
    same_as: z
      .object({ name: z.string(), imported_at: time, posts: count })
      .nullable()
      .meta({ description: "The latest other import of the same blog, judging by its posts; null if it is new here" }),
    undo_until: time
      .nullable()
      .meta({ description: "Until when the import can be undone; null: it can’t, or there is nothing to undo" }),
    is_stopping: z.boolean().meta({
      description: "Whether it was canceled and a batch is still being stored. `counts` and `undo_until` are final after that",
    }),
    removed: each(THINGS, count)
      .nullable()
      .meta({ description: "How many things of each kind were removed when it was undone; null: it wasn’t" }),
    take_settings: z.boolean().meta({ description: "Whether these settings are imported, as chosen at the start" }),
    started_by: z.string().nullable(),
    created_at: time,
    finished_at: time.nullable(),
  }),
  {
    id: EXAMPLE.id,
    kind: "wordpress",
    name: "old-blog.xml",
    bytes: 48_211_004,
    old_site: null,
    state: "checked",
    done: 812,
    total: 812,
    counts: { ...noCounts(), posts: { added: 812, updated: 0, unchanged: 0, skipped: 0 } },
    found: { kept: 0, changed: 31, dropped: 4 },
    refusal: null,
    settings: [],
    options: {
      pages: "pages",
      status: "original",
      blog: "recognized",
      undated: "drafts",
      language: null,
      other_languages: "all",
      author_id: null,
      category_id: null,
      folders: null,
    },
    folders: [],
    languages: [],
    has_subscribers: false,
    missing_pictures: 0,
    same_as: null,
    undo_until: null,
    is_stopping: false,
    removed: null,
    take_settings: false,
    started_by: "ada@blog.example",
    created_at: EXAMPLE.date,
    finished_at: null,
  },
);
export type Import = z.infer<typeof importFields>;

export const importList = component("ImportPage", pagedShape(importFields));
export type ImportPage = z.infer<typeof importList>;

const finding = z.object({ severity: z.enum(SEVERITIES), place: z.string(), sentence: z.string() });
const findingGroup = z.object({
  severity: z.enum(SEVERITIES),
  sentence: z
    .string()
    .meta({ description: "The sentence that the findings have in common, with … in place of names, addresses and numbers" }),
  count: count.meta({ description: "How many findings there are; the first hundred are stored" }),
});
export const findingList = component(
  "ImportFindingPage",
  z.object({
    groups: z.array(findingGroup).meta({ description: "The findings by kind, the most serious first" }),
    ...pagedShape(finding).shape,
  }),
);
export type FindingPage = z.infer<typeof findingList>;

const missingPicture = z.object({
  address: z.string().meta({ description: "Where it is: a URL, or a file of the archive" }),
  is_featured: z.boolean().meta({ description: "Whether it belongs next to the title; others are in the text" }),
  post_id: z.guid().meta({ format: "uuid" }),
  post_title: z.string(),
  reason: z.string().nullable().meta({ description: "Why the last try failed; null while it hasn’t been tried" }),
  tried_at: time.nullable().meta({ description: "When the last try failed; null while it waits for the next one" }),
});
export const missingPictureList = component("ImportPicturePage", pagedShape(missingPicture));
export type MissingPicturePage = z.infer<typeof missingPictureList>;
