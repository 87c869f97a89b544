/*
 * The visible texts of the list of posts that the specification doesn't give.
 */

/** The order of featured stories. */
export const FEATURED = {
  homeLarge: "Home, large",
  othersFollow: (count: number) => `The other ${count} featured posts follow, newest first.`,
  newestFollow: (count: number) => `Home shows ${count} stories: after these come the newest of the others.`,
  laterFollow: "Posts that you feature later come after these, newest first.",
  orderSaved: "Order saved",
  saveFailed: (message: string) => `Failed to save the order: ${message}`,
  lead: "Home shows the first four, the first one large.",
  conflict: "Someone else has changed what is featured or its order. This is still your order; save it again to replace theirs.",
  newestFirst: "Newest first",
  cancel: "Cancel",
  saving: "Saving...",
  save: "Save",
  open: "Featured order",
  title: "Order of featured stories",
  none: "No published post is featured yet. Turn on Featured in a post's settings to list it here.",
} as const;

/** The orders of the list. */
export const ORDER = {
  oldestFirst: "Oldest first",
  recentlyUpdated: "Recently updated",
  recentlyPublished: "Recently published",
  titleAToZ: "Title, A to Z",
  titleZToA: "Title, Z to A",
  mostViews: "Most views",
  fewestViews: "Fewest views",
  mostLikes: "Most likes",
  fewestLikes: "Fewest likes",
  mostComments: "Most comments",
  fewestComments: "Fewest comments",
} as const;

/** The screen, its filters and its search. */
export const LIST = {
  offsitePictures: "Pictures on other sites",
  allPosts: "All posts",
  all: "All",
  published: "Published",
  drafts: "Drafts",
  archived: "Archived",
  searchPosts: "Search posts",
  searchHint: "Search title or slug...",
  status: "Status",
  category: "Category",
  pictures: "Pictures",
  order: "Order",
  noneFoundHint: "Try another search, or show all posts.",
  showAllPosts: "Show all posts",
  noneHint: "Write the first one.",
  posts: "Posts",
} as const;

/** What is done with posts, and what is asked before. */
export const BULK = {
  question: (verb: string, count: number) =>
    `Are you sure you want to ${verb} ${count === 1 ? "this post" : `these ${count} posts`}?`,
  deleteTitle: (posts: string) => `Delete ${posts}`,
  publishTitle: (posts: string) => `Publish ${posts}`,
  publishQuestion: (question: string) =>
    `${question} They get the current date. Posts that are already published stay as they are.`,
  archiveTitle: (posts: string) => `Archive ${posts}`,
  withdrawQuestion: (question: string) => `${question} Readers can no longer open them.`,
  withdrawTitle: (count: number) => (count === 1 ? "Turn into a draft" : "Turn into drafts"),
  unchanged: (count: number) => `, ${count} unchanged`,
  turnedIntoDrafts: "turned into drafts",
  postDeleted: "Post deleted",
  failed: (verb: string, message: string) => `Failed to ${verb} post: ${message}`,
  deleteFailed: (message: string) => `Failed to delete post: ${message}`,
  archive: "Archive",
  turnIntoDraft: "Turn into draft",
  delete: "Delete",
} as const;

/** The table and one post in it. */
export const ROW = {
  draft: "Draft",
  scheduled: "Scheduled",
  updateScheduled: "Update scheduled",
  noAuthor: "No author",
  featured: "Featured",
  scheduleFailed: "Schedule failed",
  publishes: "Publishes on",
  updated: "Updated on",
  unpublishedChanges: "Unpublished changes",
  notPublished: "Not published",
  edit: "Edit",
  history: "History",
  viewArticle: "View article",
  editPost: (title: string) => `Edit ${title}`,
  actionsFor: (title: string) => `Actions for ${title}`,
  title: "Title",
  created: "Created",
  views: "Views",
  likes: "Likes",
  comments: "Comments",
  actions: "Actions",
} as const;
