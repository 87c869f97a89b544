import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { unsupportedMediaType } from "../errors.ts";

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Bodies are JSON: another Content-Type, or a body without one, is refused with 415. This also keeps a plain HTML form of
 * another site from reaching the API.
 */
export function jsonOnly(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const type = c.req.header("content-type");
    const length = c.req.header("content-length");
    // Browsers send a DELETE without a body and without a word about its type or length; the server sees a stream all the same.
    const unannounced = type === undefined && length === undefined && c.req.header("transfer-encoding") === undefined;
    // Nor does anybody read what comes with OPTIONS.
    const saysNothing = (unannounced && c.req.method === "DELETE") || c.req.method === "OPTIONS";
    const carriesBody = Boolean(c.req.raw.body) && length !== "0" && !saysNothing;
    if (carriesBody && !JSON_TYPE.test(type ?? "")) throw unsupportedMediaType();
    await next();
  };
}
