import { type RawBuilder, sql } from "kysely";
import { routes } from "../../routes.ts";
import { pngOf } from "../appearance/brand-rules.ts";
import { summaryOf } from "../categories/category-rules.ts";
import { withAbsoluteLinks } from "../content/parse-tree.ts";
import type { Context } from "../context.ts";
import { FILE_FORMATS, fileAt } from "../media/file-rules.ts";
import { type MediaFormat, MIME, mediaAt } from "../media/media-rules.ts";
import { listedPosts } from "../posts/listed-posts.sql.ts";
import { ownLanguageName } from "../settings/language-rules.ts";
import type { Site } from "../settings/settings.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

const FEED_LENGTH = 20;

/** `language`: only articles written in it. */
export type FeedScope = { kind: "site"; language?: string | undefined } | { kind: FeedTopicKind; slug: string };
export type FeedTopicKind = "category" | "tag" | "author";
export type FeedFile = "feed.xml" | "atom.xml" | "feed.json";

/** All URLs are absolute. `id` stays the same when the slug changes. */
type FeedItem = {
  id: string;
  link: string;
  title: string;
  summary: string;
  html: string;
  /** the first recording of the library, for podcast players */
  audio: { url: string; type: string; bytes: number } | null;
  image: { url: string; type: string; width: number; height: number; bytes: number } | null;
  /** `url`: of their page */
  authors: { name: string; url?: string }[];
  categories: string[];
  published: Date;
  updated: Date;
};

/** `home`: the page that the feed belongs to. */
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

type FeedRow = {
  id: string;
  slug: string;
  title: string;
  summary: string;
  content_html: string;
  audio_bytes: number | null;
  featured_image: string | null;
  image_width: number | null;
  image_height: number | null;
  image_bytes: number | null;
  published_at: Date;
  updated_at: Date;
  author: string | null;
  author_slug: string | null;
  coauthors: { name: string | null; slug: string | null }[];
  category: string | null;
  tags: string[];
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
    authors: [{ name: row.author, slug: row.author_slug }, ...row.coauthors].map(({ name, slug }) => ({
      name: name || site.defaultAuthor,
      ...(slug !== null && { url: site.url + routes.author(slug) }),
    })),
    categories: [...(row.category ? [row.category] : []), ...row.tags],
    published: row.published_at,
    updated: row.updated_at,
  };
};

const SITE_FILES = { "feed.xml": routes.feeds.rss, "atom.xml": routes.feeds.atom, "feed.json": routes.feeds.json };

const addressesOf = (scope: FeedScope, site: Site): Record<FeedFile, string> => {
  const pathOf = (file: FeedFile) => {
    if (scope.kind !== "site") return routes.feeds.of(scope.kind, scope.slug, file);
    return scope.language === undefined ? SITE_FILES[file] : routes.feeds.inLanguage(scope.language, file);
  };
  const of = (file: FeedFile) => site.url + pathOf(file);
  return { "feed.xml": of("feed.xml"), "atom.xml": of("atom.xml"), "feed.json": of("feed.json") };
};

function pageOf(scope: FeedScope): string {
  if (scope.kind === "author") return routes.author(scope.slug);
  if (scope.kind !== "site") return routes.listing({ [scope.kind]: scope.slug });
  return scope.language === undefined ? routes.home() : routes.listing({ language: scope.language });
}

type FeedTopic = { id: string; name: string; slug: string; description: string; created_at: Date };

const newest = {
  site: (language?: string) => sql`select post_id, published_at from ${listedPosts(language)} d`,
  category: (id: string) => sql`select post_id, published_at from ${listedPosts()} d where category_id = ${id}`,
  tag: (id: string) => sql`select post_id, published_at from posts_tags where tag_id = ${id} and published_at is not null`,
  author: (id: string) => sql`
    select d.post_id, p.published_at from author_profiles a
      join posts p on p.author_id = a.user_id and p.status = 'published' and p.listed
      join published_posts d on d.post_id = p.id and not d.shadowed
    where a.id = ${id}
    union all
    select d.post_id, d.published_at from author_profiles a join post_coauthors o on o.user_id = a.user_id
      join published_posts d on d.post_id = o.post_id and not d.shadowed
    where a.id = ${id}`,
};

/** Null when there is no such category, tag or author, and when they, or a language, have no articles. Two SQL statements. */
export async function readFeed(ctx: Context, scope: FeedScope, site: Site): Promise<Feed | null> {
  const topic = scope.kind === "site" ? null : await findTopic(ctx, scope.kind, scope.slug);
  if (topic === undefined) return null;
  const language = scope.kind === "site" ? scope.language : undefined;
  const source = topic && scope.kind !== "site" ? newest[scope.kind](topic.id) : newest.site(language);
  const rows = await newestPosts(ctx, source, FEED_LENGTH);
  if ((language !== undefined || scope.kind === "author") && rows.length === 0) return null;
  const items = rows.map((row) => itemOf(row, site));
  const started = topic ? topic.created_at : items.length > 0 ? new Date(0) : await settingsChangedAt(ctx);
  const home = site.url + pageOf(scope);
  const name =
    language === undefined
      ? topic?.name || (scope.kind === "author" ? site.defaultAuthor : undefined)
      : ownLanguageName(language);
  return {
    id: topic ? `urn:uuid:${topic.id}` : home,
    title: name ? `${name} · ${site.name}` : site.name,
    description: topic?.description || site.description,
    home,
    self: addressesOf(scope, site),
    icon: `${site.url}/icon-512.png`,
    logo: site.look?.logo ? site.url + pngOf(site.look.logo.light) : null,
    language: language ?? site.language ?? "en",
    updated: new Date(Math.max(started.getTime(), ...items.map((item) => item.updated.getTime()))),
    items,
  };
}

async function findTopic(ctx: Context, kind: FeedTopicKind, slug: string): Promise<FeedTopic | undefined> {
  if (kind === "category") {
    const columns = ["id", "name", "slug", "description", "intro", "created_at"] as const;
    const category = await ctx.db.selectFrom("categories").select(columns).where("slug", "=", slug).executeTakeFirst();
    if (!category) return undefined;
    const { intro, ...topic } = category;
    return { ...topic, description: topic.description || summaryOf(intro) };
  }
  if (kind === "author") return findAuthor(ctx, slug);
  const tag = await ctx.db
    .selectFrom("tags")
    .select(["id", "name", "slug", "created_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return tag && { ...tag, description: "" };
}

async function findAuthor(ctx: Context, slug: string): Promise<FeedTopic | undefined> {
  const author = await ctx.db
    .selectFrom("author_profiles as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .select(["a.id", "a.slug", "u.full_name", "u.bio", "u.created_at"])
    .where("a.slug", "=", slug)
    .where(sql<boolean>`has_author_page(a.user_id)`)
    .executeTakeFirst();
  if (!author) return undefined;
  const { full_name, bio, ...topic } = author;
  return { ...topic, name: full_name ?? "", description: summaryOf(bio) };
}

async function settingsChangedAt(ctx: Context): Promise<Date> {
  const { updated_at } = await ctx.db.selectFrom("settings").select("updated_at").executeTakeFirstOrThrow();
  return updated_at;
}

async function newestPosts(ctx: Context, source: RawBuilder<unknown>, limit: number): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select p.id, p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as summary, p.content_html,
      (select m.bytes from media m where m.id = media_id(substring(p.content_html from '<audio src="([^"]+)"'))) as audio_bytes,
      p.featured_image, m.width as image_width, m.height as image_height, m.bytes as image_bytes,
      p.published_at, greatest(p.updated_at, p.published_at) as updated_at, u.full_name as author, a.slug as author_slug, c.name as category, (
        select coalesce(json_agg(json_build_object('name', w.full_name, 'slug', f.slug) order by o.position), '[]')
        from post_coauthors o join users w on w.id = o.user_id
          left join author_profiles f on f.user_id = o.user_id and has_author_page(f.user_id) and author_has_articles(f.user_id)
        where o.post_id = p.id
      ) as coauthors,
      coalesce((select array_agg(t.name order by t.name) from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id), '{}') as tags
    from (select post_id, published_at from (${source}) written order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published'
    left join users u on u.id = p.author_id
    left join author_profiles a on a.user_id = p.author_id and has_author_page(a.user_id) and author_has_articles(a.user_id)
    left join categories c on c.id = p.category_id
    left join media m on m.id = media_id(p.featured_image)
    order by n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}

/** JSON Feed 1.1. */
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
      authors: item.authors,
      tags: item.categories,
      ...(item.audio && {
        attachments: [{ url: item.audio.url, mime_type: item.audio.type, size_in_bytes: item.audio.bytes }],
      }),
    })),
  });
}

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
    ...item.authors.map(({ name }) => textElement("dc:creator", name)),
    ...item.categories.map((category) => textElement("category", category)),
    textElement("description", item.summary),
    textElement("content:encoded", item.html),
    ...(item.audio
      ? [element("enclosure", { url: item.audio.url, length: String(item.audio.bytes), type: item.audio.type })]
      : []),
    mediaContent(item),
    textElement("atom:updated", item.updated.toISOString()),
  );

/** RSS 2.0. Authors are in `dc:creator`, because `author` must be an email address. */
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
    ...item.authors.map(({ name, url }) =>
      element("author", {}, textElement("name", name), ...(url ? [textElement("uri", url)] : [])),
    ),
    ...item.categories.map((category) => element("category", { term: category })),
    textElement("summary", item.summary),
    textElement("content", item.html, { type: "html" }),
    mediaContent(item),
  );

/** RFC 4287. */
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
