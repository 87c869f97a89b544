import type { ShownLink } from "../../../domain/navigation/navigation.ts";
import { routes } from "../../../routes.ts";
import { texts } from "./texts.ts";

/** Specification, section 2. */
export const headerLinks = (): ShownLink[] => [
  { to: routes.home(), label: texts.home },
  { to: routes.listing(), label: texts.categories },
  { to: routes.about(), label: texts.about },
];

export const footerGroups = (): { id: string; heading: string; links: ShownLink[] }[] => [
  {
    id: "footer-read",
    heading: texts.read,
    links: [
      { to: routes.listing(), label: texts.allArticles },
      { to: routes.about(), label: texts.about },
      { to: routes.privacy(), label: texts.privacy },
      { to: routes.terms(), label: texts.terms },
    ],
  },
  {
    id: "footer-follow",
    heading: texts.follow,
    links: [
      { to: routes.feeds.rss, label: texts.rssFeed },
      { to: routes.feeds.atom, label: texts.atomFeed },
      { to: routes.feeds.json, label: texts.jsonFeed },
    ],
  },
  {
    id: "footer-build",
    heading: texts.build,
    links: [
      { to: routes.apiDocs(), label: texts.apiDocs },
      { to: routes.sitemap(), label: texts.sitemap },
    ],
  },
];
