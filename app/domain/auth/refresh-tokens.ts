import { createHash } from "node:crypto";
import type { Context } from "../context.ts";

const BYTES = 32;

/** A new refresh token: random, without meaning. */
export const makeRefreshToken = ({ random }: Pick<Context, "random">): string =>
  Buffer.from(random.hex(BYTES), "hex").toString("base64url");

/** What is stored of a refresh token. It has 256 bits of its own, so a plain hash can't be reversed. */
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();
