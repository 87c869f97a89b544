/*
 * The visible texts of the history of a post that the specification doesn't give.
 */

/** The screen and the list of versions. */
export const HISTORY = {
  title: "History",
  back: "Back to the post",
  versions: "Versions",
  public: "Public",
  none: "No earlier versions yet",
  noneHint: "Earlier versions appear here after the first change.",
} as const;

/** What created a version. */
export const KIND = {
  earlier: "Before the first change",
  created: "Created",
  saved: "Saved",
  autosaved: "Saved while writing",
  published: "Published",
  planned: "Published as planned",
  unpublished: "Back to draft",
  archived: "Archived",
  restored: "Restored",
} as const;

/** One version. */
export const VERSION = {
  label: "Chosen version",
  all: "All versions",
  formerUser: "A former user",
  words: (added: string, removed: string) => `${added} added, ${removed} removed`,
  same: "The text is the same.",
  unchanged: (count: number) => (count === 1 ? "1 unchanged passage" : `${count} unchanged passages`),
  compare: "Compare",
  withPrevious: "Compare with previous",
  withCurrent: "Compare with current",
  now: "The post now",
  nothing: "Nothing",
  before: "Before",
  after: "After",
} as const;

/** The name of a version. */
export const NAME = {
  title: "Name this version",
  rename: "Rename",
  name: "Name",
  hint: "Named versions are kept forever. Others are kept while they are among the newest 200.",
  save: "Save name",
  saving: "Saving...",
  cancel: "Cancel",
  named: "Version named",
  removed: "Name removed",
  failed: (message: string) => `Failed to name the version: ${message}`,
} as const;

/** Going back to a version. */
export const RESTORE = {
  title: (time: string) => `Restore the version of ${time}?`,
  start: "Restore",
  restoring: "Restoring...",
  done: "Version restored",
  draft: "The draft returns to this version. The current text stays in the history.",
  published: "This version opens in the editor as unpublished changes. Readers don't see it until you update the post.",
  slugStays: "The slug wasn't changed, because another post uses the old one.",
  categoryStays: "The category wasn't changed, because the old one was deleted.",
  imageStays: "The featured image wasn't changed, because the old one was deleted.",
  failed: (message: string) => `Failed to restore the version: ${message}`,
} as const;
