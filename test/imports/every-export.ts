import type { ImportKind } from "../../app/domain/imports/import-rules.ts";
import { jpeg } from "../media/pictures.ts";
import { ghostExport } from "./ghost-exports.ts";
import { filesOf, fixture, zipOf } from "./importer.ts";
import * as archives from "./markdown-archives.ts";

/**
 * What comes of each export: `posts` and `pages` include drafts, `pictures` are addresses, whether they can be fetched or not,
 * `redirects` those to articles and those to lists. `findings`: what is reported beside pictures that can't be fetched, in words of each
 * sentence, with how often. The numbers were counted in the files.
 */
type Expected = {
  posts: number;
  pages: number;
  drafts: number;
  comments: number;
  pictures: number;
  categories: number;
  tags: number;
  redirects: [articles: number, lists: number];
  findings: [count: number, severity: string, sentence: string][];
};
export const NOTHING: Expected = {
  posts: 0,
  pages: 0,
  drafts: 0,
  comments: 0,
  pictures: 0,
  categories: 0,
  tags: 0,
  redirects: [0, 0],
  findings: [],
};

const picture = await jpeg(64, 48);
const substack = async () => ({
  ...(await filesOf("substack", "posts/")),
  "posts.csv": await fixture("substack/posts.csv"),
  "posts/100002.for-patrons.html": "<p>Paid words.</p>",
  "posts/100003.an-episode.html": "<p>Listen.</p>",
  "posts/100004.about.html": "<p>Us.</p>",
  "posts/100006.next-year.html": "<p>Later.</p>",
});
const bloggerFeed = async () =>
  (await fixture("blogger.xml"))
    .replace(/<category scheme='http:\/\/schemas\.google\.com\/g\/2005#kind'[^>]*>/g, "")
    .replace(/<entry><id>[^<]*\.(?:layout|settings).*?<\/entry>/g, "");
const takeout = async () => zipOf({ "Takeout/Blogger/Blogs/Larks/feed.atom": await fixture("blogger-takeout.atom") });

const NO_ADDRESS = "no usable email address";
const DEAD_LINK = "is broken: no page here has this URL";
const FAR = "it stays a draft";
const TAGS = "became tags";
const TAKEN = "There is a page at this URL";
const UNTITLED = "It had no title";
const LINKED = "was replaced by a link to";
const TAGS_OF_GHOST = "Only tags that come first on several posts become categories";
const HEAD_OF_GHOST = "The blog’s title and description aren’t imported";
const blogger: Expected = {
  ...NOTHING,
  ...{ posts: 2, pages: 1, drafts: 1, comments: 2, pictures: 2, tags: 2, redirects: [2, 6] },
  findings: [
    [1, "changed", NO_ADDRESS],
    [1, "changed", UNTITLED],
    [1, "changed", DEAD_LINK],
  ],
};
const since1: Expected = {
  ...NOTHING,
  ...{ posts: 2, pages: 1, drafts: 1, pictures: 1, categories: 1, tags: 1, redirects: [2, 3] },
};

type Row = [name: string, kind: ImportKind, bytes: () => Promise<Buffer | string>, expected: Partial<Expected>];
export const EXPORTS: Row[] = [
  [
    "WordPress 2.5, in a folder",
    "wordpress",
    () => fixture("wordpress-2.xml"),
    { posts: 1, comments: 1, categories: 1, tags: 1, redirects: [2, 6], findings: [[1, "changed", NO_ADDRESS]] },
  ],
  [
    "WordPress 3.3, with plain addresses",
    "wordpress",
    () => fixture("wordpress-3.xml"),
    {
      ...{ posts: 1, comments: 1, pictures: 1, categories: 1, tags: 1, redirects: [1, 7] },
      findings: [[1, "changed", "A gallery was replaced by its images"]],
    },
  ],
  [
    "WordPress 4.9",
    "wordpress",
    () => fixture("wordpress-classic.xml"),
    {
      ...{ posts: 7, pages: 1, drafts: 6, categories: 1, redirects: [6, 6] },
      findings: [
        [1, "changed", "It was private"],
        [1, "changed", "It was protected by a password"],
        [1, "changed", "It was waiting for review"],
        [2, "changed", FAR],
      ],
    },
  ],
  [
    "WordPress 6.4",
    "wordpress",
    () => fixture("wordpress-blocks.xml"),
    { posts: 1, categories: 1, redirects: [2, 6], findings: [[1, "changed", LINKED]] },
  ],
  [
    "WordPress 6.5",
    "wordpress",
    () => fixture("wordpress.xml"),
    {
      ...{ posts: 4, pages: 1, drafts: 1, comments: 3, pictures: 1, categories: 2, tags: 2, redirects: [7, 16] },
      findings: [
        [1, "dropped", "Menus aren’t imported"],
        [1, "dropped", "Items of this type aren’t posts"],
        [1, "dropped", "A script isn’t shown"],
        [1, "dropped", "Pingbacks and trackbacks"],
        [1, "dropped", "Spam and comments in the trash"],
        [1, "dropped", "A reusable block is missing from the export"],
        [1, "dropped", "It was in the trash"],
        [2, "changed", NO_ADDRESS],
        [1, "dropped", "has no text of its own and is left out"],
        [2, "changed", LINKED],
        [1, "changed", TAGS],
        [1, "changed", "Replies to replies moved up"],
        [1, "changed", "It was private"],
        [1, "changed", UNTITLED],
        [1, "changed", "Another post has the slug"],
        [1, "changed", DEAD_LINK],
      ],
    },
  ],
  [
    "WordPress.com",
    "wordpress",
    () => fixture("wordpress-com.xml"),
    { posts: 1, comments: 1, categories: 1, tags: 1, redirects: [2, 7] },
  ],
  [
    "WordPress, through an XML tool",
    "wordpress",
    () => fixture("wordpress-xml-tool.xml"),
    { posts: 1, comments: 1, categories: 1, tags: 1, redirects: [2, 7] },
  ],
  [
    "Squarespace",
    "wordpress",
    () => fixture("squarespace.xml"),
    {
      ...{ posts: 2, drafts: 1, comments: 1, pictures: 2, categories: 1, tags: 1, redirects: [2, 5] },
      findings: [[1, "changed", UNTITLED]],
    },
  ],
  [
    "Ghost 0.5",
    "ghost",
    () => fixture("ghost-0.5.json"),
    {
      ...{ posts: 2, pages: 1, drafts: 1, pictures: 2, tags: 1, redirects: [1, 2] },
      findings: [
        [1, "dropped", "Titles for search engines"],
        [1, "dropped", HEAD_OF_GHOST],
        [1, "dropped", TAKEN],
        [1, "changed", TAGS_OF_GHOST],
      ],
    },
  ],
  ...[1, 2, 3, 4, 5, 6].map((version): Row => [`Ghost ${version}`, "ghost", async () => ghostExport(version), since1]),
  [
    "Ghost 5.82, with what it knows beside posts",
    "ghost",
    () => fixture("ghost.json"),
    {
      ...{ posts: 5, pages: 1, drafts: 3, pictures: 2, categories: 1, tags: 1, redirects: [4, 3] },
      findings: [
        [1, "dropped", "Newsletters aren’t imported"],
        [1, "dropped", HEAD_OF_GHOST],
        [1, "dropped", "Code that was added to the page"],
        [1, "dropped", "Internal tags"],
        [1, "dropped", "A card of the kind"],
        [1, "changed", "It was for paid readers only"],
        [1, "changed", FAR],
        [1, "changed", DEAD_LINK],
      ],
    },
  ],
  [
    "Medium",
    "medium",
    async () => zipOf(await filesOf("medium", "posts/")),
    {
      ...{ posts: 3, drafts: 1, pictures: 4, redirects: [4, 0] },
      findings: [
        [1, "dropped", "Tags, claps, highlights"],
        [1, "dropped", "It is a response to another story"],
        [1, "changed", NO_ADDRESS],
        [1, "changed", LINKED],
      ],
    },
  ],
  [
    "Substack",
    "substack",
    async () => zipOf(await substack()),
    {
      ...{ posts: 5, pages: 1, drafts: 3, pictures: 3, redirects: [4, 0] },
      findings: [
        [1, "dropped", "Drafts without a title and text"],
        [1, "dropped", "Buttons to subscribe"],
        [1, "dropped", "The recording of an episode"],
        [1, "dropped", "Its text isn’t in the archive"],
        [1, "changed", "A formula was turned into code"],
        [1, "changed", "It was for paying readers only"],
        [1, "changed", FAR],
      ],
    },
  ],
  ["Blogger, a backup", "blogger", () => fixture("blogger.xml"), blogger],
  ["Blogger, the public feed", "blogger", bloggerFeed, blogger],
  [
    "Blogger, from Takeout",
    "blogger",
    takeout,
    {
      ...{ posts: 2, drafts: 1, comments: 1, pictures: 1, tags: 1, redirects: [1, 4] },
      findings: [
        [1, "dropped", "It was in the trash"],
        [1, "changed", NO_ADDRESS],
        [1, "changed", FAR],
      ],
    },
  ],
  [
    "Jekyll",
    "markdown",
    () => zipOf(archives.jekyllBlog(picture)),
    {
      ...{ posts: 4, pages: 1, drafts: 2, pictures: 1, categories: 1, tags: 1, redirects: [4, 5] },
      findings: [
        [3, "dropped", "The file is about the archive"],
        [3, "dropped", "Its generator fills this page in"],
        [1, "dropped", "What the tag [include newsletter.html] adds"],
        [1, "changed", TAGS],
        [1, "changed", LINKED],
        [1, "changed", FAR],
      ],
    },
  ],
  [
    "jekyll-import",
    "markdown",
    () => zipOf(archives.jekyllImport(picture)),
    {
      ...{ posts: 1, comments: 1, pictures: 1, categories: 1, tags: 1, redirects: [1, 4] },
      findings: [[1, "changed", NO_ADDRESS]],
    },
  ],
  [
    "Hugo",
    "markdown",
    () => zipOf(archives.hugoBlog(picture)),
    {
      ...{ posts: 2, pages: 1, drafts: 1, pictures: 2, categories: 1, tags: 2, redirects: [2, 6] },
      findings: [
        [1, "dropped", "The shortcode [newsletter-form]"],
        [1, "dropped", TAKEN],
        [1, "changed", LINKED],
        [1, "changed", DEAD_LINK],
      ],
    },
  ],
  [
    "Hexo",
    "markdown",
    () => zipOf(archives.hexoBlog(picture)),
    {
      ...{ posts: 3, pages: 1, drafts: 1, pictures: 2, categories: 1, tags: 2, redirects: [2, 6] },
      findings: [
        [1, "dropped", "Its generator fills this page in"],
        [1, "dropped", TAKEN],
      ],
    },
  ],
  [
    "Astro",
    "markdown",
    () => zipOf(archives.astroBlog(picture)),
    {
      ...{ posts: 2, pictures: 3, redirects: [2, 0] },
      findings: [
        [1, "dropped", "The file is about the archive"],
        [1, "dropped", "The component [HeaderLink]"],
      ],
    },
  ],
  [
    "Zola",
    "markdown",
    () => zipOf(archives.zolaBlog(picture)),
    {
      ...{ posts: 2, drafts: 1, pictures: 1, categories: 1, tags: 1, redirects: [2, 4] },
      findings: [
        [1, "changed", LINKED],
        [1, "changed", DEAD_LINK],
      ],
    },
  ],
  [
    "Eleventy",
    "markdown",
    () => zipOf(archives.eleventyBlog()),
    {
      ...{ posts: 1, pages: 1, tags: 1, redirects: [1, 2] },
      findings: [
        [1, "dropped", "Its front matter is JavaScript"],
        [1, "dropped", TAKEN],
      ],
    },
  ],
  [
    "Obsidian",
    "markdown",
    () => zipOf(archives.obsidianVault(picture)),
    {
      ...{ posts: 3, drafts: 1, pictures: 1, tags: 1, redirects: [0, 2] },
      findings: [
        [2, "dropped", "The texts in this folder aren’t imported"],
        [1, "dropped", "Its generator fills this page in"],
        [1, "changed", "Nothing in the note says that it is for readers"],
      ],
    },
  ],
  [
    "wordpress-export-to-markdown",
    "markdown",
    () => zipOf(archives.exportedMarkdown(picture)),
    { posts: 1, pictures: 1, categories: 1, tags: 2, redirects: [0, 6] },
  ],
];
