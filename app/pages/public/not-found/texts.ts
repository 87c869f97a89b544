/*
 * The visible texts of pages with a single message that the specification doesn't give.
 */

export const nothingHere = "There’s nothing here. The page may have moved, or the link has a typo.";
export const wrong = "Something went wrong";
export const notLoaded = "We couldn’t load this page. Please try again.";
export const backHome = "Back to Home";
