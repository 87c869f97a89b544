export const GRANTS = ["contributor", "author", "editor", "moderator"] as const;

/** What a user may do in the back office without being an admin. Grants add up. */
export type Grant = (typeof GRANTS)[number];

export const GRANT_MEANINGS: Record<Grant, string> = {
  contributor: "Writes drafts of their own, and hands them in to be published",
  author: "Writes and publishes posts of their own, and moderates the comments on them",
  editor: "Edits and publishes everybody’s posts and pages, and manages categories, tags and redirects",
  moderator: "Moderates comments",
};
