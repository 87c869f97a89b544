import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of cards and lists of articles.
 */
export const english = {
  minRead: { one: "{count} min read", other: "{count} min read" },
  views: { one: "{count} view", other: "{count} views" },
  likes: { one: "{count} like", other: "{count} likes" },
  uncategorized: "Uncategorized",
  readMore: "Read More",
  mostRead: "Most Read",

  // The buttons of a card

  like: "{likes}, like “{title}”",
  share: "Share on Twitter",
  shareArticle: "Share “{title}” on Twitter",

  // After a press of a like button

  liked: "Article liked!",
  likedDetails: "Thanks for liking this article!",
  unliked: "Like removed",
  unlikedDetails: "Like has been removed",
  notLiked: "Error",
  notLikedDetails: "Failed to update like. Please try again.",
} as const;

export const texts = textsOf("cards", english);
