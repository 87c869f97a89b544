import type { Feed, FeedItem } from "./read-feed.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/** The feed as JSON Feed 1.1. */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self["feed.json"],
    description: feed.description,
    icon: feed.icon,
    language: "en",
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.link,
      title: item.title,
      summary: item.summary,
      content_html: item.html,
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: [{ name: item.author }],
      tags: item.categories,
    })),
  });
}

const itemOf = (item: FeedItem) =>
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
    textElement("atom:updated", item.updated.toISOString()),
  );

/** The feed as RSS 2.0. Authors stand in dc:creator: RSS's own `author` would have to be a mail address. */
export function toRss(feed: Feed): string {
  const channel = element(
    "channel",
    {},
    textElement("title", feed.title),
    textElement("link", feed.home),
    textElement("description", feed.description),
    textElement("language", "en"),
    textElement("lastBuildDate", feed.updated.toUTCString()),
    element("atom:link", { href: feed.self["feed.xml"], rel: "self", type: "application/rss+xml" }),
    element("image", {}, textElement("url", feed.icon), textElement("title", feed.title), textElement("link", feed.home)),
    ...feed.items.map(itemOf),
  );
  const namespaces = {
    "xmlns:atom": "http://www.w3.org/2005/Atom",
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  };
  return xmlDocument(element("rss", { version: "2.0", ...namespaces }, channel));
}

const entryOf = (item: FeedItem) =>
  element(
    "entry",
    {},
    textElement("id", item.id),
    textElement("title", item.title),
    element("link", { rel: "alternate", type: "text/html", href: item.link }),
    textElement("published", item.published.toISOString()),
    textElement("updated", item.updated.toISOString()),
    element("author", {}, textElement("name", item.author)),
    ...item.categories.map((category) => element("category", { term: category })),
    textElement("summary", item.summary),
    textElement("content", item.html, { type: "html" }),
  );

/** The feed as Atom (RFC 4287). */
export function toAtom(feed: Feed): string {
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
      textElement("id", feed.id),
      textElement("title", feed.title),
      textElement("subtitle", feed.description),
      textElement("updated", feed.updated.toISOString()),
      element("link", { rel: "self", type: "application/atom+xml", href: feed.self["atom.xml"] }),
      element("link", { rel: "alternate", type: "text/html", href: feed.home }),
      textElement("icon", feed.icon),
      ...feed.items.map(entryOf),
    ),
  );
}
