import { routes } from "../../routes.ts";
import { pngOf } from "../appearance/brand-rules.ts";
import { withAbsoluteLinks } from "../content/parse-tree.ts";
import type { Context } from "../context.ts";
import { FILE_FORMATS, fileAt } from "../media/file-rules.ts";
import { type MediaFormat, MIME, mediaAt } from "../media/media-rules.ts";
import type { Site } from "../settings/settings.ts";
import { type FeedRow, findTopic, newestPosts, settingsChangedAt } from "./feeds.sql.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/** The number of articles in a feed. */
const FEED_LENGTH = 20;

/** The whole site, a category or a tag. */
export type FeedScope = { kind: "site" } | { kind: "category" | "tag"; slug: string };
export type FeedFile = "feed.xml" | "atom.xml" | "feed.json";

/** An article in a feed. All URLs are absolute. `id` stays the same when the slug changes. */
type FeedItem = {
  id: string;
  link: string;
  title: string;
  summary: string;
  html: string;
  /** the first recording of the library, for podcast players */
  audio: { url: string; type: string; bytes: number } | null;
  /** the featured image */
  image: { url: string; type: string; width: number; height: number; bytes: number } | null;
  author: string;
  categories: string[];
  published: Date;
  updated: Date;
};

/** The content of a feed in any format. `home`: the page that the feed belongs to. */
export type Feed = {
  id: string;
  title: string;
  description: string;
  home: string;
  self: Record<FeedFile, string>;
  icon: string;
  logo: string | null;
  language: string;
  updated: Date;
  items: FeedItem[];
};

function audioOf({ content_html, audio_bytes }: FeedRow, site: Site): FeedItem["audio"] {
  const [, address = ""] = /<audio src="([^"]+)"/.exec(content_html) ?? [];
  const file = fileAt(address);
  return file && audio_bytes ? { url: site.url + address, type: FILE_FORMATS[file.format].mime, bytes: audio_bytes } : null;
}

function imageOf(row: FeedRow, site: Site): FeedItem["image"] {
  const { featured_image: address, image_width: width, image_height: height, image_bytes: bytes } = row;
  const picture = address ? mediaAt(address) : null;
  if (!address || !picture || !width || !height || !bytes) return null;
  return { url: site.url + address, type: MIME[picture.format as MediaFormat], width, height, bytes };
}

const itemOf = (row: FeedRow, site: Site): FeedItem => {
  const link = site.url + routes.story(row.slug);
  return {
    id: `urn:uuid:${row.id}`,
    link,
    title: row.title,
    summary: row.summary,
    html: withAbsoluteLinks(row.content_html, link),
    audio: audioOf(row, site),
    image: imageOf(row, site),
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
 * Reads the newest articles in full, for feed readers. Two SQL statements.
 * @param scope the site, a category or a tag
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
    logo: site.look?.logo ? site.url + pngOf(site.look.logo.light) : null,
    language: site.language ?? "en",
    updated: new Date(Math.max(started.getTime(), ...items.map((item) => item.updated.getTime()))),
    items,
  };
}

/** The feed as JSON Feed 1.1. */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self["feed.json"],
    description: feed.description,
    icon: feed.icon,
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.link,
      title: item.title,
      summary: item.summary,
      content_html: item.html,
      ...(item.image && { image: item.image.url }),
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: [{ name: item.author }],
      tags: item.categories,
      ...(item.audio && {
        attachments: [{ url: item.audio.url, mime_type: item.audio.type, size_in_bytes: item.audio.bytes }],
      }),
    })),
  });
}

/** The featured image by Media RSS, which feed readers look for in RSS and in Atom. */
const mediaContent = ({ image }: FeedItem) =>
  image &&
  element("media:content", {
    url: image.url,
    type: image.type,
    medium: "image",
    width: String(image.width),
    height: String(image.height),
    fileSize: String(image.bytes),
  });
const MEDIA_NAMESPACE = { "xmlns:media": "http://search.yahoo.com/mrss/" };

const rssItem = (item: FeedItem) =>
  element(
    "item",
    {},
    textElement("title", item.title),
    textElement("link", item.link),
    textElement("guid", item.id, { isPermaLink: "false" }),
    textElement("pubDate", item.published.toUTCString()),
    textElement("dc:creator", item.author),
    ...item.categories.map((category) => textElement("category", category)),
    textElement("description", item.summary),
    textElement("content:encoded", item.html),
    ...(item.audio
      ? [element("enclosure", { url: item.audio.url, length: String(item.audio.bytes), type: item.audio.type })]
      : []),
    mediaContent(item),
    textElement("atom:updated", item.updated.toISOString()),
  );

/** The feed as RSS 2.0. Authors are in `dc:creator`, because the `author` of RSS must be an email address. */
export function toRss(feed: Feed): string {
  const channel = element(
    "channel",
    {},
    textElement("title", feed.title),
    textElement("link", feed.home),
    textElement("description", feed.description),
    textElement("language", feed.language),
    textElement("lastBuildDate", feed.updated.toUTCString()),
    element("atom:link", { href: feed.self["feed.xml"], rel: "self", type: "application/rss+xml" }),
    element("image", {}, textElement("url", feed.icon), textElement("title", feed.title), textElement("link", feed.home)),
    ...feed.items.map(rssItem),
  );
  const namespaces = {
    "xmlns:atom": "http://www.w3.org/2005/Atom",
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
    ...MEDIA_NAMESPACE,
  };
  return xmlDocument(element("rss", { version: "2.0", ...namespaces }, channel));
}

const atomEntry = (item: FeedItem) =>
  element(
    "entry",
    {},
    textElement("id", item.id),
    textElement("title", item.title),
    element("link", { rel: "alternate", type: "text/html", href: item.link }),
    ...(item.audio
      ? [element("link", { rel: "enclosure", type: item.audio.type, length: String(item.audio.bytes), href: item.audio.url })]
      : []),
    textElement("published", item.published.toISOString()),
    textElement("updated", item.updated.toISOString()),
    element("author", {}, textElement("name", item.author)),
    ...item.categories.map((category) => element("category", { term: category })),
    textElement("summary", item.summary),
    textElement("content", item.html, { type: "html" }),
    mediaContent(item),
  );

/** The feed as Atom (RFC 4287). */
export function toAtom(feed: Feed): string {
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", ...MEDIA_NAMESPACE, "xml:lang": feed.language },
      textElement("id", feed.id),
      textElement("title", feed.title),
      textElement("subtitle", feed.description),
      textElement("updated", feed.updated.toISOString()),
      element("link", { rel: "self", type: "application/atom+xml", href: feed.self["atom.xml"] }),
      element("link", { rel: "alternate", type: "text/html", href: feed.home }),
      textElement("icon", feed.icon),
      ...(feed.logo ? [textElement("logo", feed.logo)] : []),
      ...feed.items.map(atomEntry),
    ),
  );
}
