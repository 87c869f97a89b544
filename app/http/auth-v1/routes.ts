import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { sameOrigin } from "../guards/same-origin.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { bodyLimit, jsonOnly } from "../middleware/body-limit.ts";
import { readableAddress } from "../middleware/readable-address.ts";
import { authenticate } from "../middleware/require.ts";
import { AUTH_PATH } from "./bodies.ts";
import { announceVersion, answerAuthError } from "./errors.ts";
import { challengeOperation, enrollOperation, factors, unenrollOperation, verifyFactorOperation } from "./factors.ts";
import { health, healthOperation } from "./health.ts";
import { jwks, jwksOperation } from "./jwks.ts";
import { logout, logoutOperation } from "./logout.ts";
import { otp, otpOperation } from "./otp.ts";
import { offerSignInOperation, passkeySignIn, passkeySignInOperation } from "./passkey-sign-in.ts";
import {
  addPasskeyOperation,
  listPasskeysOperation,
  offerPasskeyOperation,
  passkeys,
  removePasskeyOperation,
  renamePasskeyOperation,
} from "./passkeys.ts";
import { reauthenticate, reauthenticateOperation } from "./reauthenticate.ts";
import { recover, recoverOperation } from "./recover.ts";
import {
  createCodesOperation,
  deleteCodesOperation,
  readCodesOperation,
  recoveryCodes,
  redeemCodeOperation,
  replaceCodesOperation,
} from "./recovery-codes.ts";
import { resend, resendOperation } from "./resend.ts";
import { settings, settingsOperation } from "./settings.ts";
import { signup, signupOperation } from "./signup.ts";
import { token, tokenOperation } from "./token.ts";
import { unused } from "./unused.ts";
import { readUserOperation, updateUserOperation, user } from "./user.ts";
import { openLinkOperation, verify, verifyOperation } from "./verify.ts";

export function describeAuth(api: OpenAPIHono<AppEnv>): void {
  for (const operation of [
    signupOperation,
    tokenOperation,
    logoutOperation,
    readUserOperation,
    updateUserOperation,
    reauthenticateOperation,
    otpOperation,
    recoverOperation,
    resendOperation,
    verifyOperation,
    openLinkOperation,
    enrollOperation,
    readCodesOperation,
    createCodesOperation,
    replaceCodesOperation,
    redeemCodeOperation,
    deleteCodesOperation,
    challengeOperation,
    verifyFactorOperation,
    unenrollOperation,
    offerSignInOperation,
    passkeySignInOperation,
    listPasskeysOperation,
    offerPasskeyOperation,
    addPasskeyOperation,
    renamePasskeyOperation,
    removePasskeyOperation,
    settingsOperation,
    healthOperation,
    jwksOperation,
  ])
    api.openAPIRegistry.registerPath(operation);
}

const endpoints = [
  signup,
  token,
  otp,
  verify,
  recover,
  resend,
  reauthenticate,
  user,
  logout,
  recoveryCodes,
  factors,
  passkeySignIn,
  passkeys,
  settings,
  health,
  jwks,
  unused,
];

/** Follows GoTrue's contract, so that its published client works unchanged. */
export function authRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(answerAuthError);
  app.use(`${AUTH_PATH}/*`, async (c, next) => {
    await next();
    announceVersion(c);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.use(`${AUTH_PATH}/*`, readableAddress(), sameOrigin(), bodyLimit(), jsonOnly(), authenticate({ beforeCode: true }));
  for (const endpoint of endpoints) app.route(AUTH_PATH, endpoint());
  allowedMethods(app);
  // Also matches the bare prefix, for which clients send OPTIONS.
  app.all(`${AUTH_PATH}/*`, (c) => {
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: "OPTIONS" });
    throw unknownPath();
  });
  return app;
}
