/*
 * The visible texts of the frame and of the parts that screens share, so that they can be read in one go.
 */

/** The frame around every screen. */
export const OFFICE = {
  menu: "Menu",
  closeMenu: "Close menu",
  somethingWentWrong: "Something went wrong",
  brokenScreen: "This screen couldn't be shown",
  brokenScreenHint: "Please try again. The other screens still work.",
  maintenanceMode: "Maintenance mode is on. Readers can't see the site.",
  sidebar: "Sidebar",
} as const;

/** The sidebar. */
export const SIDEBAR = {
  overview: "Overview",
  dashboard: "Dashboard",
  viewBlog: "View Blog",
  analytics: "Analytics",
  webAnalytics: "Web Analytics",
  blogAnalytics: "Blog Analytics",
  content: "Content",
  posts: "Posts",
  calendar: "Calendar",
  categories: "Categories",
  tags: "Tags",
  media: "Media",
  redirects: "Redirects",
  trash: "Trash",
  people: "People",
  users: "Users",
  comments: "Comments",
  site: "Site",
  settings: "Settings",
  appearance: "Appearance",
  navigation: "Navigation",
  importAndExport: "Import and Export",
  backups: "Backups",
  outbox: "Outbox",
  activityLog: "Activity Log",
  technicalDocs: "Technical Docs",
  expandSidebar: "Expand sidebar",
  collapseSidebar: "Collapse sidebar",
  opensNewTab: "(opens in a new tab)",
  logout: "Logout",
  backOffice: "Back office",
} as const;

/** Tables, their pages and what is selected in them. */
export const TABLE = {
  selectAll: "Select all on this page",
  select: (name: string) => `Select ${name}`,
  orderedFirst: (title: string, which: string) => `${title}, ${which} first`,
  descending: "Z to A",
  ascending: "A to Z",
  sort: "Sort by",
  nothingOnPage: (noun: string) => `No ${noun} on this page`,
  range: (range: string, total: string, noun: string) => `${range} of ${total} ${noun}`,
  pages: "Pages",
  previous: "Previous",
  next: "Next",
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  selected: (count: number) => `${count} selected`,
  clearSelection: "Clear selection",
  roomyRows: "Roomy rows",
} as const;

/** Saved filters. */
export const FILTERS = {
  saveFilter: "Save filter",
  name: "Name",
  save: "Save",
  savedFilters: "Saved filters",
  remove: (name: string) => `Remove the filter ${name}`,
} as const;

/** Lists whose order can be changed. */
export const SORTING = {
  movedTo: (name: string, place: number, count: number, list: string) => `${name} is now ${place} of ${count} in ${list}.`,
  isFull: (name: string) => `${name} is full.`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}.`,
  removed: (name: string) => `${name} removed.`,
  handle: (name: string) => `Move ${name}: drag, or press the up and down arrow keys`,
  dragToMove: "Drag to move",
  remove: (name: string) => `Remove ${name}`,
  moveTo: (name: string, where: string) => `Move ${name} ${where}`,
} as const;

/** Dialogs, questions and changes that aren't saved. */
export const DIALOG = {
  cancel: "Cancel",
  close: "Close",
  leaveWithoutSaving: "Leave without saving?",
  leaveText: "Your changes on this screen haven't been saved.",
  stay: "Stay",
} as const;

/** What is said when an answer is awaited or fails. */
export const ANSWER = {
  tryAgain: "The server could not be reached. Please try again.",
  loading: "Loading...",
  loadFailed: (noun: string, message: string) => `Error loading ${noun}: ${message}`,
  unanswered: "The server could not be reached.",
  retryFailed: (noun: string, message: string) => `Failed to retry ${noun}: ${message}`,
  retrying: "Retrying...",
  retry: "Retry",
  nothingLost: "The server could not be reached. Nothing is lost. Please try again.",
} as const;

/** Small parts. */
export const PARTS = {
  copyLink: "Copy link",
  kb: (size: number) => `${size} KB`,
  mb: (size: string) => `${size} MB`,
  gb: (size: string) => `${size} GB`,
  noComparison: "Nothing to compare with",
} as const;
