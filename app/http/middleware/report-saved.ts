import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Writes that change nothing that pages are made from. Most of a site's writes are among them. */
const COUNTED = /^\/(api\/(likes|views|visits)|auth\/v1\/token)\b/;

/** Calls `saved` after each successful write that may have changed content, and answers once it has resolved. */
export function reportSaved(saved: () => Promise<void>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (!READS.has(c.req.method) && c.res.ok && !COUNTED.test(c.req.path)) await saved();
  };
}
