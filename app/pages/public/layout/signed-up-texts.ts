import { textsOf } from "../../../texts/texts.ts";

/*
 * The visible texts after a sign-up, until the email address is confirmed. Apart from the texts around every page, because few readers
 * need them.
 */
export const english = {
  signedUp: "Your new account",
  linkSent: "We have sent a link to {email}. Open it to confirm your address, then sign in.",
  approvedByHand: "{site} approves new accounts by hand. When yours is approved, sign in with {email}.",
  back: "Back to the article",
  close: "Close",
} as const;

export const texts = textsOf("signedUp", english);
