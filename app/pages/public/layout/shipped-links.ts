import type { ShownLink } from "../../../domain/navigation/navigation.ts";
import { routes } from "../../../routes.ts";

/** The header's menu as it comes with the site (specification, section 2). */
export const HEADER_LINKS: ShownLink[] = [
  { to: routes.home(), label: "Home" },
  { to: routes.listing(), label: "Categories" },
  { to: routes.about(), label: "About" },
];

/** The footer's groups as they come with the site. */
export const FOOTER_GROUPS: { id: string; heading: string; links: ShownLink[] }[] = [
  {
    id: "footer-read",
    heading: "Read",
    links: [
      { to: routes.listing(), label: "All Articles" },
      { to: routes.about(), label: "About" },
      { to: routes.privacy(), label: "Privacy" },
      { to: routes.terms(), label: "Terms" },
    ],
  },
  {
    id: "footer-follow",
    heading: "Follow",
    links: [
      { to: routes.feeds.rss, label: "RSS feed" },
      { to: routes.feeds.atom, label: "Atom feed" },
      { to: routes.feeds.json, label: "JSON feed" },
    ],
  },
  {
    id: "footer-build",
    heading: "Build",
    links: [
      { to: routes.apiDocs(), label: "API docs" },
      { to: routes.sitemap(), label: "Sitemap" },
    ],
  },
];
