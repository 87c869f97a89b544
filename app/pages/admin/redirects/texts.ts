/*
 * The visible texts of the redirects that the specification doesn't give.
 */

/** The screen. */
export const SCREEN = {
  title: "Redirects",
  lead: "Send readers from an old address to a page that exists.",
  search: "Search redirects",
  none: "No redirects found",
  noneHint: "Add one when a page has moved.",
  notFoundHint: "Try another search, or show all.",
} as const;

/** The columns of the lists. */
export const TABLE = {
  from: "Old address",
  to: "Leads to",
  followed: "Followed",
  last: "Last",
  never: "Never",
  since: "Since",
  created: "Created",
  actions: "Actions",
  unpublished: "Not published",
} as const;

/** The form that adds a redirect. */
export const ADD = {
  title: "Add redirect",
  fromHint: "A path without a page, such as /2019/05/my-article.html, or an address such as /?p=17",
  to: "New address",
  toHint: "A page of this site, such as /story/my-article",
  adding: "Adding...",
  added: "Redirect added",
  failed: (message: string) => `Failed to add redirect: ${message}`,
} as const;

/** The question before a redirect is deleted. */
export const DELETE = {
  label: (from: string) => `Delete redirect from ${from}`,
  title: "Delete redirect",
  text: (from: string) => `${from} will be a missing page again.`,
  done: "Redirect deleted",
  failed: (message: string) => `Failed to delete redirect: ${message}`,
} as const;

/** The missing pages. */
export const MISSING = {
  title: "Missing Pages",
  lead: (days: number) => `Addresses without a page that readers asked for in the last ${days} days.`,
  more: (count: number) => `+${count} more addresses`,
  none: "No reader has run into a missing page.",
} as const;

/** The former addresses of articles. */
export const AUTOMATIC = {
  title: "Automatic Redirects",
  caption: "Automatic redirects",
  lead: "Former addresses of articles whose slug has changed. They redirect automatically.",
  notFound: "No automatic redirect matches the search.",
  none: "No published article has a former address.",
} as const;
