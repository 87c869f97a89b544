import { textsOf } from "../../../texts/texts.ts";

/** The pages behind the links in emails, and those that answer the form without a script. Only the server renders them. */
export const english = {
  again: { title: "One more click", text: "Press the button, and we’ll email a link to confirm to {email}." },
  sent: { title: "Check your inbox" },
  wrong: { title: "That isn’t an email address" },
  limited: { title: "Too many tries" },
  confirm: {
    title: "Confirm your subscription",
    text: "Would you like to get new articles from {site} at {email}?",
    button: "Confirm",
  },
  confirmed: { title: "You’re subscribed", text: "New articles from {site} will come to {email}." },
  ended: { title: "You’re not subscribed", text: "{email} gets no articles from {site}." },
  leave: { title: "Unsubscribe?", text: "{email} will get no more articles from {site}." },
  choices: { title: "Your newsletter", text: "This is what {email} gets from {site}." },
  erase: {
    title: "Delete everything?",
    text: "The address {email}, its choices and the record of consent are deleted. It gets no more articles from {site}.",
    button: "Delete everything",
  },
  erased: { title: "Everything is deleted", text: "The newsletter has forgotten your address." },
  unknown: {
    title: "This link doesn’t work",
    text: "Part of it may be missing, or what it was for has been deleted. Open it from the email again.",
  },
  choose: "Choose what you get",
  eraseLink: "Delete everything about this address",
  back: "Back to your choices",
  home: "Back to home",
} as const;

export const texts = textsOf("newsletterLinks", english);
