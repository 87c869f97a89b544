/*
 * The visible texts of the own pages that the specification doesn't give.
 */

/** The screen and its list. */
export const PAGES = {
  heading: "Pages",
  lead: "Pages such as an imprint or a contact page, outside the list of articles.",
  create: "New page",
  none: "No pages yet",
  noneHint: "A page has its own address, such as /imprint.",
  title: "Title",
  status: "Status",
  updated: "Updated",
  actions: "Actions",
  published: "Published",
  draft: "Draft",
  archived: "Archived",
  scheduled: "Scheduled",
  changes: "Unpublished changes",
  viewPage: (title: string) => `View ${title}`,
  view: "View",
  deletePage: (title: string) => `Delete ${title}`,
  remove: "Delete",
  question: (title: string) => `Delete “${title}”?`,
  removed: "Page deleted",
  failed: (message: string) => `Failed to delete page: ${message}`,
} as const;

/** The pages that come with the site. */
export const SHIPPED = {
  title: "Pages that come with the site",
  about: "About",
  aboutHint: "Your own text replaces figures, mission and values.",
  privacy: "Privacy",
  privacyHint: "Your own text comes first. What this site stores is listed below it.",
  terms: "Terms",
  termsHint: "Your own text replaces the terms that come with the site.",
  writePage: (name: string) => `Write your own: ${name}`,
  write: "Write your own",
} as const;
