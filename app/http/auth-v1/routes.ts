import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { sameOrigin } from "../guards/same-origin.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { bodyLimit } from "../middleware/body-limit.ts";
import { jsonOnly } from "../middleware/json-only.ts";
import { readableAddress } from "../middleware/readable-address.ts";
import { AUTH_PATH } from "./caller.ts";
import { announceVersion, answerAuthError } from "./errors.ts";
import { health } from "./health.ts";
import { jwks } from "./jwks.ts";
import { logout } from "./logout.ts";
import { otp } from "./otp.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { recover } from "./recover.ts";
import { resend } from "./resend.ts";
import { settings } from "./settings.ts";
import { signup } from "./signup.ts";
import { token } from "./token.ts";
import { unused } from "./unused.ts";
import { user } from "./user.ts";
import { verify } from "./verify.ts";

const endpoints = [signup, token, otp, verify, recover, resend, reauthenticate, user, logout, settings, health, jwks, unused];

/**
 * The auth service under /auth/v1: GoTrue's contract, so that its published client works against it unchanged. Errors are
 * answered here, in GoTrue's two shapes.
 */
export function authRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(answerAuthError);
  app.use(`${AUTH_PATH}/*`, async (c, next) => {
    await next();
    announceVersion(c);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.use(`${AUTH_PATH}/*`, readableAddress(), sameOrigin(), bodyLimit(), jsonOnly(), authenticate());
  for (const endpoint of endpoints) app.route(AUTH_PATH, endpoint());
  allowedMethods(app);
  // Also matches the bare prefix, which clients ask for what it takes.
  app.all(`${AUTH_PATH}/*`, (c) => {
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: "OPTIONS" });
    throw unknownPath();
  });
  return app;
}
