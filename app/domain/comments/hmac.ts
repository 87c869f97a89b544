import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { findSecret } from "./secret.sql.ts";

type Purpose = "comment form" | "reply notices";

/**
 * Signs a text, so that nobody but this site can have made it.
 * @param purpose each has a secret of its own: what is signed for one means nothing to another
 */
export async function sign(ctx: Context, purpose: Purpose, text: string): Promise<string> {
  return createHmac("sha256", await findSecret(ctx.db, purpose))
    .update(text)
    .digest("base64url");
}

/** Whether `signature` is this site's for `text`; takes as long whether it nearly is or not at all. */
export async function isSigned(ctx: Context, purpose: Purpose, text: string, signature: string): Promise<boolean> {
  const expected = Buffer.from(await sign(ctx, purpose, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
