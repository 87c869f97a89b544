import type { Feed, FeedItem } from "./read-feed.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

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
