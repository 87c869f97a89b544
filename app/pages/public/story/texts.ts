import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of an article.
 */
export const english = {
  loading: "Loading...",
  loadingArticle: "Loading the article",
  contents: "Contents",
  noContent: "This article has no content yet.",
  tags: "Tags",

  writtenBy: "Written by {author}",
  publishedOn: "Published on {date}",

  // The buttons at the end

  likeAndShare: "Like and share",
  like: "Like this article",
  liking: "Updating...",
  share: "Share",
  copyLink: "Copy Link",
  copied: "Copied!",
  linkCopied: "Link copied!",
  linkCopiedDetails: "Article link has been copied to clipboard",
  notCopied: "Link not copied",
  copyYourself: "Your browser didn’t allow it. Copy the link from the address bar instead.",

  /** the names of the languages in which there are versions, each a link */
  alsoIn: "Also in: {languages}",

  // What to read next

  more: "More articles",
  previous: "Previous",
  next: "Next",
  related: "Related Articles",
} as const;

export const texts = textsOf("story", english);
