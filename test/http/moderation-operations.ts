import { buildUser } from "../builders.ts";
import { type Callers, newComment } from "./operation-inputs.ts";
import type { Row } from "./operation-row.ts";

/** A decision about a comment that can be undone. */
async function newDecision({ db, admin }: Pick<Callers, "db" | "admin">) {
  const { id } = await newComment({ db });
  const { body } = await admin.post<{ decision: string }>("/api/admin/comments/bulk", { ids: [id], action: "approve" });
  return { id: body.decision };
}

async function newBan({ db, admin }: Pick<Callers, "db" | "admin">) {
  const body = { user_id: (await buildUser(db)).id, lasts: "day" };
  return { id: (await admin.post<{ ban: { id: string } }>("/api/admin/comment-bans", body)).body.ban.id };
}

export const MODERATION_OPERATIONS: Record<string, Row> = {
  listAdminComments: { at: "get /api/admin/comments", who: "moderators" },
  updateComment: {
    at: "patch /api/admin/comments/{id}",
    who: "moderators",
    leaves: ["comment updated"],
    call: async (f) => ({ ...(await newComment(f)), body: { status: "approved" } }),
  },
  deleteComment: { at: "delete /api/admin/comments/{id}", who: "moderators", leaves: ["comment trashed"], call: newComment },
  undoCommentDecision: {
    at: "post /api/admin/comments/decisions/{id}/undo",
    who: "moderators",
    leaves: ["comment updated"],
    call: newDecision,
  },
  bulkUpdateComments: {
    at: "post /api/admin/comments/bulk",
    who: "moderators",
    leaves: ["comment updated", "comment updated"],
    call: async (f) => ({ body: { ids: [(await newComment(f)).id, (await newComment(f)).id], action: "approve" } }),
  },
  createReply: {
    at: "post /api/admin/comments/{id}/replies",
    who: "moderators",
    leaves: ["comment updated", "comment created"],
    call: async (f) => ({ ...(await newComment(f)), body: { content: `Thank you, ${crypto.randomUUID()}` } }),
  },
  listCommentBans: { at: "get /api/admin/comment-bans", who: "siteModerators" },
  createCommentBan: {
    at: "post /api/admin/comment-bans",
    who: "siteModerators",
    leaves: ["user banned from commenting"],
    call: async ({ db }) => ({ body: { user_id: (await buildUser(db)).id, lasts: "forever", reason: "Advertising" } }),
  },
  deleteCommentBan: {
    at: "delete /api/admin/comment-bans/{id}",
    who: "siteModerators",
    leaves: ["user ban lifted"],
    call: newBan,
  },
};
