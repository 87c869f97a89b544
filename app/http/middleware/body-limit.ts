import type { MiddlewareHandler } from "hono";
import { bodyLimit as limit } from "hono/body-limit";
import type { AppEnv } from "../env.ts";
import { HttpError, unsupportedMediaType } from "../errors.ts";

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Refuses others with 415. This also keeps a plain HTML form on another site from reaching the API. */
export function jsonOnly(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const type = c.req.header("content-type");
    const length = c.req.header("content-length");
    // Without a length and a coding there is no body (RFC 9112, section 6.3), but the server still sees a stream.
    const unannounced = type === undefined && length === undefined && c.req.header("transfer-encoding") === undefined;
    // The body of OPTIONS isn't read.
    const saysNothing = unannounced || c.req.method === "OPTIONS";
    const carriesBody = Boolean(c.req.raw.body) && length !== "0" && !saysNothing;
    if (carriesBody && !JSON_TYPE.test(type ?? "")) throw unsupportedMediaType();
    await next();
  };
}

/** Most bodies are much smaller than this, in bytes. */
const JSON_BODY_MAX = 64 * 1024;

/** Paths that take the texts of posts or of the whole site, with their limit in bytes. */
const LONGER: [path: RegExp, maxBytes: number][] = [
  [/^\/api\/admin\/(posts|post-files|edits|newsletter\/issues)(\/|$)/, 2 * 1024 * 1024],
  [/^\/api\/admin\/words$/, 1024 * 1024],
  // A report quotes the message that it is about.
  [/^\/api\/newsletter\/bounces$/, 1024 * 1024],
  [/^\/api\/admin\/newsletter\/suppressions$/, 1024 * 1024],
];

/** 413: at once by Content-Length, chunked bodies as soon as they exceed the limit. */
export function bodyLimit(maxBytes: number = JSON_BODY_MAX): MiddlewareHandler<AppEnv> {
  const usual = limitTo(maxBytes);
  const longer = LONGER.map(([path, bytes]) => ({ path, apply: limitTo(bytes) }));
  return (c, next) => (longer.find(({ path }) => path.test(c.req.path))?.apply ?? usual)(c, next);
}

function limitTo(maxBytes: number): MiddlewareHandler<AppEnv> {
  return limit({
    maxSize: maxBytes,
    onError: () => {
      throw new HttpError(413, {
        code: "payload_too_large",
        message: "The body is too large",
        details: [{ field: "body", rule: `must have at most ${maxBytes} bytes` }],
      });
    },
  });
}
