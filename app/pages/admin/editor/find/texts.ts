/*
 * The visible texts of the bar for finding and replacing. Those that the specification gives are where they are used.
 */

/** The bar for finding and replacing. */
export const FIND = {
  lastReplaced: "Replaced; no more matches",
  replaced: (count: number) => (count === 1 ? "1 replaced" : `${count} replaced`),
  none: "Nothing found",
  found: (count: string) => `${count} found`,
  position: (index: string, count: string) => `${index} of ${count}`,
  find: "Find",
  matches: "Matches",
  previous: "Previous",
  next: "Next",
  matchCase: "Match case",
  wholeWords: "Whole words",
  close: "Close find and replace",
  replaceWith: "Replace with",
  replacing: "Replacing",
  replace: "Replace",
  replaceAll: "Replace all",
  title: "Find and replace",
} as const;
