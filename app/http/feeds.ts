import type { Context } from "hono";
import { AUTHOR_SLUG } from "../domain/authors/author-rules.ts";
import { followAuthorSlug } from "../domain/authors/read-author.ts";
import { CATEGORY_SLUG } from "../domain/categories/category-rules.ts";
import { followCategorySlug } from "../domain/categories/manage-categories.ts";
import {
  type Feed,
  type FeedFile,
  type FeedScope,
  type FeedTopicKind,
  readFeed,
  toAtom,
  toJsonFeed,
  toRss,
} from "../domain/feeds/write-feed.ts";
import { readLlms, readStoryMarkdown } from "../domain/feeds/write-text-files.ts";
import { postPolicy } from "../domain/posts/post.policy.ts";
import { LANGUAGE_TAG } from "../domain/settings/direction-rules.ts";
import { followTagSlug } from "../domain/tags/manage-tags.ts";
import { TAG_SLUG } from "../domain/tags/tag-rules.ts";
import { routes } from "../routes.ts";
import { answerDocument, answerMissing } from "./answer-document.ts";
import type { AppEnv } from "./env.ts";
import { REVALIDATE } from "./middleware/cache-control.ts";
import { routesFor } from "./middleware/require.ts";

const FORMATS: Record<FeedFile, { type: string; write(feed: Feed): string }> = {
  "feed.xml": { type: "application/rss+xml; charset=utf-8", write: toRss },
  "atom.xml": { type: "application/atom+xml; charset=utf-8", write: toAtom },
  "feed.json": { type: "application/feed+json; charset=utf-8", write: toJsonFeed },
};

const FILE = ":file{(feed|atom)\\.xml|feed\\.json}";

/** Feed readers ask every few minutes. */
const CACHE_CONTROL = "public, max-age=300";

async function answerFeed(c: Context<AppEnv>, scope: FeedScope, file: FeedFile): Promise<Response> {
  const { context, settings } = c.var.deps;
  const feed = await readFeed(context, scope, settings.site());
  if (!feed) return (await answerMovedFeed(c, scope, file)) ?? answerMissing(c, "This feed doesn’t exist.");
  const { type, write } = FORMATS[file];
  return answerDocument(c, { text: write(feed), type, cacheControl: CACHE_CONTROL, modified: feed.updated });
}

const follow = { category: followCategorySlug, tag: followTagSlug, author: followAuthorSlug };

/** Redirects a former slug of a category, tag or author. */
async function answerMovedFeed(c: Context<AppEnv>, scope: FeedScope, file: FeedFile): Promise<Response | undefined> {
  if (scope.kind === "site") return undefined;
  const slug = await follow[scope.kind](c.var.deps.context, scope.slug);
  if (slug === undefined) return undefined;
  const location = routes.feeds.of(scope.kind, slug, file) + new URL(c.req.url).search;
  // Revalidated each time, because another one may get the former slug.
  return c.body(null, 301, { location, "cache-control": REVALIDATE });
}

async function answerSiteFeed(c: Context<AppEnv>, file: FeedFile): Promise<Response> {
  const language = c.req.query("language") || undefined;
  if (language !== undefined && !LANGUAGE_TAG.test(language)) return answerMissing(c, "This feed doesn’t exist.");
  return answerFeed(c, { kind: "site", language }, file);
}

const isSlug = {
  category: (slug: string) => CATEGORY_SLUG.test(slug),
  author: (slug: string) => AUTHOR_SLUG.test(slug),
  tag: (slug: string) => TAG_SLUG.test(slug) && !slug.includes("\0"),
};

async function answerTopicFeed(c: Context<AppEnv>, kind: FeedTopicKind, slug: string, file: string): Promise<Response> {
  return isSlug[kind](slug) ? answerFeed(c, { kind, slug }, file as FeedFile) : answerMissing(c, "This feed doesn’t exist.");
}

const MARKDOWN = "text/markdown; charset=utf-8";
const MISSING = "This file doesn’t exist.";

/** The owner decides whether there is Markdown and llms.txt. */
export const feedRoutes = routesFor(postPolicy.read)
  .get(routes.feeds.rss, (c) => answerSiteFeed(c, "feed.xml"))
  .get(routes.feeds.atom, (c) => answerSiteFeed(c, "atom.xml"))
  .get(routes.feeds.json, (c) => answerSiteFeed(c, "feed.json"))
  .get(`/category/:slug/${FILE}`, (c) => answerTopicFeed(c, "category", c.req.param("slug"), c.req.param("file")))
  .get(`/author/:slug/${FILE}`, (c) => answerTopicFeed(c, "author", c.req.param("slug"), c.req.param("file")))
  .get(`/tag/:slug/${FILE}`, (c) => answerTopicFeed(c, "tag", c.req.param("slug"), c.req.param("file")))
  .get("/story/:file{[a-z0-9-]{1,254}\\.md}", async (c) => {
    const { context, settings } = c.var.deps;
    const slug = c.req.param("file").slice(0, -".md".length);
    const story = settings.get().offerMarkdown ? await readStoryMarkdown(context, slug, settings.site()) : null;
    if (!story) return answerMissing(c, MISSING);
    return answerDocument(c, { text: story.text, type: MARKDOWN, cacheControl: CACHE_CONTROL, modified: story.updated });
  })
  .get(routes.llms(), async (c) => {
    const { context, settings } = c.var.deps;
    if (!settings.get().offerMarkdown) return answerMissing(c, MISSING);
    return answerDocument(c, { text: await readLlms(context, settings.site()), type: MARKDOWN, cacheControl: CACHE_CONTROL });
  });
