/*
 * The visible texts of the trash that the specification doesn't give.
 */

/** The screen and its list. */
export const TRASH = {
  title: "Trash",
  search: "Search trash",
  all: "All",
  stay: (days: number) => `Deleted items stay here for ${days} days.`,
  onPost: (post: string) => `on ${post}`,
  picturesIn: "Deleted pictures are in the",
  library: "media library",
  empty: "The trash is empty",
  notFound: "Nothing found",
  notFoundHint: "Try another search, or show all.",
  showAll: "Show all",
  item: "Item",
  kind: "Kind",
  deleted: "Deleted",
  daysLeft: "Days left",
  actions: "Actions",
  postFirst: "Its post is in the trash, too: restore that first.",
} as const;

/** What can be in the trash. */
export const KIND = {
  posts: "Posts",
  post: "Post",
  comments: "Comments",
  comment: "Comment",
  categories: "Categories",
  category: "Category",
} as const;

/** What is deleted permanently. */
export const DELETE = {
  label: (name: string) => `Delete ${name} permanently`,
  action: "Delete",
  done: (what: string) => `${what} deleted`,
  failed: (message: string) => `Failed to delete: ${message}`,
  title: (kind: string) => `Delete ${kind}`,
  question: (kind: string, final: string) => `Are you sure you want to delete this ${kind}? ${final}`,
  emptyTitle: "Empty trash",
  emptyQuestion: (count: number, what: string, final: string) =>
    `Are you sure you want to delete ${count === 1 ? "" : "all "}${what} in the trash? ${final}`,
  emptied: "Trash emptied",
  emptyFailed: (message: string) => `Failed to empty the trash: ${message}`,
} as const;

/** What is restored. */
export const RESTORE = {
  label: (name: string) => `Restore ${name}`,
  action: "Restore",
  undo: "Undo",
  done: (what: string) => `${what} restored`,
  nothing: "Nothing was left to restore",
  it: "It",
  they: "They",
  canBe: (what: string, days: number) => `${what} can be restored from the trash for ${days} days.`,
  moreMoved: (count: number) => `, and ${count} more have another one`,
  moved: (title: string, slug: string, more: string) => `The address was taken: “${title}” is at ${slug} now${more}.`,
  along: (posts: string) => `${posts} when it was deleted`,
  with: (what: string) => `with ${what}`,
  replies: (count: number) => (count === 1 ? "1 reply" : `${count} replies`),
  days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
  moment: "A moment",
  failed: (message: string) => `Failed to restore: ${message}`,
  unanswered: "The server could not be reached. Nothing is lost. Please try again.",
} as const;
