/*
 * The visible texts of the account page that the specification doesn't give. Each one is an export of its own, so that the build writes
 * it where it is used.
 */

// The page and its sections
export const title = "Account";
export const loading = "Loading your account...";
export const notLoaded = "Your account could not be loaded. Please try again.";
export const name = "Name";
export const nameLead = "Shown in the header and next to your comments.";
/** Admins see this, because they write articles. */
export const nameAndBio = "Name and bio";
export const nameAndBioLead = "Readers see your name on your articles and comments.";
export const email = "Email";
export const emailLead = "You sign in with it, and account emails go there.";
export const password = "Password";
export const passwordLead = "When it changes, your other devices are signed out.";
export const devices = "Devices";
export const devicesLead = "Where you’re signed in. Sign out any device you don’t recognize.";
export const emails = "Emails";
export const emailsLead = "Account emails are always sent. You can turn these off.";
export const data = "Your data";
export const dataLead = "Everything that is stored about you, as one JSON file.";
export const deletion = "Delete account";
export const deletionLead = "Your comments stay, without your name. Everything else is deleted.";

// Name and bio
export const fullName = "Full Name";
export const bio = "Bio";
export const bioHint = "One or two sentences about you, shown under your articles.";
export const saveName = "Save name";
export const saveNameAndBio = "Save name and bio";
export const saving = "Saving...";

// Email address
export const yourAddress = "Your address is {email}";
export const linkSent = "We have sent a link to {email}. Open it to make it your address.";
export const linkWillBeSent = "{site} will send a link to {email}. Open it to make it your address.";
export const enterCode = "Enter the code from the email instead";
export const newEmail = "New Email";
export const sameEmail = "This is already your email address";
export const changeAddress = "Change address";
export const sending = "Sending...";
export const addressNotChanged = "The address could not be changed. Please try again.";

// Password
export const newPassword = "New Password";
export const changePassword = "Change password";
export const setPassword = "Set a password";
export const passwordChanged = "Password changed";
export const passwordChangedDetails = "Other devices have been signed out";
export const passwordNotChanged = "The password could not be changed. Please try again.";

// Proof that it is the owner
export const enterPassword = "You signed in a while ago. To confirm it’s you, enter your current password.";
export const enterCodeOf = (site: string) =>
  `You signed in a while ago. To confirm it’s you, enter the code that ${site} sends you.`;
export const enterCodeAt = (email: string) =>
  `You signed in a while ago. To confirm it’s you, enter the code we emailed to ${email}.`;
export const currentPassword = "Current Password";
export const sendCode = "Send me a code";
export const sendNewCode = "Send a new code";
export const codeSent = (email: string) => `We emailed a code to ${email}.`;
export const codeWillBeSent = (site: string, email: string, life: string) =>
  `${site} will send a code to ${email}. It works for ${life}, so you can come back later.`;
export const codeNotSent = "The code could not be sent. Please try again.";

// Devices
export const loadingDevices = "Loading your devices...";
export const devicesNotLoaded = "Your devices could not be loaded.";
export const thisDevice = "This device";
export const lastUsed = "Last used {time}";
export const signOut = "Sign out";
export const signOutOf = (device: string) => `Sign out ${device}`;
export const signingOut = "Signing out...";
export const notSignedOut = "The device could not be signed out. Please try again.";
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`;
export const anotherDevice = "Another device";
export const edge = "Edge";
export const opera = "Opera";
export const samsungInternet = "Samsung Internet";
export const firefox = "Firefox";
export const chrome = "Chrome";
export const safari = "Safari";
export const iPhone = "iPhone";
export const iPad = "iPad";
export const android = "Android";
export const windows = "Windows";
export const macOS = "macOS";
export const chromeOS = "ChromeOS";
export const linux = "Linux";

// Emails
export const replyNotices = "Email me when someone replies to my comment";
export const noticesSaved = "Email settings saved";
export const noticesNotSaved = "Your choice could not be saved. Please try again.";

// The user's data
export const download = "Download my data";
export const preparing = "Preparing...";
export const notDownloaded = "Your data could not be downloaded. Please try again.";

// Delete the account
export const deleteAccount = "Delete my account";
export const deleteTitle = "Delete your account?";
export const deleteWithPassword = "This can’t be undone. To confirm it’s you, enter the password for {email}.";
export const deleteWithCode = "This can’t be undone. To confirm it’s you, enter a code that we email to you.";
export const deleting = "Deleting...";
export const keep = "Cancel";
export const deleted = "Account deleted";
export const deletedDetails = "Thank you for being here";
export const notDeleted = "The account could not be deleted. Please try again.";
