import { everyone, users } from "../policy.ts";

/** Who may use the auth service: everyone to get a session, and users on their own account. */
export const authPolicy = {
  signUp: everyone,
  signIn: everyone,
  /** whoever has a one-time link or code */
  useLink: everyone,
  /** to have a link or code mailed to an email address */
  requestMail: everyone,
  readState: everyone,
  readOwn: users,
  updateOwn: users,
  signOut: users,
};
