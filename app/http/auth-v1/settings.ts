import { Hono } from "hono";
import type { AppEnv } from "../env.ts";

/** Ways to sign in that GoTrue knows and this service doesn't have. */
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

/** GET /settings: what a client may offer. */
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
      passkeys_enabled: false,
    });
  });
