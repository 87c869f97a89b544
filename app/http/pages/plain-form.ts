import type { Context } from "hono";
import type { AppEnv } from "../env.ts";

// Forms that work without a script.

/** In bytes. */
export const FORM_MAX = 256 * 1024;

/** Of pages whose URLs have a secret, which no cache and no other site gets. */
export const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };

export type Fields = Record<string, string | File | (string | File)[]>;

export const readFields = async (c: Context<AppEnv>): Promise<Fields> => c.req.parseBody({ all: true }).catch((): Fields => ({}));

/** Of several with one name the last; empty if there is none. */
export function typed(fields: Fields, name: string): string {
  const value = [fields[name]].flat().at(-1);
  return typeof value === "string" ? value : "";
}
