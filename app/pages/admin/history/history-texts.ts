import type { FieldDifference, LeftOut, RevisionKind } from "../../../domain/posts/revisions/revision.ts";
import { POST_LABELS } from "../post-labels.ts";

export const KIND_WORDS: Record<RevisionKind, string> = {
  earlier: "Before the first change",
  created: "Created",
  updated: "Saved",
  autosaved: "Saved while writing",
  published: "Published",
  scheduled: "Published as planned",
  unpublished: "Back to draft",
  archived: "Archived",
  restored: "Restored",
};

export const FIELD_WORDS: Record<FieldDifference["field"], string> = { ...POST_LABELS, category: POST_LABELS.category_id };

const LEFT_OUT_WORDS: Record<LeftOut, string> = {
  slug: "The slug stays as it is, because another post has the old one.",
  category: "The category stays as it is, because the old one is gone.",
  featured_image: "The featured image stays as it is, because the old one is gone.",
};

/** What could not be brought back, in sentences. */
export const leftOutText = (left: readonly LeftOut[]): string => left.map((one) => LEFT_OUT_WORDS[one]).join(" ");

/** Who wrote something: by name where there is one. */
export const writerName = (author: { full_name: string | null; email: string } | null): string =>
  author ? author.full_name || author.email : "Somebody who is no longer here";

const figures = new Intl.NumberFormat("en-US");
const words = (count: number) => `${figures.format(count)} ${count === 1 ? "word" : "words"}`;

/** How much came and went, for the eye and in full: `+12 −3`, `12 words added, 3 words removed`. */
export const wordChange = ({ words_added, words_removed }: { words_added: number; words_removed: number }) => ({
  added: `+${figures.format(words_added)}`,
  removed: `−${figures.format(words_removed)}`,
  full: `${words(words_added)} added, ${words(words_removed)} removed`,
});
