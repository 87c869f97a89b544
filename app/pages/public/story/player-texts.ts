import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of players of other sites. A file of its own, because few articles have one.
 */
export const english = {
  play: "Play on this page",
  showPen: "Show on this page",
  loadsFrom: "This loads from {site}, which will then know about your visit.",
} as const;

export const texts = textsOf("players", english);
