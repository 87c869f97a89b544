/**
 * The name of the <meta> that lists what comes after the first paint: the fonts' style sheet and files, then the entry
 * script and what that will ask for.
 */
export const LATER = "later";
