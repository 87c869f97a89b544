import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Most of a site's writes change nothing that pages are made from, and tools of MCP write by operations of the API. */
const COUNTED = /^\/(api\/(likes|views|visits)|auth\/v1\/token|mcp)\b/;

/** Answers once `saved` has resolved. */
export function reportSaved(saved: () => Promise<void>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (!READS.has(c.req.method) && c.res.ok && !COUNTED.test(c.req.path)) await saved();
  };
}
