import type { Feed, FeedItem } from "./read-feed.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

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
