import { routes } from "../../routes.ts";
import { withAbsoluteLinks } from "../content/links.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { type FeedRow, findTopic, newestPosts, settingsChangedAt } from "./feeds.sql.ts";

/** How many articles a feed carries. */
const FEED_LENGTH = 20;

/** The whole site, a category or a tag. */
export type FeedScope = { kind: "site" } | { kind: "category" | "tag"; slug: string };
export type FeedFile = "feed.xml" | "atom.xml" | "feed.json";

/** All addresses are absolute. `id` stays when slugs change. */
export type FeedItem = {
  id: string;
  link: string;
  title: string;
  summary: string;
  html: string;
  author: string;
  categories: string[];
  published: Date;
  updated: Date;
};

/** What every format of a feed says. `home` is the page the feed is of. */
export type Feed = {
  id: string;
  title: string;
  description: string;
  home: string;
  self: Record<FeedFile, string>;
  icon: string;
  updated: Date;
  items: FeedItem[];
};

const itemOf = (row: FeedRow, site: Site): FeedItem => {
  const link = site.url + routes.story(row.slug);
  return {
    id: `urn:uuid:${row.id}`,
    link,
    title: row.title,
    summary: row.summary,
    html: withAbsoluteLinks(row.content_html, link),
    author: row.author ?? site.defaultAuthor,
    categories: [...(row.category ? [row.category] : []), ...row.tags],
    published: row.published_at,
    updated: row.updated_at,
  };
};

const SITE_FILES = { "feed.xml": routes.feeds.rss, "atom.xml": routes.feeds.atom, "feed.json": routes.feeds.json };

const addressesOf = (scope: FeedScope, site: Site): Record<FeedFile, string> => {
  const of = (file: FeedFile) =>
    site.url + (scope.kind === "site" ? SITE_FILES[file] : routes.feeds.of(scope.kind, scope.slug, file));
  return { "feed.xml": of("feed.xml"), "atom.xml": of("atom.xml"), "feed.json": of("feed.json") };
};

/**
 * The newest articles in full, for feed readers. Two statements.
 * @param scope what the feed is of
 * @returns null when there is no such category or tag
 */
export async function readFeed(ctx: Context, scope: FeedScope, site: Site): Promise<Feed | null> {
  const topic = scope.kind === "site" ? null : await findTopic(ctx, scope.kind, scope.slug);
  if (topic === undefined) return null;
  const about = topic && scope.kind !== "site" ? { kind: scope.kind, id: topic.id } : null;
  const rows = await newestPosts(ctx, about, FEED_LENGTH);
  const items = rows.map((row) => itemOf(row, site));
  const started = topic ? topic.created_at : items.length > 0 ? new Date(0) : await settingsChangedAt(ctx);
  return {
    id: topic ? `urn:uuid:${topic.id}` : `${site.url}/`,
    title: topic ? `${topic.name} · ${site.name}` : site.name,
    description: topic?.description || site.description,
    home: site.url + (scope.kind === "site" ? routes.home() : routes.listing({ [scope.kind]: scope.slug })),
    self: addressesOf(scope, site),
    icon: `${site.url}/icon-512.png`,
    updated: new Date(Math.max(started.getTime(), ...items.map((item) => item.updated.getTime()))),
    items,
  };
}
