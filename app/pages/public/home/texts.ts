import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of Home that aren't the owner's.
 */
export const english = {
  allArticles: "All Articles",

  // The stories

  featured: "Featured Stories",
  notLoaded: "Error loading featured posts. Please try again later.",
  viewAll: "View All Articles",
  newest: "Latest Articles",

  // Before the first story

  firstStory: "The first story is being written.",
  write: "Write it",
  followAlong: "Follow along to read it as soon as it’s out:",

  // Following

  follow: "Follow Me",
  contact: "Get in Touch",
  tweetLead: "Read something that stayed with you? Pass it on.",
  tweet: "Share on Twitter",
  newsletter: "Newsletter",
  newsletterLead: "New articles in your inbox now and then. Join or leave with one email.",
  subscribe: "Subscribe to Newsletter",
  /** Stand under a number that is shown as a figure. */
  articles: { one: "article", other: "articles" },
  readers: { one: "reader", other: "readers" },
  likes: { one: "like", other: "likes" },
} as const;

export const texts = textsOf("home", english);
