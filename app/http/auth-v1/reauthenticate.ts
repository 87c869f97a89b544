import { Hono } from "hono";
import { reauthenticate as mailNonce } from "../../domain/auth/reauthenticate.ts";
import type { AppEnv } from "../env.ts";
import { signedIn } from "../middleware/require.ts";
import { limit } from "./limits.ts";

/** GET /reauthenticate: mails a nonce to the signed-in user, for PUT /user. */
export const reauthenticate = () =>
  new Hono<AppEnv>().get("/reauthenticate", async (c) => {
    const actor = signedIn(c);
    await limit(c, "reauthenticate", { account: actor.id });
    const { context, settings } = c.var.deps;
    await mailNonce(context, actor, settings.site());
    return c.json({}, 200);
  });
