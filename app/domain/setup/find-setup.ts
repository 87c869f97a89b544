import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { findLink, untouchedAdmin } from "./setup.sql.ts";
import { SETUP_TOKEN } from "./setup-rules.ts";

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The admin whom the owner of this link becomes.
 * @returns their id; null if the link was used, has expired or never existed, or if somebody has used the installation already
 */
export async function findSetup(ctx: Pick<Context, "db" | "clock">, token: string): Promise<string | null> {
  if (!SETUP_TOKEN.test(token)) return null;
  const link = await findLink(ctx.db);
  if (!link || link.used_at !== null || link.expires_at <= ctx.clock.now()) return null;
  if (!timingSafeEqual(link.token_hash, hashOf(token))) return null;
  return (await untouchedAdmin(ctx.db)) ?? null;
}
