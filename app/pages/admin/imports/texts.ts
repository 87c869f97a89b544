/*
 * The visible texts of import and export that the specification doesn't give.
 */

/** The screen and the list of imports. */
export const SCREEN = {
  title: "Import and Export",
  lead: "Move content in or out.",
  importTitle: "Import",
  caption: "Imports",
  commandLine: "Command line",
  file: "File",
  status: "Status",
  from: "From",
  size: "Size",
  newPosts: "New posts",
  uploaded: "Uploaded",
  none: "No imports yet",
  noneHint: "Upload an export of another blog to preview what it would add.",
} as const;

/** The export. */
export const EXPORT = {
  title: "Export",
  contains:
    "Everything on this site: posts, comments, pictures, categories, tags, redirects and settings. You can import the archive again, with or without its settings. It doesn't contain like and view counts, revisions, unpublished changes or the trash. It contains the email addresses of authors and commenters, so keep it private.",
  archive: "Download archive",
  json: "Download JSON",
  failed: (message: string) => `Failed to export: ${message}`,
} as const;

/** The form that uploads a file. */
export const UPLOAD = {
  file: "Export file",
  drop: "or drop it here",
  kinds:
    "An export of WordPress, Ghost, Medium, Substack, Blogger or Squarespace; a zip or tar.gz of Markdown or HTML files (Jekyll, Hugo, Hexo, Astro, Eleventy, Zola, Pelican, Nikola, Obsidian); or an archive exported here. At most 1 GB.",
  oldSite: "Address of the old blog",
  oldSiteHint:
    "Optional. Ghost and Markdown exports leave it out, but Skylark needs it to find the pictures and to redirect old links.",
  oldSiteRule: (rule: string) => `Address of the old blog ${rule}`,
  start: "Upload and preview",
  cancel: "Cancel upload",
  progress: "Upload",
  noFile: "Choose a file first.",
  empty: (file: string) => `${file} is empty. Export it again.`,
  oneFile: "Drop one file at a time. Several files can be imported as a zip.",
  tooLarge: "The file is too large",
  tooLargeRule: (file: string, gigabytes: number) => `${file} must have at most ${gigabytes} GB`,
  interrupted: "The upload was interrupted. Please try again.",
  canceled: "The upload was canceled.",
  unanswered: "The server could not be reached. Please try again.",
} as const;

/** The choices before an import starts. */
export const CHOICES = {
  label: "Choices",
  author: "Author",
  asInFile: "As in the file",
  allDrafts: "All as drafts",
  category: "Category of posts without one",
  noCategory: "None",
  pages: "Pages",
  ownPages: "Pages of this site",
  articles: "Articles outside lists and feeds",
  drafts: "Drafts",
  skip: "Leave them out",
  undated: "Posts without a date",
  undatedHint: "Where other posts have one.",
  asOfToday: "Articles of today",
  language: "Main language",
  otherLanguages: "Other languages",
  sameLists: "Like the main language",
  notNamed: "Not named",
  blog: "Blog",
  sameBlog: "The same as before",
  otherBlog: "Another blog",
  sameHint: (site: string, day: string) =>
    `It is the blog of ${site}, imported on ${day}. Posts that are already here are updated, not added again.`,
  otherHint: "Previously imported posts aren't updated.",
  folders: "Folders with posts",
  topFolder: "Top folder",
  check: "Check again with these choices",
  checkHint: "The file is checked again before you can start the import.",
  checking: "The file is checked again",
} as const;

/** One import: how far it is, and its buttons. */
export const REPORT = {
  /** the place of a refusal that needs no mention */
  wholeFile: "the whole file",
  changeFailed: (message: string) => `Failed to change import: ${message}`,
  progress: "Progress",
  reading: "Reading the file...",
  stopped: "The import stopped.",
  refused: "The file can't be imported; nothing was stored.",
  progressOf: (done: string, total: string, what: string) => `${done} of ${total} ${what}`,
  stopping: "Saving the posts that were already under way...",
  undone: "Everything it added was deleted.",
  forecast: "Nothing has been stored yet. This is what the import would do.",
  kind: "Kind",
  result: "Result",
  start: "Import now",
  resume: "Continue",
  again: "Import again",
  cancel: "Cancel",
  remove: "Delete",
  undo: "Undo import",
  all: "All imports",
  removeTitle: "Delete import",
  removeText: "This deletes the file and its report. Everything it imported stays.",
  undoText:
    "Posts it added are deleted with their comments, pictures, categories, tags and redirects. Posts it updated get their previous text back. Anything edited here since then, or with comments from your readers, stays. This can't be undone.",
  started: "Import started",
  canceled: "Import canceled",
  removed: "Import deleted",
  undoing: "Import is being undone",
} as const;

/** The states of an import. */
export const STATE = {
  checking: "Checking",
  checked: "Ready to import",
  refused: "Refused",
  importing: "Importing",
  done: "Imported",
  canceled: "Canceled",
  failed: "Failed",
  undoing: "Undoing",
  undone: "Undone",
} as const;

/** What is counted, and what became of it. */
export const COUNTED = {
  posts: "Posts",
  authors: "Authors",
  categories: "Categories",
  comments: "Comments",
  pictures: "Pictures",
  redirects: "Redirects",
  added: "New",
  updated: "Updated",
  unchanged: "Unchanged",
  skipped: "Left out",
} as const;

/** The settings in an archive. */
export const SETTINGS = {
  choose: "Import settings",
  chooseHint:
    "Only settings that haven't been changed here. The site's address, maintenance mode and account rules are never imported.",
  caption: "Settings of the archive",
  setting: "Setting",
  value: "In the archive",
  empty: "(empty)",
  notTaken: "Not imported",
} as const;

/** What an import drops, changes and keeps. */
export const FINDINGS = {
  label: "Findings",
  dropped: "Dropped",
  changed: "Changed",
  kept: "Kept as it is here",
  where: "Where",
  what: "What",
  all: "All",
  nothing: "Nothing is changed or dropped.",
  none: "Nothing here.",
  first: (count: string) => `The first ${count} are listed.`,
  once: "once",
  times: (count: string) => `${count} times`,
} as const;

/** Pictures that couldn't be fetched. */
export const MISSING = {
  title: "Missing pictures",
  lead: "These pictures couldn't be fetched. Their articles show a link in their place. Try again while the old blog is still online.",
  fetch: "Fetch missing pictures again",
  fetching: "Fetching pictures",
  failed: (message: string) => `Failed to fetch pictures: ${message}`,
  picture: "Picture",
  post: "Post",
  why: "Why",
  featured: "Featured image",
  untried: "Not tried yet",
} as const;
