/*
 * The visible texts of the editor, so that they can be read in one go. Those that the specification gives (labels, buttons, messages) are
 * where they are used.
 */

/** Title, description and text. */
export const PAPER = {
  title: "Title",
  description: "One or two sentences that make people read on",
  descriptionHint: "Shown under the title and on cards. If empty, the excerpt is used.",
  text: "Write, or press / for pictures, quotes and more",
  required: "required",
  insert: "Insert a picture, quote or more",
} as const;

/** The panel next to the text. */
export const PANEL = {
  label: "Panel",
  fold: "Hide panel",
  unfold: "Show panel",
  post: "Post",
  check: "Check",
  review: "Review",
  reviewLater: "Save the post to share a preview, collect notes and see its history.",
} as const;

/** The settings of the post. */
export const POST = {
  newCategory: "+ New category…",
  firstPicture: "The first picture in the text",
  useFirstPicture: "Use the first picture in the text",
  slugHint: "Last part of the URL",
  willBeAt: (address: string) => `Will be published at ${address}`,
  liveAt: "Live at",
  excerptHint: "A few sentences for feeds and search",
  keepDateHint: "Otherwise saving sets the date to now.",
  featuredHint: "Shown on the home page",
  commentsHint: "Saved at once. Existing comments stay.",
  commentsOff: "Comments are turned off for the whole site in Settings.",
  listedHint:
    "Turn it off for pages such as an imprint: the article keeps its address and is left out of lists, searches, feeds and Home.",
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

/** Captions of a video. */
export const CAPTIONS = {
  add: "Add captions",
  remove: "Remove captions",
  language: "Captions in",
  noLanguage: "No language",
} as const;

/** The words of a recording, in a toggle below it. */
export const TRANSCRIPT = { add: "Add transcript", title: "Transcript" } as const;

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
} as const;

/** Publishing and updating at a chosen time. */
export const SCHEDULE = {
  zone: (timezone: string) => `Site time zone: ${timezone}`,
  cancel: "Cancel",
  nothing: "Make a change to schedule an update.",
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
} as const;

/** Headings and word count. */
export const WRITING = {
  noHeadings: "Headings appear here as you write.",
  emptyHeading: "Empty heading",
  goal: "Word goal",
  noGoal: "No goal",
  words: (count: string) => `${count} words`,
  wordsOf: (count: string, goal: string) => `${count} of ${goal} words`,
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
  revoked: "Link revoked",
  created: "Preview link created",
} as const;

/** Posts that were never saved, and copies of this browser. */
export const UNSAVED = {
  count: (count: number) => (count === 1 ? "1 unfinished post" : `${count} unfinished posts`),
  one: "You have an unsaved post:",
  many: "You have unsaved posts:",
  more: (count: number) => `And ${count} more once these are done.`,
  copy: (time: string) => `This browser has an unsaved copy of your work from ${time}.`,
} as const;
