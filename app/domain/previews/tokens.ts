import { createHash } from "node:crypto";
import type { Context } from "../context.ts";

/** What stands in a new link: 256 random bits. */
export const newToken = (ctx: Context): string => ctx.random.hex(32);

/** How a token is kept and looked up. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
