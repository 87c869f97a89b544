import { newComment } from "./operation-inputs.ts";
import type { Row } from "./operation-row.ts";

/** What visitors and readers do with the comments on an article, and the filter of comments. */
export const COMMENT_OPERATIONS: Record<string, Row> = {
  listComments: { at: "get /api/posts/{slug}/comments", who: "everyone", call: ({ post }) => ({ path: { slug: post.slug } }) },
  listOwnComments: {
    at: "get /api/posts/{slug}/comments/own",
    who: "users",
    call: ({ post }) => ({ path: { slug: post.slug } }),
  },
  createComment: { at: "post /api/posts/{slug}/comments", who: "users", call: ({ post }) => ({ path: { slug: post.slug } }) },
  updateOwnComment: { at: "patch /api/comments/{id}", who: "users", call: (f) => newComment(f, { author_id: f.user.id }) },
  deleteOwnComment: { at: "delete /api/comments/{id}", who: "users", call: (f) => newComment(f, { author_id: f.user.id }) },
  reportComment: { at: "post /api/comments/{id}/report", who: "users", call: (f) => newComment(f, { status: "approved" }) },
  updateThreadFollowing: {
    at: "put /api/posts/{slug}/comments/following",
    who: "users",
    call: ({ post }) => ({ path: { slug: post.slug } }),
  },
  listFollowedThreads: { at: "get /api/account/followed-threads", who: "users" },
  readCommentFilter: { at: "get /api/admin/comments/filter", who: "moderators" },
  readCommentFilterEffect: { at: "get /api/admin/comments/filter/effect", who: "admins" },
  createFilterLook: {
    at: "post /api/admin/comments/filter/looks",
    who: "moderators",
    leaves: ["comment filter looked again"],
    call: async ({ db }) => {
      await db.updateTable("comment_filter").set({ ended_at: new Date() }).execute();
      return { body: { view: "pending" } };
    },
  },
  deleteFilterLessons: { at: "delete /api/admin/comments/filter", who: "admins", leaves: ["comment filter reset"] },
};
