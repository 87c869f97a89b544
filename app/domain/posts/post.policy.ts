import { editors, everyone, only, publishers, refusing, writers } from "../policy.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import type { PostStatus } from "./post-rules.ts";

/** `planned`: anything but null if there is a plan. */
type Standing = { status: PostStatus; planned: unknown };

/** Of posts, writers reach their own, and editors all (`reachOf`). Who can't publish changes only drafts that nobody has planned. */
const change = only(
  writers,
  (person, { status, planned }: Standing) => publishers.admits(person) || (status === "draft" && planned === null),
);

export const postPolicy = {
  read: everyone,
  readAny: writers,
  /** also pages, the authors of posts, and which ones are featured */
  editAny: editors,
  create: refusing(writers, POST_MESSAGES.adminRequired),
  update: change,
  delete: change,
  restore: change,
  publish: publishers,
  /** shows what a text would look like; stores nothing */
  render: writers,
  /** unfinished posts */
  write: only(writers, (person, unfinished: { author_id: string | null }) => unfinished.author_id === person.id),
  orderFeatured: editors,
};
