/** How strict the filter is: from 1 to 9, one for each of the thresholds. */
export const STRICTNESS_MIN = 1;
export const STRICTNESS_MAX = 9;
export const STRICTNESS_INITIAL = 5;

/** A comment with a higher score waits for approval, or is marked as spam. */
export type Thresholds = { hold: number; spam: number };

/** From mild to strict. In the middle, what looks clearly more like spam than like a good comment is held. */
const THRESHOLDS: readonly Thresholds[] = [
  { hold: 0.99, spam: 0.9999 },
  { hold: 0.95, spam: 0.999 },
  { hold: 0.9, spam: 0.99 },
  { hold: 0.8, spam: 0.97 },
  { hold: 0.6, spam: 0.95 },
  { hold: 0.5, spam: 0.9 },
  { hold: 0.35, spam: 0.8 },
  { hold: 0.2, spam: 0.7 },
  { hold: 0.1, spam: 0.6 },
];

export const thresholdsOf = (strictness: number): Thresholds =>
  THRESHOLDS[strictness - STRICTNESS_MIN] ?? (THRESHOLDS[STRICTNESS_INITIAL - STRICTNESS_MIN] as Thresholds);

/** The views of comments that the filter can look at again. */
export const LOOKED_AT_VIEWS = ["pending", "spam"] as const;
export type LookedAtView = (typeof LOOKED_AT_VIEWS)[number];

/** Comments whose scores are counted to show what a strictness does. */
export const EFFECT_COMMENTS = 200;

/** Carries no data: all decisions that wait are learned. */
export const COMMENTS_DECIDED = "comments.decided";
/** Its data is `{ view }`. */
export const LOOK_AGAIN = "comments.look_again";
