import { textsOf } from "../../../texts/texts.ts";

/*
 * What the script of the setup page finds and says.
 */
export const english = {
  fromBrowser: "Found from your browser",
  sameClock: "Your browser is in {zone}, which has the same clock",
  noZone: "Your browser doesn’t know its timezone",
  unknownZone: "There is no choice for {zone} yet",
  usedLink: "This link no longer works. Start the server again: it prints a new one if no one has used the site yet.",
  tooManyTries: "Too many tries. Please wait some minutes and try again.",
  failed: "The site could not be set up. Nothing was changed. Please try again.",
} as const;

export const texts = textsOf("setupScript", english);
