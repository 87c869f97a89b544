/*
 * The visible texts of the sign-in, sign-up, confirmation, invitation and recovery screens that the specification doesn't give. Each one
 * is an export of its own, so that the build writes it where it is used.
 */

// Several screens
export const email = "Email";
export const fullName = "Full Name";
export const login = "Login";
export const backToSignIn = "Back to sign-in";
export const home = "Back to home";
export const sending = "Sending...";
export const notSent = "The email could not be sent. Please try again.";
export const openingLink = "Opening the link...";

// Sign in
export const welcomeBack = "Welcome back";
export const signInLead = "Sign in with your email and password.";
export const forgotten = "Forgot your password?";
export const newHere = "New here?";
export const createAccount = "Create an account";
export const sendAgain = "Send the link again";
export const sentAgain = "Sent. Check your email.";
export const askForLink = "Request a new link";
export const askedForLink = "Done. We will send you the link.";

// Sign up
export const signUp = "Sign Up";
export const signUpHeading = "Create your account";
export const signUpLead = (site: string) => `Join ${site}. Reading stays open to everyone.`;
export const signUpButton = "Create Account";
export const haveAccount = "Have an account?";
export const signInInstead = "Sign in";
export const welcome = (name: string) => `Welcome, ${name}!`;
export const closed = "Registration is closed";
export const closedLead = (site: string) => `${site} isn’t accepting new accounts right now.`;
export const closedHint = "You don’t need one to read, like or share.";

// Confirm an address
export const confirm = "Confirm";
export const confirmEmail = "Confirm your email address";
export const confirmEmailLead = "Press the button to activate your account.";
export const confirmEmailButton = "Confirm my address";
export const confirmChange = "Confirm your new address";
export const confirmChangeLead = "You will sign in with it from now on.";
export const confirmChangeButton = "Confirm my new address";
export const magicLink = "Sign in";
export const magicLinkLead = "Press the button to sign in.";
export const magicLinkButton = "Sign me in";
export const confirming = "Confirming...";
export const confirmed = "Address confirmed";
export const confirmedSignedIn = "You are signed in";
export const confirmedSignedOut = "You can sign in now";
export const signedIn = "Signed in";
export const signedInDetails = "You signed in with the link from your email";
export const notSignedIn = "You could not be signed in. Please try again.";
export const notConfirmed = "The address could not be confirmed. Please try again.";
export const linkExpired = (life: string) => `Links work once, within ${life}. Sign in to get a new one.`;
export const signInExpired = (life: string) =>
  `Links work once, within ${life}. Sign in with your password, or set a new one if you don’t have it.`;
export const changeExpired = (life: string) =>
  `Links work once, within ${life}. If your address hasn’t changed, request a new link in your account.`;
export const yourAccount = "Your account";
export const signedInAs = (person: string) =>
  `You’re signed in as ${person}. If this link is for another account, you’ll be signed in to that one instead.`;
export const enterCode = "Enter your code";
export const enterCodeLead = "Type the six digits from the email, and the address that it was sent to.";
export const enterCodeInstead = "Enter the code from the email";
export const codeExpired = "This code is wrong, used or older than ten minutes. Check the newest email.";
export const codeExpiredByHand = "This code is wrong, used or too old. Check the newest email.";
export const linkIncomplete = "This link is incomplete";
export const linkIncompleteLead =
  "It may have been split across two lines. Copy the whole link from the email, enter its code here, or sign in to get a new one.";

// Accept an invitation
export const acceptTitle = "Accept your invitation";
export const acceptLead = "Choose a name and a password to create your account.";
export const acceptAs = (person: string, invited: string) =>
  `You’re signed in as ${person}. Accepting signs you in as ${invited} instead.`;
export const accept = "Accept the invitation";
export const accepting = "Accepting...";
export const accepted = "Welcome";
export const acceptedDetails = "Your account is ready, and you are signed in";
export const notAccepted = "The invitation could not be accepted. Please try again.";
export const openingInvitation = "Opening the invitation...";
export const notLookedUp = "The invitation could not be looked up. Please try again.";
export const invitation = "Invitation";
export const invitationInvalid = "This invitation is no longer valid";
export const invitationInvalidDetails =
  "It has already been accepted, withdrawn or replaced by a newer one, or it expired after 72 hours. If you accepted it, sign in with your password. If not, ask the person who invited you for a new one.";
export const invitationHome = "Back to Home";

// Request a link to set a new password
export const forgotTitle = "Forgot password";
export const forgotLead = "Enter your email address to get a link to set a new one.";
export const sendLink = "Send the link";
export const checkEmail = "Check your email";
export const requestReceived = "Request received";
export const resetSent =
  "If there is an account for {email}, we have sent it a link to set a new password. The link works for {life}.";
export const resetSentHint = "Nothing there? Look in your spam folder, or check the address.";
export const resetWillBeSent =
  "If there is an account for {email}, {site} will send you a link to set a new password. This site doesn’t send email by itself, so it can take a while. The link works for {life}.";
export const tryAnother = "Try another address";

// Set a new password
export const resetTitle = "Set a new password";
export const resetLead = "You will be signed in with it; other devices will be signed out.";
export const resetIncomplete =
  "This link is incomplete. Open it again from your email, enter its code here, or request a new one.";
export const resetByCode = "Enter the code from the email that we sent you, and a new password.";
export const requestLink = "Send me a link";
export const requestNewLink = "Send me a new link";
export const newPassword = "New Password";
export const savePassword = "Save password";
export const saving = "Saving...";
export const passwordChanged = "Password changed";
export const passwordChangedDetails = "You are signed in with your new password";
export const passwordNotChanged = "The password could not be changed. Please try again.";
