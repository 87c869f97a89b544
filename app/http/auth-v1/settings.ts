import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { relyingPartyOf } from "../../domain/auth/passkeys/relying-party.ts";
import { json } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { authOperation } from "./operation.ts";

/** That GoTrue knows and this service doesn't have. */
const ABSENT = [
  "anonymous_users",
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "phone",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "web3",
  "workos",
  "x",
  "zoom",
];

export const settingsOperation = authOperation({
  policy: authPolicy.readState,
  operationId: "readAuthSettings",
  method: "get",
  path: "/settings",
  summary: "Read what the auth service offers",
  description: "Which ways to sign in there are, whether registration is open, and whether email addresses are verified.",
  responses: {
    200: json(
      z.object({
        external: z
          .record(z.string(), z.boolean())
          .openapi({ description: "Ways to sign in, by GoTrue’s names; only `email` is on" }),
        disable_signup: z.boolean(),
        mailer_autoconfirm: z.boolean().openapi({ description: "Whether email addresses count without being verified" }),
        phone_autoconfirm: z.literal(false),
        sms_provider: z.literal(""),
        saml_enabled: z.literal(false),
        passkeys_enabled: z.boolean().openapi({ description: "False if the site’s URL is an IP address" }),
      }),
      "What clients may offer",
      {
        external: { ...Object.fromEntries(ABSENT.map((name) => [name, false])), email: true },
        disable_signup: false,
        mailer_autoconfirm: false,
        phone_autoconfirm: false as const,
        sms_provider: "" as const,
        saml_enabled: false as const,
        passkeys_enabled: true,
      },
    ),
  },
});

/** GET /settings: what a client may offer */
export const settings = () =>
  new Hono<AppEnv>().get("/settings", (c) => {
    const { allowRegistration, maintenanceMode, requireEmailVerification } = c.var.deps.settings.get();
    return c.json({
      external: { ...Object.fromEntries(ABSENT.map((name) => [name, false])), email: true },
      disable_signup: !allowRegistration || maintenanceMode,
      mailer_autoconfirm: !requireEmailVerification,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: relyingPartyOf(c.var.deps.settings.site()) !== null,
    });
  });
