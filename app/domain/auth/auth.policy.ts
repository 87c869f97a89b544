import { everyone, users } from "../policy.ts";

export const authPolicy = {
  signUp: everyone,
  signIn: everyone,
  useLink: everyone,
  requestMail: everyone,
  readState: everyone,
  readOwn: users,
  updateOwn: users,
  signOut: users,
};
