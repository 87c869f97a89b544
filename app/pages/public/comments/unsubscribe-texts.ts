import { textsOf } from "../../../texts/texts.ts";

/** The page behind the unsubscribe link of an email, by its state. Only the server renders it. */
export const english = {
  asks: { title: "Stop emails about replies?", text: "You will still get emails about your account." },
  done: {
    title: "Emails about replies are off",
    text: "You won’t get any more emails about replies to your comments. You can turn them back on in your account.",
  },
  asksThread: {
    title: "Stop emails about new comments?",
    text: "You will no longer follow the comments on this article. Other emails stay as they are.",
  },
  doneThread: {
    title: "You no longer follow these comments",
    text: "You won’t get any more emails about new comments on this article.",
  },
  deleted: { title: "This account was deleted", text: "You won’t get any more emails about replies." },
  guestAsks: { title: "Stop emails about replies?", text: "Your comments stay." },
  guestDone: { title: "Emails about replies are off", text: "You won’t get any more emails about replies to your comments." },
  guestDeleted: { title: "Nothing is stored about you", text: "You won’t get any more emails about replies." },
  unknown: {
    title: "This link doesn’t work",
    text: "Part of it may be missing. Open it from the email again, or change your email settings in your account.",
  },
  stopEmails: "Stop these emails",
  yourAccount: "Your account",
  backHome: "Back to home",
} as const;

export const texts = textsOf("unsubscribe", english);
