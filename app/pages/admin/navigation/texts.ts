/*
 * The visible texts of the navigation that the specification doesn't give.
 */

/** The screen and its bar. */
export const SCREEN = {
  title: "Navigation",
  lead: "Menus, social links and an announcement.",
  save: "Save",
  saving: "Saving...",
  saved: "Navigation saved",
  failed: "Failed to save navigation. Please try again.",
  changed: "Unsaved changes",
  unchanged: "All changes saved",
  discard: "Discard",
  restore: "Restore",
  restoreOriginal: "Restore the original",
  copyFrom: (time: string) => `This browser has unsaved changes of yours from ${time}.`,
  overtaken: "Someone else has saved this screen in the meantime. Your changes aren't lost.",
  takeTheirs: "Take theirs",
  saveMine: "Save mine",
  oneProblem: "One field needs attention. Nothing has been saved yet.",
  problems: (count: number) => `${count} fields need attention. Nothing has been saved yet.`,
} as const;

/** The menus of header and footer. */
export const MENUS = {
  add: "Add entry",
  header: "Header menu",
  headerHint: "At the top of every page, and in the menu on phones. Sign-in and search stay where they are.",
  footer: "Footer menu",
  footerHint: (most: number) => `Up to ${most} groups of links at the end of every page.`,
  groupName: (name: string | number) => `group ${name}`,
  group: (place: number, heading: string) => `Group ${place}${heading}`,
  heading: "Heading",
  addGroup: "Add group",
  removeGroup: (name: string) => `Remove ${name}`,
  newEntry: "the new entry",
  label: "Label",
  address: "Address",
  addressFormat: "/path or https://…",
  full: (most: number) => `This menu has all ${most} entries it can have.`,
} as const;

/** What an entry leads to. */
export const TARGET = {
  label: "Leads to",
  choose: "Choose...",
  missing: "Choose what the entry leads to",
  site: "This site",
  pages: "Own pages",
  categories: "Categories",
  tags: "Tags",
  other: "Another address...",
  deleted: (name: string) => `${name} (deleted)`,
  unpublished: (name: string) => `${name} (not published)`,
  gone: (what: string) => `This was deleted, so readers don't see the ${what}.`,
  hidden: (what: string) => `This isn't published, so readers don't see the ${what}.`,
} as const;

/** Links to profiles elsewhere. */
export const SOCIAL = {
  add: "Add link",
  title: "Social links",
  lead: "Links to your profiles elsewhere, in the footer below the site's name.",
  network: "Network",
  newLink: "the new link",
} as const;

/** The announcement. */
export const ANNOUNCEMENT = {
  title: "Announcement",
  lead: "A short message for all readers.",
  show: "Show an announcement",
  showHint: "A bar above the header of every page. Readers can close it.",
  text: "Text",
  linkText: "Link text",
  optional: "Optional",
  linkAddress: "Link address",
  ends: "Ends",
  endsHint: (timezone: string) => `In the site's time zone: ${timezone}. Empty: until you remove it.`,
  ended: "It has ended. Readers no longer see it.",
} as const;
