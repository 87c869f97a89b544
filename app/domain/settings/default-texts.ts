import { textsOf } from "../../texts/texts.ts";
import { SITE_CONTENT } from "./site-content.ts";

/*
 * What a site says until its owner changes it.
 */
export const english = {
  rights: SITE_CONTENT.footer.rights,
  editors: "The {site} editors",

  // The first menu
  home: "Home",
  categories: "Categories",

  /** Offered during setup, with commas between them. */
  offered: "Notes, Essays, Life",
} as const;

export const texts = textsOf("defaults", english);
