import { Hono } from "hono";
import { authError } from "../../domain/auth/auth-errors.ts";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../errors.ts";

type Refused = { path: string; status: 400 | 403 | 404; code: string; message: string };

/** The errors are GoTrue's for features that are switched off. */
const REFUSED: Refused[] = [
  ...["/authorize", "/callback"].map((path) => ({
    path,
    status: 400 as const,
    code: "validation_failed",
    message: "Unsupported provider: provider is not enabled",
  })),
  ...["/sso", "/sso/*", "/saml/*"].map((path) => ({
    path,
    status: 404 as const,
    code: "saml_provider_disabled",
    message: "SAML 2.0 is disabled",
  })),
  { path: "/user/identities/*", status: 404, code: "manual_linking_disabled", message: "Manual linking is disabled" },
  ...["/invite", "/generate_link", "/oauth/*"].map((path) => ({
    path,
    status: 404 as const,
    code: "provider_disabled",
    message: "This site doesn’t offer that",
  })),
];

const refusal = ({ status, code, message }: Omit<Refused, "path">) => new HttpError(status, { code, message });

/** Admins use /api/admin instead. */
export const unused = () => {
  const app = new Hono<AppEnv>();
  for (const { path, ...refused } of REFUSED) {
    app.on(["GET", "POST", "PUT", "DELETE"], path, () => {
      throw refusal(refused);
    });
  }
  app.on(["GET", "POST", "PUT", "DELETE"], "/admin/*", (c) => {
    if (c.var.actor.kind === "anonymous")
      throw c.var.refusal ?? authError("no_authorization", "This endpoint requires a valid Bearer token");
    throw refusal({ status: 403, code: "not_admin", message: "User not allowed" });
  });
  return app;
};
