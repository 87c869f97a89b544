/*
 * The visible texts of the media library that the specification doesn't give.
 */

/** The screen and its filters. */
export const LIBRARY = {
  title: "Media",
  lead: "The pictures and files of your articles. Drop, paste or choose files to upload them.",
  upload: "Upload",
  search: "Search files",
  show: "Show",
  order: "Order",
  files: "Files",
  file: "File",
  loading: "Loading...",
  choose: (name: string) => `Choose ${name}`,
  newest: "Newest first",
  oldest: "Oldest first",
  aToZ: "Name, A to Z",
  zToA: "Name, Z to A",
  largest: "Largest first",
  smallest: "Smallest first",
  all: "All",
  unused: "Unused",
  undescribed: "Without alternative text",
  trash: "Trash",
  none: "No files found",
  noneHint: "Drop files anywhere on this screen, paste them, or choose them.",
  allUsed: "Every file is used",
  allDescribed: "Every file is described",
  trashEmpty: "The trash is empty",
  notFoundHint: "Try another search, or show all files.",
  showAll: "Show all files",
} as const;

/** The trash of the library. */
export const TRASH = {
  since: "In the trash since {time}. It is deleted after 30 days. Until then, its URL doesn't work.",
  stay: "Deleted items stay here for 30 days.",
  restore: "Restore",
  remove: "Delete permanently",
  empty: "Empty trash",
} as const;

/** One file. */
export const FILE = {
  copy: "Copy address",
  copied: "Copied!",
  download: "Download original",
  notCopied: "The address could not be copied",
  size: "Size",
  kind: "Kind",
  uploaded: "Uploaded",
  name: "Name",
  altHint: "Describe the image for people who can't see it. Used as the default from now on.",
  uses: "Where it is used",
  unused: "Not used anywhere",
  usedIn: (what: string) => `Used in ${what}`,
  more: (count: number) => `and ${count} more`,
  places: (count: number) => `${count} places`,
  save: "Save",
  saving: "Saving...",
  saved: "File saved",
  saveFailed: (message: string) => `Failed to save file: ${message}`,
  remove: "Delete",
  notDeleted: "The file could not be deleted.",
} as const;

/** The focal point of a picture. */
export const FOCUS = {
  title: "Focal point",
  label: (left: number, top: number) => `Focal point: ${left}% from the left, ${top}% from the top. The arrow keys move it.`,
  hint: "Stays visible where the picture is cropped: on cards, above articles, in social images.",
  left: "From the left",
  top: "From the top",
  middle: "Middle",
} as const;

/** The uploads that are going on. */
export const UPLOADS = {
  title: "Uploads",
  drop: "Drop files to upload them",
  waiting: "Waiting...",
  preparing: "Preparing...",
  one: "File uploaded",
  many: (count: number) => `${count} files uploaded`,
  retry: (name: string) => `Try Again: ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
} as const;

/** What is done with files, and what is said of it. */
export const ACTIONS = {
  inTrash: "In the trash",
  posts: (count: number) => `${count} posts`,
  files: (count: number) => `${count} files`,
  stayed: (count: number, are: string, s: string) => `${count} ${are} in use and stay${s}`,
  noneDeleted: (why: string) => `Nothing deleted: ${why}`,
  nothingLeft: "Nothing was left to delete",
  trashed: (files: string, stayed: string) => `${files} deleted${stayed}`,
  restored: (files: string) => `${files} restored`,
  deleted: (files: string) => `${files} permanently deleted`,
  question: (count: number) =>
    `Are you sure you want to delete ${count === 1 ? "this file" : `these ${count} files`}? This action cannot be undone.`,
  failed: (verb: string, message: string) => `Failed to ${verb} file: ${message}`,
  undo: "Undo",
  done: "File deleted",
  titleOne: "Delete file",
  titleMany: "Delete files",
} as const;
