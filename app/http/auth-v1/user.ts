import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { acceptEmail, acceptPassword } from "../../domain/auth/accept-credentials.ts";
import { readOwnUser } from "../../domain/auth/read-own-user.ts";
import { updateUser } from "../../domain/auth/update-user.ts";
import type { AppEnv } from "../env.ts";
import { signedIn } from "../middleware/require.ts";
import { email, readBody, text } from "./body.ts";
import { callerOf } from "./caller.ts";
import { limit } from "./limits.ts";

const change = z.object({
  email: email.nullish(),
  password: text("password").nullish(),
  current_password: text("current_password").nullish(),
  nonce: text("nonce").nullish(),
  data: z.record(z.string(), z.unknown(), "data must be an object").nullish(),
});

async function put(c: Context<AppEnv>) {
  const actor = signedIn(c);
  const input = await readBody(c, change);
  if (input.email) await limit(c, "change_email", { account: actor.id, mailbox: acceptEmail(input.email) });
  const { context, settings } = c.var.deps;
  if (input.password) {
    // What can't be taken anyway uses up nobody's tries.
    acceptPassword(input.password, { email: actor.email, siteName: settings.site().name, role: actor.role });
    await limit(c, "change_password", { account: actor.id });
  }
  if (input.current_password || input.nonce) await limit(c, "confirm_password", { account: actor.id });
  const { requireEmailVerification } = settings.get();
  const wish = {
    email: input.email ?? undefined,
    password: input.password ?? undefined,
    currentPassword: input.current_password || undefined,
    nonce: input.nonce || undefined,
    data: input.data ?? undefined,
    next: c.req.query("redirect_to"),
  };
  return c.json(
    await updateUser(context, actor, wish, { site: settings.site(), requireEmailVerification, meta: callerOf(c) }),
    200,
  );
}

/** GET and PUT /user: one's own account. */
export const user = () =>
  new Hono<AppEnv>().get("/user", async (c) => c.json(await readOwnUser(c.var.deps.context, signedIn(c)), 200)).put("/user", put);
