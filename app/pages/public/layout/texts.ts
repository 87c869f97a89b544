import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts around every page.
 */
export const english = {
  skip: "Skip to content",
  tryAgain: "Try Again",
  settings: "Settings",
  maintenance: "Maintenance mode is on. Only admins can see this page.",
  announcement: "Announcement",
  closeAnnouncement: "Close the announcement",

  // The header

  /** What screen readers call its navigation. */
  main: "Main",
  menu: "Menu",
  searchPlaceholder: "Search...",
  searchArticles: "Search articles",
  login: "Login",
  signUp: "Sign Up",
  signOut: "Sign out",
  admin: "Admin",
  home: "Home",
  categories: "Categories",
  about: "About",

  // The footer

  backToTop: "Back to top",
  /** The owner's profiles on other sites. */
  elsewhere: "Elsewhere",
  read: "Read",
  allArticles: "All Articles",
  privacy: "Privacy",
  terms: "Terms",
  follow: "Follow",
  rssFeed: "RSS feed",
  atomFeed: "Atom feed",
  jsonFeed: "JSON feed",
  build: "Build",
  apiDocs: "API docs",
  sitemap: "Sitemap",

  // Without a connection

  offline: "You’re offline",
  offlineHint: "Check your connection, then try again.",
} as const;

export const texts = textsOf("layout", english);
