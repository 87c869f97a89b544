import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { type SignOutScope, signOut } from "../../domain/auth/sign-in.ts";
import type { AppEnv } from "../env.ts";
import { signedIn } from "../middleware/require.ts";
import { authOperation } from "./operation.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

const isScope = (text: string): text is SignOutScope => SCOPES.includes(text);

export const logoutOperation = authOperation({
  policy: authPolicy.signOut,
  operationId: "signOut",
  method: "post",
  path: "/logout",
  summary: "Sign out",
  description: "Immediately ends all your sessions (`global`), the current one (`local`) or all others (`others`).",
  request: {
    query: z.object({
      scope: z.enum(["global", "local", "others"]).optional().openapi({ description: "Which sessions; `global` unless given" }),
    }),
  },
  responses: { 204: { description: "The sessions have ended" } },
});

/** POST /logout?scope=global|local|others: global unless given */
export const logout = () =>
  new Hono<AppEnv>().post("/logout", async (c) => {
    const actor = signedIn(c);
    const scope = c.req.query("scope") ?? "global";
    if (!isScope(scope)) throw authError("validation_failed", `Unsupported logout scope "${scope.slice(0, 64)}"`);
    await signOut(c.var.deps.context, actor, scope);
    return c.body(null, 204);
  });
