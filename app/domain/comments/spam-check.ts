import { FILL_MS, LINKS_MAX, type SpamReason } from "./comment-rules.ts";
import { countLinks } from "./render-comment.ts";

/** What is known of how a comment came in, beside what it says. */
export type SpamSignals = {
  /** what stands in the field that people don't see */
  hiddenField: string;
  /** how long the form was open, in ms; null: it came without a form, by a program that says so */
  filledIn: number | null;
};

/**
 * Whether a comment looks like spam. Then it waits for a person to decide, whether comments are moderated or not; nothing is
 * ever thrown away by this rule.
 * @returns the first reason that holds, null for none
 */
export function spamReasonOf(content: string, { hiddenField, filledIn }: SpamSignals): SpamReason | null {
  if (hiddenField !== "") return "hidden_field";
  if (filledIn !== null && filledIn < FILL_MS) return "too_fast";
  return countLinks(content) > LINKS_MAX ? "too_many_links" : null;
}
