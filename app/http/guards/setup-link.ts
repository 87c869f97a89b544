import type { Context } from "hono";
import { findSetup } from "../../domain/setup/find-setup.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "./try-limits.ts";

/** Whether the link of the setup works. Only tries with wrong links are counted. @throws HttpError 429 */
export async function hasSetupLink(c: Context<AppEnv>): Promise<boolean> {
  const token = c.req.query("token");
  if (token === undefined) return false;
  if ((await findSetup(c.var.deps.context, token)) !== null) return true;
  await limit(c, "setup");
  return false;
}
