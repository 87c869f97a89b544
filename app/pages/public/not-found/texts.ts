import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of pages with a single message.
 */
export const english = {
  notFound: "Oops! Page not found",
  notFoundTitle: "Page not found",
  nothingHere: "There’s nothing here. The page may have moved, or the link has a typo.",
  wrong: "Something went wrong",
  notLoaded: "We couldn’t load this page. Please try again.",
  backHome: "Back to Home",
  articleNotFound: "Article Not Found",
  articleNotFoundText: "The article you're looking for doesn't exist or has been moved.",
} as const;

export const texts = textsOf("messages", english);
