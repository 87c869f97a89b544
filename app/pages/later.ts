/**
 * The name of the <meta> that lists what comes after the first paint: the fonts' style sheet, then the entry script, then
 * what that will ask for.
 */
export const LATER = "later";
