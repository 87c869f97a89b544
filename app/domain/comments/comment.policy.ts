import { everyone, moderators, only, users } from "../policy.ts";
import type { CommentStatus } from "./comment-rules.ts";

/** `author_id` is null if the account was deleted. */
type Subject = { author_id: string | null; status: CommentStatus };

const isOwn = (person: { id: string }, { author_id }: Pick<Subject, "author_id">) => author_id === person.id;

export const commentPolicy = {
  read: everyone,
  readOwn: users,
  create: users,
  /** comments on posts within reach are published without approval */
  skipApproval: moderators,
  reply: only(users, (_, comment: Pick<Subject, "status">) => comment.status === "approved"),
  /** also limited in time, by `EDIT_MS` */
  edit: only(
    users,
    (person, comment: Subject) => isOwn(person, comment) && (comment.status === "pending" || comment.status === "approved"),
  ),
  deleteOwn: only(users, isOwn),
  report: only(users, (person, comment: Subject) => !isOwn(person, comment) && comment.status === "approved"),
  unsubscribe: everyone,
  /** these cover comments on the posts within reach */
  readAny: moderators,
  moderate: moderators,
  answer: moderators,
  delete: moderators,
  restore: moderators,
};
