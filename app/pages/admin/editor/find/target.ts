import type { SearchTerms } from "./matches.ts";

/** A text in which something can be found and replaced, however it is written. Matches are numbered from 0. */
export type FindTarget = {
  /** looks anew. @returns how many there are, and the one at or behind the cursor (-1: none) */
  search(sought: SearchTerms): { count: number; nearest: number };
  /** shows a match and selects it */
  show(index: number): void;
  replace(index: number, by: string): void;
  /** all of them, as one step to undo. @returns how many */
  replaceAll(by: string): number;
  /** is told when the text has changed by other hands. @returns ends that */
  watch(onChange: () => void): () => void;
  /** takes the highlights away. @param andFocus brings the keyboard back to the text */
  leave(andFocus: boolean): void;
};
