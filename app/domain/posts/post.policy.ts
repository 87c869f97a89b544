import { editors, everyone, only, publishers, refusing, scoped, writers } from "../policy.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import type { PostStatus } from "./post-rules.ts";

/** `planned` and `handed_in`: anything but null if it is. */
type Standing = { status: PostStatus; planned: unknown; handed_in?: unknown };

/** And everything else that changes what readers see. */
const publish = scoped(publishers, "posts:publish");

/** Of posts, writers reach their own, and editors all (`reachOf`). Who can't publish changes only drafts that nobody has planned and that aren't handed in. */
const change = only(
  writers,
  (person, { status, planned, handed_in = null }: Standing) =>
    publish.admits(person) || (status === "draft" && planned === null && handed_in === null),
);

/** Readers see nothing of a staged edit, so a token needn't publish; but a plan would publish it. */
const stage = only(
  writers,
  (person, standing: Standing) => change.allows(person, standing) || (publishers.admits(person) && standing.planned === null),
);

export const postPolicy = {
  read: everyone,
  readAny: writers,
  /** also pages, the authors of posts, and which ones are featured */
  editAny: editors,
  create: refusing(writers, POST_MESSAGES.adminRequired),
  update: change,
  stage,
  delete: change,
  restore: change,
  publish,
  /** for users who can't publish */
  handIn: writers,
  sendBack: editors,
  /** shows what a text would look like; stores nothing */
  render: writers,
  /** unfinished posts */
  write: only(writers, (person, unfinished: { author_id: string | null }) => unfinished.author_id === person.id),
  orderFeatured: editors,
};
