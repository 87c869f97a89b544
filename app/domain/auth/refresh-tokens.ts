import { createHash, createHmac } from "node:crypto";
import type { Context } from "../context.ts";

const BYTES = 32;

/** A new refresh token: random, without meaning. */
export const makeRefreshToken = ({ random }: Pick<Context, "random">): string =>
  Buffer.from(random.hex(BYTES), "hex").toString("base64url");

/**
 * The token that follows `token` in its session: the same each time, and impossible to guess from the token without the session's secret, or
 * the secret without the token.
 */
export const nextRefreshToken = (token: string, secret: Buffer): string =>
  createHmac("sha256", secret).update(token).digest("base64url");

/** What is stored of a refresh token. It has 256 bits of its own, so a plain hash can't be reversed. */
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();
