import { textsOf } from "../../texts/texts.ts";

/*
 * The texts of the sign-in, sign-up, confirmation, invitation and recovery screens.
 */
export const english = {
  // Several screens
  email: "Email",
  fullName: "Full Name",
  login: "Login",
  backToSignIn: "Back to sign-in",
  home: "Back to home",
  sending: "Sending...",
  notSent: "The email could not be sent. Please try again.",
  openingLink: "Opening the link...",

  // Sign in
  welcomeBack: "Welcome back",
  signInButton: "Sign In",
  signingIn: "Signing in...",
  signInFailed: "Login failed. Please try again.",
  noSignInUser: "No user data returned from authentication",
  signInLead: "Sign in with your email and password.",
  forgotten: "Forgot your password?",
  newHere: "New here?",
  createAccount: "Create an account",
  sendAgain: "Send the link again",
  sentAgain: "Sent. Check your email.",
  askForLink: "Request a new link",
  askedForLink: "Done. We will send you the link.",

  // Sign up
  signUp: "Sign Up",
  signUpHeading: "Create your account",
  signUpLead: "Join {site}. Reading stays open to everyone.",
  signUpButton: "Create Account",
  signingUp: "Creating account...",
  signUpFailed: "Registration failed. Please try again.",
  noSignUpUser: "No user data returned from sign up",
  haveAccount: "Have an account?",
  signInInstead: "Sign in",
  registered: "Registration Successful!",
  welcome: "Welcome, {name}!",
  redirecting: "Redirecting you to the home page...",
  goHome: "Go to home now",
  closed: "Registration is closed",
  closedLead: "{site} isn’t accepting new accounts right now.",
  closedHint: "You don’t need one to read, like or share.",

  // Confirm an address
  confirm: "Confirm",
  confirmEmail: "Confirm your email address",
  confirmEmailLead: "Press the button to activate your account.",
  confirmEmailButton: "Confirm my address",
  confirmChange: "Confirm your new address",
  confirmChangeLead: "You will sign in with it from now on.",
  confirmChangeButton: "Confirm my new address",
  magicLink: "Sign in",
  magicLinkLead: "Press the button to sign in.",
  magicLinkButton: "Sign me in",
  confirming: "Confirming...",
  confirmed: "Address confirmed",
  confirmedSignedIn: "You are signed in",
  confirmedSignedOut: "You can sign in now",
  signedIn: "Signed in",
  signedInDetails: "You signed in with the link from your email",
  notSignedIn: "You could not be signed in. Please try again.",
  notConfirmed: "The address could not be confirmed. Please try again.",
  linkExpired: "Links work once, within {life}. Sign in to get a new one.",
  signInExpired: "Links work once, within {life}. Sign in with your password, or set a new one if you don’t have it.",
  changeExpired: "Links work once, within {life}. If your address hasn’t changed, request a new link in your account.",
  yourAccount: "Your account",
  signedInAs: "You’re signed in as {person}. If this link is for another account, you’ll be signed in to that one instead.",
  enterCode: "Enter your code",
  enterCodeLead: "Type the six digits from the email, and the address that it was sent to.",
  enterCodeInstead: "Enter the code from the email",
  codeExpired: "This code is wrong, used or older than ten minutes. Check the newest email.",
  codeExpiredByHand: "This code is wrong, used or too old. Check the newest email.",
  linkIncomplete: "This link is incomplete",
  linkIncompleteLead:
    "It may have been split across two lines. Copy the whole link from the email, enter its code here, or sign in to get a new one.",

  // Accept an invitation
  acceptTitle: "Accept your invitation",
  acceptLead: "Choose a name and a password to create your account.",
  acceptAs: "You’re signed in as {person}. Accepting signs you in as {invited} instead.",
  accept: "Accept the invitation",
  accepting: "Accepting...",
  accepted: "Welcome",
  acceptedDetails: "Your account is ready, and you are signed in",
  notAccepted: "The invitation could not be accepted. Please try again.",
  openingInvitation: "Opening the invitation...",
  notLookedUp: "The invitation could not be looked up. Please try again.",
  invitation: "Invitation",
  invitationInvalid: "This invitation is no longer valid",
  invitationInvalidDetails:
    "It has already been accepted, withdrawn or replaced by a newer one, or it expired after 72 hours. If you accepted it, sign in with your password. If not, ask the person who invited you for a new one.",
  tryAgain: "Try Again",
  invitationHome: "Back to Home",

  // Request a link to set a new password
  forgotTitle: "Forgot password",
  forgotLead: "Enter your email address to get a link to set a new one.",
  sendLink: "Send the link",
  checkEmail: "Check your email",
  requestReceived: "Request received",
  resetSent: "If there is an account for {email}, we have sent it a link to set a new password. The link works for {life}.",
  resetSentHint: "Nothing there? Look in your spam folder, or check the address.",
  resetWillBeSent:
    "If there is an account for {email}, {site} will send you a link to set a new password. This site doesn’t send email by itself, so it can take a while. The link works for {life}.",
  tryAnother: "Try another address",

  // The sign-in of the back office
  adminTitle: "Admin sign-in",
  admin: "Admin",
  adminLead: "Sign in to write, to moderate and to manage the site.",
  adminRequired: "Access denied. Admin privileges required.",

  // Set a new password
  resetTitle: "Set a new password",
  resetLead: "You will be signed in with it; other devices will be signed out.",
  resetIncomplete: "This link is incomplete. Open it again from your email, enter its code here, or request a new one.",
  resetByCode: "Enter the code from the email that we sent you, and a new password.",
  requestLink: "Send me a link",
  requestNewLink: "Send me a new link",
  newPassword: "New Password",
  savePassword: "Save password",
  saving: "Saving...",
  passwordChanged: "Password changed",
  passwordChangedDetails: "You are signed in with your new password",
  passwordNotChanged: "The password could not be changed. Please try again.",
} as const;

export const texts = textsOf("account", english);
