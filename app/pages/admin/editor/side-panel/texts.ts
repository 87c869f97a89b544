/*
 * The visible texts of the panel next to the text. Those that the specification gives are where they are used.
 */

/** The panel next to the text. */
export const PANEL = {
  label: "Panel",
  fold: "Hide panel",
  unfold: "Show panel",
  post: "Post",
  page: "Page",
  check: "Check",
  review: "Review",
  reviewLater: "Save the post to share a preview, collect notes and see its history.",
} as const;

/** The settings of the post. */
export const POST = {
  newCategory: "+ New category...",
  firstPicture: "The first picture in the text",
  useFirstPicture: "Use the first picture in the text",
  slugHint: "Last part of the URL",
  willBeAt: (address: string) => `Will be published at ${address}`,
  liveAt: "Live at",
  excerptHint: "A few sentences for feeds and search",
  date: "Publication date",
  dateHint: (timezone: string) => `Empty: when you publish it. Site time zone: ${timezone}`,
  keepDateHint: "Otherwise saving sets the date to now, unless you change it above.",
  featuredHint: "Shown on the home page",
  commentsHint: "Saved at once. Existing comments stay.",
  commentsOff: "Comments are turned off for the whole site in Settings.",
  listedHint:
    "Turn it off for pages such as an imprint: the article keeps its address and is left out of lists, searches, feeds and Home.",
  updated: "Post updated",
  updateFailed: (message: string) => `Failed to update post: ${message}`,
  author: "Author",
  authorAndComments: "Author and comments",
  allowComments: "Allow comments",
  listed: "Show in lists",
  noCategory: "No category",
  category: "Category",
  featuredImage: "Featured image",
  slug: "Slug",
  settings: "Post settings",
  pageSettings: "Page settings",
  excerpt: "Excerpt",
  status: "Status",
  featured: "Featured",
  statuses: { draft: "Draft", published: "Published", archived: "Archived" },
} as const;

/** Publishing and updating at a chosen time. */
export const SCHEDULE = {
  zone: (timezone: string) => `Site time zone: ${timezone}`,
  cancel: "Cancel",
  nothing: "Make a change to schedule an update.",
  scheduling: "Scheduling...",
  failed: (verb: string, reason: string) => `It could not be ${verb} as planned: ${reason}`,
  title: "Schedule",
  changeTime: "Change time",
  cancelSchedule: "Cancel schedule",
  publish: { at: "Publish at", open: "Schedule...", save: "Schedule", will: "Will be published on", failed: "published" },
  update: {
    at: "Update at",
    open: "Schedule...",
    save: "Schedule update",
    will: "These changes will be published on",
    failed: "updated",
  },
} as const;

/** The check before publishing. */
export const CHECK = {
  title: "Before publishing",
  start: "Check the post",
  intro: "Pictures, headings, links, and how search engines show it.",
  running: "Checking...",
  good: "Looks good.",
  offline: "The server can't be reached, so links to your own posts aren't checked.",
  severities: { mend: "Fix", improve: "Improve", know: "Note" },
  required: "Required",
  pictures: (count: number) => (count === 1 ? "the picture" : `${count} pictures`),
  fetching: "Fetching...",
  fetch: (what: string) => `Fetch ${what} into the library`,
  requiredCount: (count: number) => `${count} required before publishing`,
  mendCount: (count: number) => `${count} to fix`,
  improveCount: (count: number) => `${count} to improve`,
  canPublish: " You can still publish.",
} as const;

/** Preview links and the notes of their readers. */
export const REVIEW = {
  none: "Notes from preview readers appear here.",
  share: "Anyone with the link can read the saved version, no account needed.",
  create: "Create link",
  createAnother: "Create another link",
  creating: "Creating...",
  close: "Close",
  revoke: "Revoke",
  revokeUntil: (time: string) => `Revoke the link that works until ${time}`,
  until: (time: string) => `Until ${time}`,
  createdAt: (time: string) => `created ${time}`,
  createdBy: (name: string) => `by ${name}`,
  readingOnly: "reading only",
  revoked: "Link revoked",
  created: "Preview link created",
  notes: (count: number) => (count === 1 ? "1 note" : `${count} notes`),
  revokeFailed: (message: string) => `Failed to revoke the link: ${message}`,
  workingLinks: "Links that work now",
  createFailed: (message: string) => `Failed to create the link: ${message}`,
  shareTitle: "Share preview",
  worksFor: "The link works for",
  allowNotes: "Readers may leave notes",
  allowNotesHint: "Notes appear next to the post in the editor.",
  link: "Preview link",
  linkHint: (time: string) => `Works until ${time}. It is not shown again.`,
  resolved: "Note resolved",
  reopened: "Note opened again",
  changeFailed: (message: string) => `Failed to change the note: ${message}`,
  delete: "Delete",
  deleted: "Note deleted",
  deleteFailed: (message: string) => `Failed to delete the note: ${message}`,
  deleteTitle: "Delete note",
  deleteText: "Are you sure you want to delete this note? This action cannot be undone.",
  resolve: "Resolve",
  reopen: "Open again",
  noteOf: (author: string) => ` the note of ${author}`,
  loadFailed: "The notes could not be loaded.",
  resolvedNotes: (count: number) => (count === 1 ? "1 resolved note" : `${count} resolved notes`),
  notesTitle: "Notes",
  history: "History",
  title: "Review",
  spans: { "1h": "An hour", "1d": "A day", "7d": "A week", "30d": "30 days" },
} as const;

/** The tags of the post. */
export const TAGS = {
  label: "Tags",
  existing: "Existing tags",
  hint: "Separated by commas",
} as const;
