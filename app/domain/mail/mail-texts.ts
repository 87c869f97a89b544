import { textsOf } from "../../texts/texts.ts";

/*
 * The texts of the emails to readers. In each: the subject, paragraphs above the button, its label, and paragraphs below it.
 */
export const english = {
  // Around every email

  code: "Your code:",
  codeBesideLink: "Or type this code at {page}:",
  openAddress: "If the button doesn’t work, open this address:",
  unsubscribe: "Unsubscribe",

  // How long link and code work

  hours: { one: "one hour", other: "{count} hours" },
  tenMinutes: "ten minutes",
  linkAndCodeOnce: "The link and the code work once, within {link}.",
  linkOnceCodeOnce: "The link works once, within {link}, and the code once, within {code}.",

  // The emails

  confirm: {
    subject: "Confirm your email address for {site}",
    lead: "Welcome to {site}. Please confirm that this is your email address.",
    button: "Confirm my email address",
    end: "If you didn’t sign up, you can ignore this email. Nothing happens unless you open the link.",
  },
  recovery: {
    subject: "Reset your password for {site}",
    lead: "Someone, probably you, asked to reset the password for your account at {site}.",
    button: "Choose a new password",
    end: "If it wasn’t you, you can ignore this email. Your password stays the same.",
  },
  magiclink: {
    subject: "Sign in to {site}",
    lead: "Here is your link to sign in to {site}.",
    button: "Sign in",
    end: "If you didn’t request it, you can ignore this email. Don’t share the code with anyone.",
  },
  invite: {
    subject: "You’re invited to {site}",
    lead: "You’ve been invited to {site}. Accept the invitation and choose your password.",
    button: "Accept the invitation",
    end: "The link works once, within {link}. After that, ask the person who invited you for a new one.",
  },
  email_change: {
    subject: "Confirm your new email address for {site}",
    lead: "Please confirm that this is the new email address of your account at {site}.",
    button: "Confirm my new email address",
    end: "If you didn’t request this, you can ignore this email. Your account keeps its current email address.",
  },
  email_change_notice: {
    subject: "Your email address at {site} is about to change",
    lead: "Someone, probably you, asked to change the email address of your account at {site} to {email}.",
    next: "It changes once the new email address is confirmed.",
    end: "If it wasn’t you, sign in and change your password now. That stops this change and signs out all other devices.",
  },
  email_change_taken: {
    subject: "You already have an account at {site}",
    lead: "Someone tried to use this email address for another account at {site}. It already belongs to your account, so nothing was changed.",
    next: "If it was you, sign in with this address, or use “Forgot password” on the sign-in page to choose a new password.",
    end: "If it wasn’t you, you can ignore this email.",
  },
  reauthentication: {
    subject: "Your code for {site}",
    lead: "Enter this code at {site} to confirm the change to your account.",
    once: "The code works once, within {code}. Don’t share it with anyone.",
    end: "If you didn’t request it, someone else is signed in to your account. Sign in and change your password now.",
  },
  password_changed: {
    subject: "Your password at {site} was changed",
    lead: "The password of your account at {site} was changed just now. All other sessions were signed out.",
    end: "If it wasn’t you, use “Forgot password” on the sign-in page to reset your password now.",
  },
  factor_changed: {
    subject: "Two-step sign-in at {site} was changed",
    added: "An authenticator app was added to your account at {site}. Its codes are the second step of signing in.",
    removed: "An authenticator app was removed from your account at {site}.",
    codes_made: "New recovery codes were made for your account at {site}. Earlier ones no longer work.",
    codes_removed: "The recovery codes of your account at {site} were removed.",
    code_used: "Someone, probably you, signed in to your account at {site} with a recovery code. Codes left: {left}.",
    reset:
      "The two-step sign-in of your account at {site} was reset, and its passkeys were removed. Your password alone is enough until you set it up again.",
    end: "If you didn’t expect this, sign in and change your password now, then check two-step sign-in in your account.",
  },
  passkey_changed: {
    subject: "The passkeys of your account at {site} were changed",
    added: "A passkey was added to your account at {site}. It signs in without your password.",
    removed: "A passkey was removed from your account at {site}. It no longer signs in.",
    end: "If you didn’t expect this, sign in and change your password now, and tell the owner of the site.",
  },
  wrong_passwords: {
    subject: "Wrong passwords for your account at {site}",
    lead: {
      one: "Someone entered {count} wrong password for your account at {site} within an hour. It didn’t work.",
      other: "Someone entered {count} wrong passwords for your account at {site} within an hour. None of them worked.",
    },
    network: "The last attempt came from the network {network}.",
    unknown: "We don’t know where the last attempt came from.",
    slowed:
      "We’ve slowed down further attempts. You can still sign in from places where you’ve signed in before, or use “Forgot password”.",
    end: "If it was you, you don’t need to do anything. If not, make sure your password is long and isn’t used anywhere else. You can change it in your account.",
    daily: "You’ll get at most one of these emails a day.",
  },
  new_browser: {
    subject: "New sign-in to your account at {site}",
    lead: "Someone, probably you, signed in to your account at {site} with a browser and from a network that weren’t used together for it in the last {days} days.",
    time: "When: {time}",
    browser: "Browser: {browser}",
    browserOn: "{browser} on {system}",
    network: "Network: {network}",
    unknown: "unknown",
    button: "Open my account",
    end: "If it was you, you don’t need to do anything. If not, change your password now. That signs out all other devices.",
    last: "This is the fifth such email in 24 hours, so no more follow for now. Your account shows all devices that are signed in.",
    off: "You can turn these emails off in your account.",
  },
  account_exists: {
    subject: "You already have an account at {site}",
    lead: "Someone, probably you, signed up at {site} with this email address. It already has an account, so no new one was created.",
    next: "Sign in with your password, or use “Forgot password” on the sign-in page to choose a new one.",
    end: "If it wasn’t you, you can ignore this email.",
  },
  newsletter_confirm: {
    subject: "Confirm your subscription to {site}",
    lead: "Someone, probably you, asked to get new articles from {site} at this email address. Please confirm that you want them.",
    leadByOwner:
      "You are on a list of readers of {site}. Please confirm that you want to get its new articles at this email address.",
    button: "Confirm my subscription",
    end: "If it wasn’t you, you can ignore this email. You get no articles unless you confirm, and this address is deleted after {days} days.",
    endByOwner:
      "If you don’t want them, you can ignore this email. You get no articles unless you confirm, and this address is deleted after {days} days.",
  },
  guest_comment: {
    subject: "Confirm your comment on {site}",
    lead: "Someone, probably you, wrote a comment on “{article}” at {site} and gave this email address. Please confirm that it was you.",
    button: "See and confirm the comment",
    end: "If it wasn’t you, you can ignore this email. Without your confirmation the comment doesn’t appear, and it is deleted after {days} days.",
  },
  guest_follow: {
    subject: "Follow the comments on “{article}” at {site}",
    lead: "Someone, probably you, wants to get an email about each new comment on “{article}” at {site} and gave this email address. Please confirm that it was you.",
    button: "See and confirm",
    end: "If it wasn’t you, you can ignore this email. Without your confirmation you get no emails about comments, and this address is deleted after {days} days.",
  },
  guest_account: {
    subject: "Sign in to comment on {site}",
    lead: "Someone, probably you, wrote a comment on “{article}” at {site} without an account and gave this email address.",
    next: "The address belongs to your account, so the comment wasn’t posted. Please sign in and post it again.",
    followSubject: "Sign in to follow comments on {site}",
    followLead:
      "Someone, probably you, wants to follow the comments on “{article}” at {site} without an account and gave this email address.",
    followNext: "The address belongs to your account. Please sign in and follow the comments below the article.",
    button: "Open the article",
    end: "If it wasn’t you, you can ignore this email.",
  },
  guest_erase: {
    subject: "Delete your comments on {site}",
    lead: "Someone, probably you, asked to delete all comments of this email address at {site}, with its name and the address itself.",
    button: "See what is deleted",
    end: "If it wasn’t you, you can ignore this email. Nothing is deleted unless you open the link and confirm within {hours} hours.",
  },
  comment_reply: {
    subject: "{who} replied to your comment on {site}",
    lead: "{who} replied to your comment on “{article}”:",
    button: "View the reply",
    end: "You’re getting this email because someone replied to your comment. You can also turn these emails off in your account.",
    endGuest: "You’re getting this email because someone replied to your comment.",
  },
  thread_comment: {
    subject: "{who} commented on “{article}” at {site}",
    lead: "{who} commented on “{article}”:",
    button: "View the comment",
    end: "You’re getting this email because you follow the comments on this article. You can also stop these emails in your account.",
    endGuest: "You’re getting this email because you follow the comments on this article.",
  },
} as const;

export const texts = textsOf("mail", english);
