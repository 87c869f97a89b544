/*
 * The visible texts of cards and lists of articles that the specification doesn't give.
 */

export const minRead = (minutes: number) => `${minutes} min read`;
export const mostRead = "Most Read";

// The buttons of a card

export const like = (likes: string, title: string) => `${likes}, like “${title}”`;
export const share = "Share on Twitter";
export const shareArticle = (title: string) => `Share “${title}” on Twitter`;
