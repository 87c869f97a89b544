import { z } from "zod";
import { mediaAt } from "../media/media-rules.ts";
import { croppedPicture } from "../media/picture.ts";
import { isWebAddress, MENU_ADDRESS_MAX } from "../navigation/navigation-rules.ts";
import { postPage } from "../posts/post-shapes.ts";
import { component, count, EXAMPLE, exampleOf, id, plain } from "../schema-fields.ts";
import { text } from "../settings/site-content.ts";
import { userFields } from "../users/user.ts";
import { AUTHOR_LIMITS, AUTHOR_MESSAGES, LINKS_MAX } from "./author-rules.ts";

const link = z.strictObject({
  label: text("Label", AUTHOR_LIMITS.label),
  url: z
    .string(AUTHOR_MESSAGES.url)
    .trim()
    .max(MENU_ADDRESS_MAX, { error: `URL must have at most ${MENU_ADDRESS_MAX} characters`, abort: true })
    .refine(isWebAddress, { error: AUTHOR_MESSAGES.url, abort: true })
    // Invisible characters are written out.
    .overwrite((url) => new URL(url).href),
});

export const authorFields = z.strictObject({
  bio: userFields.shape.bio,
  slug: z
    .string(AUTHOR_MESSAGES.slugRequired)
    .trim()
    .min(1, { error: AUTHOR_MESSAGES.slugRequired, abort: true })
    .max(AUTHOR_LIMITS.slug, `Slug must have at most ${AUTHOR_LIMITS.slug} characters`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, AUTHOR_MESSAGES.slugCharacters),
  has_page: z.boolean("must be true or false").meta({
    description: "Whether readers see the author’s page. Without it, nothing links to it, and it has no feeds",
  }),
  picture: z
    .string(AUTHOR_MESSAGES.picture)
    .refine((value) => mediaAt(value) !== null, AUTHOR_MESSAGES.picture)
    .nullable()
    .meta({ description: "An image of the media library; null for none" }),
  links: z.array(link, "Links must be a list").max(LINKS_MAX, `There can be at most ${LINKS_MAX} links`),
});

export const authorChange = authorFields
  .partial()
  .refine((change) => Object.keys(change).length > 0, "Say what to change: bio, slug, has_page, links or the image");
export type AuthorChange = z.infer<typeof authorChange>;

export type AuthorLink = z.infer<typeof link>;
const shownLinks = z.array(z.object({ label: z.string(), url: z.string() }));

export const authorProfile = component(
  "AuthorProfile",
  z.object({
    id,
    full_name: z.string().nullable(),
    ...plain(authorFields, ["bio", "picture"]),
    slug: z.string().nullable().meta({ description: "Null until the first article is published or the profile is saved" }),
    former_slugs: z.array(z.string()).meta({ description: "They lead to the page, too" }),
    has_page: z.boolean(),
    links: shownLinks,
    articles_count: count.describe("Published articles in lists; without one, there is no page"),
  }),
  {
    id: EXAMPLE.id,
    full_name: "Ada Larkin",
    bio: "Writes about habits.",
    picture: null,
    slug: "ada-larkin",
    former_slugs: [],
    has_page: true,
    links: [{ label: "Mastodon", url: "https://social.example/@ada" }],
    articles_count: 3,
  },
);
export type AuthorProfile = z.infer<typeof authorProfile>;

/** As readers see it. */
const publicAuthor = component(
  "Author",
  z.object({
    full_name: z.string().nullable().meta({ description: "Null: pages show the site’s default author" }),
    slug: z.string(),
    bio: z.string(),
    bio_html: z.string().meta({ description: "Safe HTML, with links" }),
    picture: croppedPicture.nullable(),
    links: shownLinks,
  }),
  {
    full_name: "Ada Larkin",
    slug: "ada-larkin",
    bio: "Writes about habits.",
    bio_html: "<p>Writes about habits.</p>",
    picture: null,
    links: [{ label: "Mastodon", url: "https://social.example/@ada" }],
  },
);
export type Author = z.infer<typeof publicAuthor>;

export const authorPage = component("AuthorPage", z.object({ author: publicAuthor, articles: postPage }), {
  author: exampleOf(publicAuthor),
  articles: exampleOf(postPage),
});
export type AuthorPage = z.infer<typeof authorPage>;
