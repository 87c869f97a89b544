/*
 * The visible texts that the screens of accounts share and the specification doesn't give. Each one is an export of its own, so that the
 * build writes it where it is used.
 */

// Fields
export const nameRequired = "Full name is required";
export const emailRequired = "Email is required";
export const emailInvalid = "Enter an email address like name@example.com";
export const password = "Password";
export const passwordRequired = "Password is required";
export const atLeast = (min: number) => `At least ${min} characters`;
export const confirmPassword = "Confirm Password";
export const repeatPassword = "Type the password once more";

export const code = "Code from the email";
export const codeInvalid = "Enter the six digits from the email";

// A page with a form
export const needsScript = "This page needs JavaScript. Reading works without it.";
export const sessionEnded = "Your session has ended. Please sign in again.";
export const deactivated = "This account has been deactivated. Ask the people who run this site to reactivate it.";

// The user's name and bio
export const nameSaved = "Name saved";
export const nameAndBioSaved = "Name and bio saved";
export const nameNotSaved = "The name could not be saved. Please try again.";
export const nameAndBioNotSaved = "Your name and bio could not be saved. Please try again.";
