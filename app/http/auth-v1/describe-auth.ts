import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../env.ts";
import { healthOperation } from "./health.ts";
import { jwksOperation } from "./jwks.ts";
import { logoutOperation } from "./logout.ts";
import { otpOperation } from "./otp.ts";
import { reauthenticateOperation } from "./reauthenticate.ts";
import { recoverOperation } from "./recover.ts";
import { resendOperation } from "./resend.ts";
import { settingsOperation } from "./settings.ts";
import { signupOperation } from "./signup.ts";
import { tokenOperation } from "./token.ts";
import { readUserOperation, updateUserOperation } from "./user.ts";
import { openLinkOperation, verifyOperation } from "./verify.ts";

/** Adds the endpoints of the auth service to the document that `api` makes. They take requests in GoTrue's form, outside of it. */
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
    settingsOperation,
    healthOperation,
    jwksOperation,
  ])
    api.openAPIRegistry.registerPath(operation);
}
