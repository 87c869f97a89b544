import { Hono } from "hono";
import { authError } from "../../domain/auth/errors.ts";
import { type SignOutScope, signOut } from "../../domain/auth/sign-out.ts";
import type { AppEnv } from "../env.ts";
import { signedIn } from "../middleware/require.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

const isScope = (text: string): text is SignOutScope => SCOPES.includes(text);

/** POST /logout?scope=global|local|others: ends sessions; global unless given. */
export const logout = () =>
  new Hono<AppEnv>().post("/logout", async (c) => {
    const actor = signedIn(c);
    const scope = c.req.query("scope") ?? "global";
    if (!isScope(scope)) throw authError("validation_failed", `Unsupported logout scope "${scope.slice(0, 64)}"`);
    await signOut(c.var.deps.context, actor, scope);
    return c.body(null, 204);
  });
