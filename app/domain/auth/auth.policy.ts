import { everyone, users } from "../policy.ts";

/** Who may use the auth service: everyone to get a session, users to manage their own account. */
export const authPolicy = {
  signUp: everyone,
  signIn: everyone,
  /** anybody who has a one-time link or code */
  useLink: everyone,
  /** to request a link or code by mail */
  requestMail: everyone,
  readState: everyone,
  readOwn: users,
  updateOwn: users,
  signOut: users,
};
