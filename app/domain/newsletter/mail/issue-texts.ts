import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts around the articles of a newsletter.
 */
export const english = {
  inBrowser: "View in the browser",
  by: "By {authors}",
  readOn: "Read on",
  goesOn: "The article is longer than an email can be.",
  goesOnDigest: "There are more new articles on the site.",
  readArticle: "Read the article",
  digest: "New on {site}",

  // In place of what emails can't show

  watch: "Watch the video",
  listen: "Listen to the recording",
  viewFormula: "View the formula",
  viewDiagram: "View the diagram",
  moreImages: { one: "One more image", other: "{count} more images" },

  // At the end

  why: "You’re getting this email because you subscribed to the newsletter of {site}.",
  choices: "Your choices",
  unsubscribe: "Unsubscribe",
} as const;

export const texts = textsOf("issue", english);
