import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of an own page while it loads.
 */
export const english = {
  loading: "Loading...",
  loadingPage: "Loading the page",
} as const;

export const texts = textsOf("ownPage", english);
