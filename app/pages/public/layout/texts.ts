/*
 * The visible texts around every page that the specification doesn't give.
 */

export const skip = "Skip to content";
export const maintenance = "Maintenance mode is on. Only admins can see this page.";
export const announcement = "Announcement";
export const closeAnnouncement = "Close the announcement";

// The header

/** What screen readers call its navigation. */
export const main = "Main";
export const menu = "Menu";
export const searchArticles = "Search articles";
export const login = "Login";
export const signUp = "Sign Up";
export const signOut = "Sign out";
export const admin = "Admin";
export const home = "Home";
export const categories = "Categories";
export const about = "About";

// The footer

export const backToTop = "Back to top";
/** The owner's profiles on other sites. */
export const elsewhere = "Elsewhere";
export const read = "Read";
export const privacy = "Privacy";
export const terms = "Terms";
export const follow = "Follow";
export const rssFeed = "RSS feed";
export const atomFeed = "Atom feed";
export const jsonFeed = "JSON feed";
export const build = "Build";
export const apiDocs = "API docs";
export const sitemap = "Sitemap";

// What feed readers call the feeds, after the name of the site

export const rss = "(RSS)";
export const atom = "(Atom)";
export const json = "(JSON Feed)";
