import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of the pages that stand in for all others.
 */
export const english = {
  urgent: "Something urgent? Write to {email}.",

  // Maintenance mode

  title: "Back soon",
  heading: "Back in a moment",
  text: "We are tidying up. The articles are safe and will be back shortly.",

  // The database is away

  unavailableTitle: "Not available",
  unavailable: "This page can’t be shown right now",
  unavailableText: "The site is having a problem. Nothing is lost. Please try again in a minute.",
} as const;

export const texts = textsOf("closed", english);
