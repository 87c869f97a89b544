/*
 * The visible texts of the tags that the specification doesn't give.
 */

/** The screen and its list. */
export const TAGS = {
  title: "Tags",
  search: "Search tags",
  name: "Name",
  posts: "Posts",
  published: "Published",
  created: "Created",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  none: "No tags found",
  noneHint: "Tags are created when you add them to a post.",
  notFoundHint: "Try another search, or show all.",
  showAll: "Show all tags",
  cancel: "Cancel",
  updated: "Tag updated",
  updateFailed: (message: string) => `Failed to update tag: ${message}`,
} as const;

/** Another name for a tag. */
export const RENAME = {
  action: "Rename",
  title: (name: string) => `Rename ${name}`,
  saving: "Saving...",
} as const;

/** Two tags that become one. */
export const MERGE = {
  action: "Merge into another",
  title: (name: string) => `Merge ${name}`,
  lead: "Its posts get the tag you choose instead. This tag is deleted, which can't be undone.",
  into: (name: string) => `Merge ${name} into`,
  posts: (count: number) => `${count} posts`,
  start: (name: string) => `Merge into ${name}`,
  startAny: "Merge",
} as const;

/** The end of a tag. */
export const DELETE = {
  action: "Delete",
  title: "Delete tag",
  text: "Are you sure you want to delete this tag? This action cannot be undone.",
  done: "Tag deleted",
  failed: (message: string) => `Failed to delete tag: ${message}`,
} as const;
