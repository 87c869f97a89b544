import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of the account page.
 */
export const english = {
  // The page and its sections
  title: "Account",
  loading: "Loading your account...",
  tryAgain: "Try Again",
  notLoaded: "Your account could not be loaded. Please try again.",
  name: "Name",
  nameLead: "Shown in the header and next to your comments.",
  /** Admins see this, because they write articles. */
  nameAndBio: "Name and bio",
  nameAndBioLead: "Readers see your name on your articles and comments.",
  authorPage: "Author page",
  authorPageLead: "Your image, bio and links, with all your articles.",
  editAuthorPage: "Edit your author page",
  email: "Email",
  emailLead: "You sign in with it, and account emails go there.",
  password: "Password",
  passwordLead: "When it changes, your other devices are signed out.",
  twoSteps: "Two-step sign-in",
  twoStepsLead: "After your password, you enter a code that an app on your phone shows.",
  devices: "Devices",
  devicesLead: "Where you’re signed in. Sign out any device you don’t recognize.",
  emails: "Emails",
  emailsLead: "Account emails are always sent. You can turn these off.",
  newsletter: "Newsletter",
  newsletterLead: "Which articles we send to {email}.",
  data: "Your data",
  dataLead: "Everything that is stored about you, as one JSON file.",
  deletion: "Delete account",
  deletionLead: "Your comments stay, without your name. Everything else is deleted.",

  // Name and bio
  fullName: "Full Name",
  bio: "Bio",
  bioHint: "One or two sentences about you, shown under your articles.",
  saveName: "Save name",
  saveNameAndBio: "Save name and bio",
  saving: "Saving...",

  // Email address
  yourAddress: "Your address is {email}",
  linkSent: "We have sent a link to {email}. Open it to make it your address.",
  linkWillBeSent: "{site} will send a link to {email}. Open it to make it your address.",
  enterCode: "Enter the code from the email instead",
  newEmail: "New Email",
  sameEmail: "This is already your email address",
  changeAddress: "Change address",
  sending: "Sending...",
  addressNotChanged: "The address could not be changed. Please try again.",

  // Password
  newPassword: "New Password",
  changePassword: "Change password",
  setPassword: "Set a password",
  passwordChanged: "Password changed",
  passwordChangedDetails: "Other devices have been signed out",
  passwordNotChanged: "The password could not be changed. Please try again.",

  // Proof that it is the owner
  enterPassword: "You signed in a while ago. To confirm it’s you, enter your current password.",
  enterCodeOf: "You signed in a while ago. To confirm it’s you, enter the code that {site} sends you.",
  enterCodeAt: "You signed in a while ago. To confirm it’s you, enter the code we emailed to {email}.",
  currentPassword: "Current Password",
  sendCode: "Send me a code",
  sendNewCode: "Send a new code",
  codeSent: "We emailed a code to {email}.",
  codeWillBeSent: "{site} will send a code to {email}. It works for {life}, so you can come back later.",
  codeNotSent: "The code could not be sent. Please try again.",

  // Two-step sign-in
  stepsOff: "Two-step sign-in is off. Anyone who knows your password can sign in.",
  stepsNotLoaded: "Your apps could not be loaded.",
  setUpSteps: "Set up two-step sign-in",
  addApp: "Add another app",
  appName: "Name of the app or phone",
  appNameMissing: "Enter a name, such as “My phone”",
  nextStep: "Continue",
  scanCode: "Scan this with an authenticator app, such as Aegis, Google Authenticator or 1Password. Or type the key into it.",
  qrCode: "QR code for your authenticator app",
  appKey: "Key",
  copyKey: "Copy the key",
  copied: "Copied",
  enterFirstCode: "Then enter the code that the app shows.",
  turnOn: "Turn on",
  appAdded: "App added",
  appNotAdded: "The app could not be added. Please try again.",
  removeApp: "Remove",
  removeNamed: "Remove {name}",
  removeTitle: "Remove {name}?",
  removeText: "Its codes stop working.",
  removeLastText: "This turns two-step sign-in off: your password alone is enough then, and your recovery codes stop working.",
  removing: "Removing...",
  appRemoved: "App removed",
  appNotRemoved: "The app could not be removed. Please try again.",
  recoveryCodes: "Recovery codes",
  recoveryLead: "For the day without your phone. Each works once in place of a code of the app.",
  codesLeft: "Codes left: {left}",
  getCodes: "Get recovery codes",
  getNewCodes: "Get new recovery codes",
  codesMade:
    "Store these codes where you find them without your phone. They are shown only now, and earlier ones no longer work.",
  copyCodes: "Copy the codes",
  codesStored: "I’ve stored them",
  codesNotMade: "The codes could not be made. Please try again.",

  // Devices
  loadingDevices: "Loading your devices...",
  devicesNotLoaded: "Your devices could not be loaded.",
  thisDevice: "This device",
  lastUsed: "Last used {time}",
  signOut: "Sign out",
  signOutOf: "Sign out {device}",
  signingOut: "Signing out...",
  notSignedOut: "The device could not be signed out. Please try again.",
  browserOn: "{browser} on {system}",
  anotherDevice: "Another device",

  // Emails
  replyNotices: "Email me when someone replies to my comment",
  signInNotices: "Email me when someone signs in from a new browser",
  handInNotices: "Email me when a post is handed in",
  followed: "New comments on these articles",
  stopFollowing: "Stop emails",
  stopFollowingOf: "Stop emails about {title}",
  notStopped: "The emails could not be stopped. Please try again.",
  noticesSaved: "Email settings saved",
  noticesNotSaved: "Your choice could not be saved. Please try again.",

  // Newsletter
  unsubscribed: "Unsubscribed",
  notUnsubscribed: "You could not be unsubscribed. Please try again.",

  // The user's data
  download: "Download my data",
  preparing: "Preparing...",
  notDownloaded: "Your data could not be downloaded. Please try again.",

  // Delete the account
  deleteAccount: "Delete my account",
  deleteTitle: "Delete your account?",
  deleteWithPassword: "This can’t be undone. To confirm it’s you, enter the password for {email}.",
  deleteWithCode: "This can’t be undone. To confirm it’s you, enter a code that we email to you.",
  eraseSubscription: "End my newsletter subscription, too",
  deleting: "Deleting...",
  keep: "Cancel",
  deleted: "Account deleted",
  deletedDetails: "Thank you for being here",
  notDeleted: "The account could not be deleted. Please try again.",
} as const;

export const texts = textsOf("accountPage", english);
