/*
 * The visible texts after a sign-up, until the email address is confirmed. Apart from the texts around every page, because few readers
 * need them.
 */

export const signedUp = "Your new account";
export const linkSent = "We have sent a link to {email}. Open it to confirm your address, then sign in.";
export const approvedByHand = "{site} approves new accounts by hand. When yours is approved, sign in with {email}.";
export const back = "Back to the article";
export const close = "Close";
