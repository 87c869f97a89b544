/*
 * The visible texts of an article that the specification doesn't give.
 */

export const loading = "Loading...";
export const loadingArticle = "Loading the article";
export const contents = "Contents";
export const noContent = "This article has no content yet.";
export const tags = "Tags";

// “Written by {author} Published on {date}”: the author and the date are elements.

export const writtenBy = "Written by ";
export const publishedOn = "Published on ";

// The buttons at the end

export const likeAndShare = "Like and share";
export const share = "Share";
export const facebook = "Facebook";
export const twitter = "Twitter";
export const linkedIn = "LinkedIn";
export const copyLink = "Copy Link";
export const notCopied = "Link not copied";
export const copyYourself = "Your browser didn’t allow it. Copy the link from the address bar instead.";

// What to read next

export const more = "More articles";
export const previous = "Previous";
export const next = "Next";
export const related = "Related Articles";

// Players of other sites

export const play = "Play on this page";
export const showPen = "Show on this page";
/** Stands before the name of the other site. */
export const loadsFrom = "This loads from ";
/** Stands after the name of the other site. */
export const learnsOfVisit = ", which will then know about your visit.";
