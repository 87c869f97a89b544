import { countLinks } from "../linked-text.ts";
import type { Settings } from "../settings/settings.ts";
import { type CommentStatus, FILL_MS, LINKS_MAX, type SpamReason } from "./comment-rules.ts";
import type { Opinion } from "./filter/ask-filter.ts";
import { hasListedWord } from "./listed-words.ts";

/** Of the form. */
type SpamSignals = {
  /** people can't see the field */
  hiddenField: string;
  /** ms that the form was open; null: a program sent it without a form */
  filledIn: number | null;
};

/** What decides about a comment. */
export type JudgedComment = {
  content: string;
  signals: SpamSignals;
  /** somebody whose comments on this post need no approval */
  isStaff: boolean;
  settings: Pick<Settings, "moderateComments" | "holdFirstOnly" | "holdWords" | "spamWords">;
  /** somebody of whom a comment is approved; only asked for if that matters */
  isKnown: boolean;
  /** of the filter; null: it wasn't asked */
  opinion: Pick<Opinion, "holds" | "isSpam"> | null;
  /** null: it is new */
  before: { status: CommentStatus; is_spam: boolean; spam_reason: string | null } | null;
};

/** Columns of `comments`. */
export type Judgment = { status: "pending" | "approved"; is_spam: boolean; spam_reason: string | null };

/** @returns the first reason that applies, or null */
function spamReasonOf({ content, signals, isStaff, settings }: JudgedComment): SpamReason | null {
  if (isStaff) return null;
  if (signals.hiddenField !== "") return "hidden_field";
  if (signals.filledIn !== null && signals.filledIn < FILL_MS) return "too_fast";
  if (countLinks(content) > LINKS_MAX) return "too_many_links";
  return hasListedWord(content, settings.spamWords) ? "spam_word" : null;
}

/**
 * Everything that decides about a new comment, or one whose text was changed. Suspected spam waits for approval, moderated or not; this never
 * deletes anything. With moderation on, an approved comment that was changed waits again, because nobody has checked its new text.
 */
export function judgeComment(comment: JudgedComment): Judgment {
  const { content, isStaff, settings, isKnown, opinion, before } = comment;
  const spam = spamReasonOf(comment);
  const held = spam === null && !isStaff && hasListedWord(content, settings.holdWords) ? "held_word" : null;
  const isHeld = spam !== null || held !== null || opinion?.holds === true;
  const isModerated = settings.moderateComments && !isStaff && !(settings.holdFirstOnly && isKnown);
  const waits = isHeld || isModerated || (before !== null && before.status !== "approved");
  return {
    status: waits ? "pending" : "approved",
    is_spam: before?.is_spam || spam !== null || opinion?.isSpam === true,
    spam_reason: before?.spam_reason ?? spam ?? held,
  };
}
