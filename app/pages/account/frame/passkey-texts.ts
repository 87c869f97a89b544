import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts about passkeys, of the sign-in forms and the account page.
 */
export const english = {
  // Sign in
  signIn: "Sign in with a passkey",
  waiting: "Waiting for your passkey...",
  notUsed:
    "You aren’t signed in. The passkey was canceled, took too long, or isn’t on this device. Try again, or use your password.",
  notSignedIn: "You could not be signed in with a passkey. Please try again, or use your password.",

  // The account page
  title: "Passkeys",
  lead: "Sign in with your fingerprint, face or screen lock, without a password and code.",
  none: "You have no passkeys yet.",
  notLoaded: "Your passkeys could not be loaded.",
  notHere: "Passkeys can’t be added in this browser or at this address.",
  created: "Added {date}",
  neverUsed: "Never used",
  otherHost: "Works at {host} only, where this site was before. Add a new one to sign in here. Your password still works.",
  add: "Add a passkey",
  adding: "Adding...",
  added: "Passkey added",
  notMade: "No passkey was added. It was canceled, or took too long.",
  notAdded: "The passkey could not be added. Please try again.",
  rename: "Rename",
  renameNamed: "Rename {name}",
  nameMissing: "Enter a name, such as “Laptop”",
  renamed: "Passkey renamed",
  notRenamed: "The passkey could not be renamed. Please try again.",
  removeText: "It will no longer sign you in. Delete it on your device, too.",
  removed: "Passkey removed",
  notRemoved: "The passkey could not be removed. Please try again.",

  // What can go wrong in either
  refused: "This passkey isn’t valid here. It may have been removed from its account.",
  tooLate: "That took too long. Please try again.",
  alreadyAdded: "This device already has a passkey for your account.",
  tooMany: "You have ten passkeys. Remove one first.",
  noLock: "This device can’t make a passkey. It needs a screen lock, such as a PIN or a fingerprint.",
} as const;

export const texts = textsOf("passkeys", english);
