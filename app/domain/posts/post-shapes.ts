import { z } from "zod";
import { categoryPage } from "../categories/category.ts";
import { croppedPicture } from "../media/picture.ts";
import { component, count, date, EXAMPLE, exampleOf, id, pagedShape, pick, plain } from "../schema-fields.ts";
import { person } from "../users/user.ts";
import { PLAN_KINDS } from "./edit-rules.ts";
import { handedIn } from "./hand-ins/hand-in.ts";
import { ARTICLE_FIELDS, CARD_FIELDS, EDITOR_FIELDS, EMPTY_POST, type PostFields, postFields, ROW_FIELDS } from "./post.ts";

// Apart from post.ts because the editor loads that file, but only types of this one.

/** For the API's document. */
export const EXAMPLE_POST: PostFields = {
  ...EMPTY_POST,
  title: "Mood Tracking: A Gentle Guide",
  slug: "mood-tracking-a-gentle-guide",
  description: "How two lines a day teach you what your weeks are made of.",
  excerpt: "Two lines a day are enough.",
  content: "<h2>Begin</h2><p>Write one line in the morning and one at night, and look at them on Sunday.</p>",
  category_id: EXAMPLE.id,
  tags: ["Habits", "Slow Living"],
};

const categoryRef = z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string() });
const link = z.object({ title: z.string(), slug: z.string() });
const minutes = z.number().int().meta({ description: "Minutes" });
const isOpen = z.boolean().meta({ description: "Whether readers can comment now, if comments are enabled for the site" });

/** `level` 2 or 3; `id`: the anchor in the article's HTML. */
export const heading = z.object({
  level: z.union([z.literal(2), z.literal(3)]).meta({ type: "integer" }),
  id: z.string(),
  text: z.string(),
});

const shownDate = date.meta({ example: EXAMPLE.date });
const shownCount = count.meta({ example: 89 });

const language = postFields.shape.language.unwrap();

const postCard = component(
  "PostCard",
  z.object({
    ...plain(postFields, CARD_FIELDS),
    id,
    language: language.optional().meta({ description: "BCP 47; absent: the site’s language" }),
    featured_image_url: z
      .string()
      .nullable()
      .meta({ description: "An image of the media library; without one, pages show the drawing of the category" }),
    featured_image_focus: z
      .object({ x: z.number(), y: z.number() })
      .optional()
      .meta({ description: "The focal point of the image, relative to its size; absent: the middle" }),
    category: categoryRef.extend({ color: z.string().meta({ description: "`#rrggbb`" }) }).nullable(),
    author: z.object({ full_name: z.string().nullable() }).nullable(),
    read_time: minutes,
    views_count: shownCount,
    likes_count: shownCount,
    comments_count: shownCount,
    published_at: shownDate,
    updated_at: shownDate,
    tags: z.array(z.object({ name: z.string(), slug: z.string() })).meta({ description: "Always empty in lists" }),
    snippet: z.string().optional().meta({ description: "The text around a search match in the body, as plain text" }),
  }),
  {
    ...pick(EMPTY_POST, CARD_FIELDS),
    id: EXAMPLE.id,
    title: "Mood Tracking: A Gentle Guide",
    slug: "mood-tracking-guide",
    description: "How two lines a day teach you what your weeks are made of.",
    excerpt: "Two lines a day are enough.",
    featured_image_url: null,
    category: { id: EXAMPLE.id, name: "Wellness", slug: "wellness", color: "#22c55e" },
    author: { full_name: "Ada Larkin" },
    read_time: 5,
    views_count: 1200,
    likes_count: 89,
    comments_count: 0,
    featured: true,
    published_at: EXAMPLE.date,
    updated_at: EXAMPLE.date,
    tags: [],
  },
);

const articleAuthor = z.object({
  full_name: z.string().nullable(),
  bio: z.string(),
  bio_html: z.string().meta({ description: "The bio as safe HTML, with links" }),
  slug: z.string().optional().meta({ description: "Of the author’s page; absent if there is none" }),
  picture: croppedPicture.optional().meta({ description: "The author’s, if there is a page with one" }),
});

const articleParts = z.object({
  ...plain(postFields, ARTICLE_FIELDS),
  featured_image_alt: z.string().meta({ description: "Alternative text of the featured image; empty if it is decorative" }),
  first_published_at: shownDate,
  content_html: z.string().meta({ description: "Sanitized HTML, ready to show" }),
  headings: z.array(heading),
  author: articleAuthor.nullable(),
  coauthors: z
    .array(articleAuthor)
    .optional()
    .meta({ description: "The authors after the first, in their order; absent if there are none" }),
  comments_open: isOpen,
  previous: link.nullable().meta({ description: "The next older article" }),
  next: link.nullable().meta({ description: "The next newer article" }),
  related: z.array(postCard),
  translations: z
    .array(link.omit({ title: true }).extend({ language, name: z.string().meta({ description: "Of the language, in itself" }) }))
    .optional()
    .meta({ description: "The published versions in other languages, by language; absent if there are none" }),
});

export const post = component(
  "Post",
  postCard.extend(articleParts.shape),
  {
    ...pick(EMPTY_POST, ARTICLE_FIELDS),
    ...exampleOf(postCard),
    first_published_at: EXAMPLE.date,
    content_html: '<h2 id="begin">Begin</h2><p>Write one line in the morning and one at night.</p>',
    headings: [{ level: 2, id: "begin", text: "Begin" }],
    author: {
      full_name: "Ada Larkin",
      bio: "Writes about habits.",
      bio_html: "<p>Writes about habits.</p>",
      slug: "ada-larkin",
    },
    comments_open: true,
    tags: [{ name: "Habits", slug: "habits" }],
    previous: { title: "The Quiet Hour", slug: "the-quiet-hour" },
    next: null,
    related: [],
  },
  postCard,
);

/** `total` is exact up to `SEARCH_TOTAL_CAP`; `total_is_capped`: there are more. */
export const postPage = component(
  "PostPage",
  z.object({
    posts: z.array(postCard),
    total: z.number().int().meta({ description: "The number of matching articles" }),
    total_is_capped: z.boolean().meta({ description: "Whether there are more than `total` articles" }),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int().meta({ description: "Articles per page" }),
    own_pages: z
      .array(z.object({ slug: z.string(), title: z.string(), description: z.string() }))
      .optional()
      .meta({ description: "Own pages of the site that a search finds, on its first page; otherwise absent" }),
    category_page: categoryPage.optional().meta({
      description: "The heading, text and image of the category’s own page, if articles of one are listed and it has some",
    }),
    corrected: z.string().optional().meta({
      description:
        "The term with the words that were searched for instead of mistyped ones, if that found articles; otherwise absent",
    }),
    forms: z.array(z.string()).optional().meta({ description: "Words that share a stem with one of the term; of searches" }),
    tag_name: z.string().optional().meta({ description: "The name of the tag, if articles of one are listed" }),
    moved_to: z.object({ category: z.string().optional(), tag: z.string().optional() }).optional().meta({
      description: "The current slug of a category or tag that was requested by a former one; otherwise absent",
    }),
  }),
  { posts: [exampleOf(postCard)], total: 1, total_is_capped: false, page: 1, pages: 1, limit: 6 },
);

export const planned = component(
  "Planned",
  z.object({
    kind: z.enum(PLAN_KINDS),
    at: date,
    failure: z.string().nullable().meta({ description: "Why the plan could not be carried out" }),
  }),
  { kind: "publish", at: "2027-01-31T09:30:00.000Z", failure: null },
);

export const adminPostRow = component(
  "AdminPostRow",
  z.object({
    ...plain(postFields, ROW_FIELDS),
    id,
    category: categoryRef.nullable(),
    author: person.nullable(),
    created_at: date,
    updated_at: date,
    published_at: date.nullable(),
    views_count: count,
    likes_count: count,
    comments_count: count,
    read_time: minutes,
    version: z.number().int().meta({ description: "Grows with every save" }),
    language: postFields.shape.language.meta({ description: "BCP 47; null: the site’s language" }),
    staged_at: date.nullable().meta({ description: "When the staged edit was last stored" }),
    planned: planned.nullable(),
    handed_in: handedIn.nullable().meta({ description: "Since when an editor’s decision is awaited, for whom" }),
  }),
  {
    id: EXAMPLE.id,
    title: EXAMPLE_POST.title,
    slug: EXAMPLE_POST.slug,
    status: "draft",
    featured: false,
    language: null,
    category: { id: EXAMPLE.id, name: "Wellness", slug: "wellness", color: "#22c55e" },
    author: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
    created_at: EXAMPLE.date,
    updated_at: EXAMPLE.date,
    published_at: null,
    views_count: 0,
    likes_count: 0,
    comments_count: 0,
    read_time: 1,
    version: 1,
    staged_at: null,
    planned: null,
    handed_in: null,
  },
);

const editedParts = z.object({
  ...plain(postFields, EDITOR_FIELDS),
  content: z.string().meta({ description: "As the author wrote it" }),
  tags: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  first_published_at: date.nullable(),
  translations: z
    .array(link.extend({ id, language, status: postFields.shape.status }))
    .meta({ description: "The versions in other languages, of any status, by language" }),
  coauthors: z.array(person).meta({ description: "The authors after the first, in their order" }),
  comments_open: z.boolean().meta({ description: "Whether readers can comment, until Settings close comments" }),
  comments_stay_open: z.boolean().meta({ description: "Whether they can regardless of how long ago the post was published" }),
  listed: z
    .boolean()
    .meta({ description: "Whether the article is in lists, searches and feeds and on Home once it is published" }),
  words: count,
});

export const adminPost = component(
  "AdminPost",
  adminPostRow.extend(editedParts.shape),
  {
    ...exampleOf(adminPostRow),
    ...EXAMPLE_POST,
    tags: [{ id: EXAMPLE.id, name: "Habits", slug: "habits" }],
    first_published_at: null,
    translations: [],
    coauthors: [],
    comments_open: true,
    comments_stay_open: false,
    listed: true,
    words: 18,
  },
  adminPostRow,
);

export const adminPostPage = component(
  "AdminPostPage",
  pagedShape(adminPostRow, count.describe("Posts on all pages")).extend({
    counts: z
      .object({ all: count, draft: count, published: count, archived: count, handed_in: count, by_tokens: count.optional() })
      .meta({
        description:
          "The number of posts of each status that match the other filters, of those that are handed in, and of those that API tokens have written; absent: 0",
      }),
    languages: z.array(language).meta({ description: "The languages that any posts have of their own" }),
  }),
);

export type Heading = z.infer<typeof heading>;
export type PostLink = z.infer<typeof link>;
export type PostCard = z.infer<typeof postCard>;
export type Post = z.infer<typeof post>;
export type PostPage = z.infer<typeof postPage>;
export type Planned = z.infer<typeof planned>;
export type AdminPostRow = z.infer<typeof adminPostRow>;
export type AdminPost = z.infer<typeof adminPost>;
export type AdminPostPage = z.infer<typeof adminPostPage>;
