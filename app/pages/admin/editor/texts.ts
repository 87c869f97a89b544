/*
 * The visible texts of the editor, so that they can be read in one go. Those that the specification gives (labels, buttons, messages) are
 * where they are used.
 */

import type { Autosave } from "./session/reduce-session.ts";

/** Title, description and text. */
export const PAPER = {
  title: "Title",
  description: "One or two sentences that make people read on",
  descriptionHint: "Shown under the title and on cards. If empty, the excerpt is used.",
  text: "Write, or press / for pictures, quotes and more",
  required: "required",
  insert: "Insert a picture, quote or more",
  descriptionLabel: "Description",
} as const;

/** An own page instead of a post. */
export const PAGE = {
  create: "Create Page",
  edit: "Edit Page",
  back: "Back to Pages",
  update: "Update Page",
  view: "View page",
  slugHint: "The address, such as imprint for /imprint",
} as const;

/** The line below the text. */
export const TOOLS = {
  views: "Write the content as",
  find: "Find and replace",
  focus: "Focus mode",
  focusHint: "Focus mode: just the text",
  leaveFocus: "Leave focus mode",
  toolbar: "Toolbar",
  toolbarHint: "Keep the toolbar in view (Alt+F10)",
  quotes: "Smart punctuation",
  quotesHint: "Smart punctuation: curly quotes and dashes while you type",
  findHint: (find: string) => `${find} (Ctrl+H)`,
} as const;

/** Headings and word count. */
export const WRITING = {
  noHeadings: "Headings appear here as you write.",
  emptyHeading: "Empty heading",
  goal: "Word goal",
  noGoal: "No goal",
  words: (count: string) => `${count} words`,
  wordsOf: (count: string, goal: string) => `${count} of ${goal} words`,
  contents: "Contents",
  statistics: "Statistics",
  wordCount: "Word count",
  characterCount: "Character count",
  readingTime: "Reading time",
  minutes: (count: number) => `${count} min`,
  goalReached: "Goal reached.",
  threeQuarters: "Three quarters done.",
  halfway: "Halfway there.",
  quarter: "A quarter done.",
  towardGoal: "Toward the word goal",
} as const;

/** Posts that were never saved, and copies of this browser. */
export const UNSAVED = {
  count: (count: number) => (count === 1 ? "1 unfinished post" : `${count} unfinished posts`),
  one: "You have an unsaved post:",
  many: "You have unsaved posts:",
  more: (count: number) => `And ${count} more once these are done.`,
  copy: (time: string) => `This browser has an unsaved copy of your work from ${time}.`,
} as const;

/** Fetching from another site. */
export const FETCH = {
  unanswered: "the server can't be reached",
} as const;

/** Changes of someone else to the same post. */
export const CONFLICT = {
  nothing: "Nothing",
  yes: "Yes",
  no: "No",
  none: "None",
  mine: "Mine",
  theirs: "Theirs",
  changesSaved: (time: string) => `Changes of the post were saved at ${time}, after you opened it.`,
  postSaved: (time: string) => `The post was saved at ${time}, after you opened it.`,
  isChanging: "Someone else is changing this post",
  hasSaved: "Someone else has saved this post",
  keepEditing: "Keep editing",
  saving: "Saving...",
  save: "Save this version",
  choose: (happened: string) => `${happened} Your changes aren't lost. Choose what to keep.`,
  takeMine: "Take all of mine",
  takeTheirs: "Take all of theirs",
  same: "Both versions are the same.",
  changedBy: { me: "Changed by you", them: "Changed by someone else", both: "Changed by both" },
} as const;

/** The content as rich text, Markdown or HTML. */
export const VIEW = {
  readsDifferently: "Some text would read differently",
  switchTo: (view: string) => `Switch to ${view}?`,
  stay: "Stay",
  loseThis: "Switch and lose this",
  convertTo: (format: string) => `Convert to ${format}`,
  go: "Switch",
  cannotKeep: (view: string) => `${view} can't keep:`,
  shownAsHtml: "This post is shown as HTML, because rich text can't keep:",
  openAsRich: "Open as rich text",
  content: "Content",
  asMarkdown: "Content as Markdown",
  asHtml: "Content as HTML",
  comment: "HTML comment",
  within: (inner: string, outer: string) => `<${inner}> within <${outer}>`,
  attributeOn: (attribute: string, element: string) => `${attribute} on <${element}>`,
  rich: "Rich text",
  markdown: "Markdown",
  willConvert: (from: string, to: string, isLossless: boolean) =>
    `This post is written in ${from}. From now on it will be saved as ${to}.${isLossless ? " Nothing is lost." : ""}`,
} as const;

/** The notices above the post. */
export const NOTICES = {
  warnings: "Warnings",
  canSave: "You can still save the post:",
  notCopied: "Copy the link from the address below",
  published: "Published",
  isLive: "Published. It is live at {address}",
  view: "View article",
  copy: "Copy link",
  share: "Share",
  changesFrom: (time: string, by: string | null) => `These are changes from ${time}${by ? ` by ${by}` : ""}. `,
  until: (time: string) => `until ${time}`,
  untilUpdate: "until you update it",
  unpublished: "Unpublished changes",
  readersSee: (until: string) => `Readers see the post as it was before them, ${until}.`,
  savedAlongside: (until: string) => `They are saved alongside the post, ${until}.`,
  discard: "Discard changes",
  unsaved: "Unsaved copy",
  restoreCopy: "Restore it",
  discardCopy: "Discard it",
  discardTitle: "Discard these changes?",
  discardText: "The post stays as it was saved. Everything changed since then is permanently deleted.",
  notSaved: "The post has not been saved:",
  notYet: {
    published: "Not published yet:",
    draft: "Not in your drafts yet:",
    archived: "Not archived yet:",
    update: "Not updated yet:",
  },
  trashed: "In the trash",
  restorePost: "Restore post",
} as const;

/** The screen itself. */
export const SCREEN = {
  create: "Create Post",
  edit: "Edit Post",
  post: "Post",
  page: "Page",
  loading: "Loading...",
  mayBeDeleted: "It may have been deleted. Deleted posts can be restored from the trash for 30 days.",
  openTrash: "Open the trash",
  noLongerUnfinished: "It has been saved as a post or discarded since then.",
  unreachable: "The server could not be reached.",
  notUploaded: (isPicture: boolean) => (isPicture ? "Picture not uploaded" : "File not uploaded"),
} as const;

/** The preview. */
export const PREVIEW = {
  untitled: "Untitled",
  desktop: "Desktop",
  phone: "Phone",
  width: "Width of the preview",
  failed: "The preview could not be made. Please try again.",
  loading: "Loading...",
  title: "Preview of the article",
} as const;

/** The bar with the state and the buttons for saving. */
export const SAVE_BAR = {
  edit: "Edit",
  preview: "Preview",
  saving: "Saving...",
  uploading: (count: number) => (count === 1 ? "A file is being uploaded" : `${count} files are being uploaded`),
  unsaved: "Unsaved changes",
  signIn: "Sign in",
  savedAt: (time: string) => `Saved at ${time}`,
  changesSavedAt: (time: string) => `Unpublished changes, saved at ${time}`,
  allSaved: "All changes saved",
  shortcut: (key: string) => `Ctrl+${key}`,
  publishing: "Publishing...",
  view: "View",
  statuses: { new: "New", draft: "Draft", published: "Published", archived: "Archived" },
} as const;

/** New posts that were never saved. */
export const UNFINISHED = {
  continueWith: (name: string) => `Continue ${name}`,
  continue: "Continue",
  discardNamed: (name: string) => `Discard ${name}`,
  discard: "Discard",
  discardFailed: (message: string) => `Failed to discard it: ${message}`,
  label: "Unfinished posts",
  discardText: (name: string) => `“${name}” was never saved as a draft. It can't be recovered.`,
  discardTitle: "Discard unfinished post",
  title: (count: number) => `Unfinished ${count}`,
  line: (name: string, time: string) => `${name} · not yet saved as a draft · ${time}`,
} as const;

/** Why changes can't be stored on the server. They are stored in this browser anyway. */
export const HELD_UP: Partial<Record<Autosave["state"], string>> = {
  offline: "Offline: saved in this browser",
  "signed out": "Signed out: saved in this browser",
  "no access": "No access: saved in this browser",
  overtaken: "Changed elsewhere: saved in this browser",
  trashed: "In the trash: saved in this browser",
  refused: "Can't be saved on the server: saved in this browser",
  failing: "Server error: saved in this browser",
};
