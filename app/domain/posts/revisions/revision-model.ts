import type { ComparedBlock } from "../../content/diff/model.ts";
import type { PostFields } from "../post.ts";
import type { PostStatus } from "../post-rules.ts";

/** What brought a revision about; `earlier` is what a post said before its first recorded change. */
export const REVISION_KINDS = [
  "earlier",
  "created",
  "updated",
  "autosaved",
  "published",
  "scheduled",
  "unpublished",
  "archived",
  "restored",
] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** What is edited within this time by one person is one revision, in ms. */
export const REVISION_STRETCH_MS = 10 * 60_000;
/** So many unnamed revisions of a post are kept, the newest; named ones are kept for ever. */
export const REVISIONS_KEPT = 200;
export const REVISION_NAME_MAX = 100;
/** A page of the list; pages beyond the last thinkable are refused. */
export const REVISIONS_PAGE_SIZE = 50;
export const REVISIONS_PAGE_MAX = 10_000;

/** What a revision keeps of a post: what an author fills in, with the category's name. */
export type Snapshot = Omit<PostFields, "category_id"> & { category: { id: string; name: string } | null };

/** A revision as the list shows it. `created_at` in ISO 8601, UTC. */
export type Revision = {
  id: string;
  kind: RevisionKind;
  name: string | null;
  created_at: string;
  /** null: an account that is no longer there, or nobody in particular */
  author: { id: string; full_name: string | null; email: string } | null;
  title: string;
  status: PostStatus;
  was_public: boolean;
  words_added: number;
  words_removed: number;
};

/** A page of a post's revisions, the newest first. `post`: what they belong to, with the version that restoring names. */
export type RevisionPage = {
  post: { id: string; title: string; status: PostStatus; version: number };
  items: Revision[];
  total: number;
  page: number;
  pages: number;
  limit: number;
};

/** A field that says something else on either side; texts as people read them, empty for nothing. */
export type FieldDifference = { field: keyof Snapshot; before: string; after: string };

/** What a revision can be held against: the one before it, or the post as it stands. */
export const COMPARISONS = ["previous", "current"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A revision beside another state. `before` is the older side: null where there is none, then all of it is new. */
export type RevisionDifference = {
  revision: Revision;
  against: Comparison;
  before: { created_at: string; name: string | null } | null;
  fields: FieldDifference[];
  blocks: ComparedBlock[];
};

/** What restoring couldn't bring back, because it is no longer there or somebody else's now. */
export type LeftOut = "slug" | "category" | "featured_image";

/** What became of a restored revision: in the post at once where it is a draft, else waiting to be published. */
export type Restored = { version: number; staged: boolean; left_out: LeftOut[] };
