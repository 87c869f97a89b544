import { admins, everyone, moderators, only, siteModerators, users } from "../policy.ts";
import type { CommentStatus } from "./comment-rules.ts";

/** Both are null if the account was deleted, and for comments of earlier blogs. */
type Owned = { author_id: string | null; guest_id?: string | null };
type Subject = Owned & { status: CommentStatus };

type Banned = { id: string; role: string; grants: readonly unknown[] };

const isOwn = (person: { id: string }, { author_id }: Owned) => author_id === person.id;
const isOfGuest = (guest: { id: string }, { guest_id }: Owned) => guest_id === guest.id;

const canChange = ({ status }: Pick<Subject, "status">) => status === "pending" || status === "approved";

export const commentPolicy = {
  read: everyone,
  readOwn: users,
  create: users,
  /** comments on posts within reach are published without approval */
  skipApproval: moderators,
  reply: only(users, (_, comment: Pick<Subject, "status">) => comment.status === "approved"),
  /** also limited in time, by `EDIT_MS` */
  edit: only(users, (person, comment: Subject) => isOwn(person, comment) && canChange(comment)),
  deleteOwn: only(users, isOwn),
  report: only(users, (person, comment: Subject) => !isOwn(person, comment) && comment.status === "approved"),
  /** by mail */
  follow: users,
  unsubscribe: everyone,
  /** write and change comments without an account: what is needed is a mailed link, or the cookie of a browser that has confirmed one */
  beGuest: everyone,
  /** these cover comments on the posts within reach */
  readAny: moderators,
  moderate: moderators,
  answer: moderators,
  delete: moderators,
  restore: moderators,
  /** its lessons, and having it look at comments again */
  lookAgain: moderators,
  setUpFilter: admins,
  /** from commenting, and to lift a ban */
  ban: only(
    siteModerators,
    (person, subject: Banned) =>
      subject.id !== person.id && (person.role === "admin" || (subject.role !== "admin" && subject.grants.length === 0)),
  ),
};

/** What guests may do with their own comments: the same as users. Policies know no guests, because nothing else is open to them. */
export const guestMay = {
  edit: (guest: { id: string }, comment: Subject) => isOfGuest(guest, comment) && canChange(comment),
  deleteOwn: isOfGuest,
};
