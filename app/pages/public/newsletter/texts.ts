import { CONSENT } from "../../../domain/subscribers/consent-rules.ts";
import { textsOf } from "../../../texts/texts.ts";

/*
 * The newsletter's form and page, and what subscribers choose.
 */
export const english = {
  title: "Newsletter",
  lead: "New articles in your inbox: each one as it comes out, or one email a week. You can leave with one click.",
  leadWithoutDigest: "New articles in your inbox as they come out. You can leave with one click.",
  description: "Get new articles from {site} by email.",

  // The form
  consent: CONSENT,
  email: "Your email address",
  subscribe: "Subscribe to Newsletter",
  subscribing: "Subscribing...",
  trap: "Leave this empty",
  sent: "Check your inbox. If {email} isn’t subscribed yet, a link to confirm is on its way. It works for {days} days.",
  wrongEmail: "Enter an email address like name@example.com.",
  tooMany: "Too many tries. Please wait a while and try again.",
  failed: "That didn’t work. Please try again.",

  // Choices
  frequency: "How often",
  post: "Every article as it comes out",
  weekly: "One email a week with what is new",
  noWeekly: "You chose one email a week. At the moment, none is sent. You can get every article instead.",
  categories: "What about",
  all: "All categories",
  some: "Only these categories",
  language: "Language",
  save: "Save choices",
  saved: "Your choices are saved.",
  notSaved: "Your choices could not be saved. Please try again.",
  noCategory: "Choose at least one category.",
  unsubscribe: "Unsubscribe",
} as const;

export const texts = textsOf("newsletter", english);
