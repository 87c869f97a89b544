import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { saltOfDay } from "./hits.sql.ts";

/** Days whose salts are at hand: today's, and the one before around midnight. */
const DAYS = 3;

/** Tells the visitors of a day apart. */
export type Identity = {
  /** The salt of the day of `at` (ms since 1970) where the site's clocks are; the same in every process. */
  saltAt(at: number, timezone: string): Promise<KeyObject>;
};

/** Keeps the salts of the last days at hand. */
export function createIdentity(ctx: Pick<Context, "db" | "random">): Identity {
  const salts = new LRUCache<string, KeyObject>({ max: DAYS });
  return {
    async saltAt(at, timezone) {
      const day = localDay(at, timezone);
      const known = salts.get(day);
      if (known) return known;
      const bytes = await saltOfDay(ctx.db, { day, fresh: Buffer.from(ctx.random.hex(32), "hex"), at: new Date(at) });
      const salt = createSecretKey(bytes);
      salts.set(day, salt);
      return salt;
    },
  };
}

/**
 * The number that a visitor has for one day: the first 63 bits of HMAC-SHA-256 of address and user agent under the day's salt.
 * Once the salt is gone nobody can tell whose it was.
 */
export function visitorNumber(salt: KeyObject, address: string | null, userAgent: string): string {
  const digest = createHmac("sha256", salt)
    .update(`${address ?? ""}\n${userAgent}`)
    .digest();
  return (digest.readBigUInt64BE() >> 1n).toString();
}

/** A session for pages that have none, because they run no script: the visitor's own, for a day. 32 hex characters. */
export const sessionOfVisitor = (visitor: string, day: string): string => hash("sha256", `${day} ${visitor}`).slice(0, 32);
