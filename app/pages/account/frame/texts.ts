import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts that the screens of accounts share.
 */
export const english = {
  // Fields
  nameRequired: "Full name is required",
  emailRequired: "Email is required",
  emailInvalid: "Enter an email address like name@example.com",
  password: "Password",
  passwordRequired: "Password is required",
  atLeast: "At least {min} characters",
  confirmPassword: "Confirm Password",
  repeatPassword: "Type the password once more",
  passwordTooShort: "Password must be at least 6 characters long",
  adminPasswordTooShort: "Admins need a password of at least 12 characters",
  passwordsDiffer: "Passwords do not match",

  code: "Code from the email",
  codeInvalid: "Enter the six digits from the email",

  // A page with a form
  needsScript: "This page needs JavaScript. Reading works without it.",
  sessionEnded: "Your session has ended. Please sign in again.",
  deactivated: "This account has been deactivated. Ask the people who run this site to reactivate it.",

  checking: "Checking authentication...",

  // How long links and codes work
  hours: { one: "one hour", other: "{count} hours" },
  tenMinutes: "ten minutes",

  // Refusals by the server's code. English has the server's own messages, which say more.
  failures: {
    conflict: "You’re signed in to another account now. Reload the page and try again.",
    email_address_invalid: "This email address can’t be used.",
    email_exists: "This email address already has an account.",
    email_not_confirmed: "Confirm your email address first. We sent you a link.",
    invalid_credentials: "Email or password is wrong.",
    mfa_challenge_expired: "That took too long. Please try again.",
    mfa_factor_name_conflict: "You already have an app with this name.",
    mfa_factor_not_found: "This app is no longer in your account.",
    mfa_recovery_codes_locked: "Too many wrong codes. Please wait some minutes and try again.",
    mfa_verification_failed: "This code is wrong, or was used already. Enter the newest one.",
    not_admin: "Only admins can do this.",
    insufficient_aal: "Enter the code of your authenticator app first.",
    last_admin: "The site needs at least one admin.",
    otp_expired: "This link or code has been used or has expired.",
    over_email_send_rate_limit: "Too many emails. Please wait some minutes and try again.",
    over_request_rate_limit: "Too many tries. Please wait some minutes and try again.",
    rate_limited: "Too many requests. Please try again soon.",
    reauthentication_not_valid: "The code is wrong or has expired.",
    same_password: "Choose a password that differs from the old one.",
    too_many_enrolled_mfa_factors: "You have too many apps. Remove one first.",
    signup_disabled: "Registration is closed.",
    user_already_exists: "This email address already has an account.",
    user_not_found: "This account has been deleted.",
    validation_failed: "Please check what you entered.",
    weak_password: "This password is easy to guess. Please choose another.",
  },
  wrongPassword: "This password is wrong.",
  wrongCode: "The code is wrong or has expired.",

  // The user's name and bio
  nameSaved: "Name saved",
  nameAndBioSaved: "Name and bio saved",
  nameNotSaved: "The name could not be saved. Please try again.",
  nameAndBioNotSaved: "Your name and bio could not be saved. Please try again.",
} as const;

export const texts = textsOf("frame", english);
