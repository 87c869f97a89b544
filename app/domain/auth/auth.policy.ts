import { everyone, users } from "../policy.ts";

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
