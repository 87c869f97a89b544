import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { PASSWORD_MAX } from "../../domain/auth/auth-rules.ts";
import type { OwnerProof } from "../../domain/auth/reauthenticate.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";

/** Both may be absent. */
export const ownerProof = z.strictObject({
  current_password: z
    .string("must be text")
    .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)
    .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be text")
    .optional()
    .openapi({ description: "Proof that the account is yours", format: "password" }),
  nonce: z
    .string("must be text")
    .trim()
    .regex(/^\d{6}$/, "must be six digits")
    .optional()
    .openapi({ description: "Proof that the account is yours, from the email; for accounts without a password" }),
});

/** Counts a try if a proof is given. */
export async function takeProof(c: Context<AppEnv>, given: z.infer<typeof ownerProof>): Promise<OwnerProof> {
  const { current_password, nonce } = given;
  if (current_password || nonce) await limit(c, "confirm_password", { account: signedIn(c).id });
  return { currentPassword: current_password || undefined, nonce };
}
