import type { BulkAction, CommentStatus, SpamReason } from "../../../domain/comments/comment-rules.ts";
import type { BadgeTone } from "../frame/badge.tsx";
import { inTrash } from "../trash/trash-texts.ts";

export const STATUS: Record<CommentStatus, { label: string; tone: BadgeTone; verb: string }> = {
  pending: { label: "Pending", tone: "amber", verb: "Mark as Pending" },
  approved: { label: "Approved", tone: "green", verb: "Approve" },
  rejected: { label: "Rejected", tone: "grey", verb: "Reject" },
};

export const SPAM_REASON: Record<SpamReason, string> = {
  too_many_links: "too many links",
  hidden_field: "filled in a hidden field",
  too_fast: "sent faster than anybody types",
  marked_by_admin: "marked by an admin",
};

export const BULK: Record<BulkAction, string> = {
  approve: "Approve",
  pending: "Mark as Pending",
  reject: "Reject",
  spam: "Mark as Spam",
  delete: "Delete",
};

const figures = new Intl.NumberFormat("en-US");

/** "1 comment", "1,203 comments". */
export const commentCount = (count: number): string => `${figures.format(count)} ${count === 1 ? "comment" : "comments"}`;

/** What is asked before comments are deleted (the specification's question, section 8). */
export const deleteQuestion = (count: number): string =>
  `Are you sure you want to delete ${count === 1 ? "this comment" : `these ${commentCount(count)}`}? ${inTrash(count)}`;
