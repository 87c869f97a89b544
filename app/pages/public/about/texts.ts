import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of About that aren't the owner's.
 */
export const english = {
  title: "About",
  about: "About {site}",
  description: "What {site} is, what it’s for, and the values behind it.",

  // The headings of the owner's texts

  mission: "Our mission",
  vision: "Our vision",
  values: "Our values",

  // The end

  start: "Start with an article",
  startLead: "Reading needs no account. Create one to comment under your own name.",
  explore: "Explore articles",
  join: "Join {site}",
} as const;

export const texts = textsOf("about", english);
