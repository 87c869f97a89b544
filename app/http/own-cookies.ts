import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { pathTo } from "../base-path.ts";
import type { AppEnv } from "./env.ts";

/** Browsers take a cookie with the prefix `host` from this host alone, which needs https and the root as its path. */
const scopeOf = (c: Context<AppEnv>) => {
  const secure = c.var.deps.settings.site().url.startsWith("https:");
  return { secure, path: pathTo("/"), prefix: secure && pathTo("/") === "/" ? ("host" as const) : undefined };
};

/** Scripts can't read it. */
export function setOwnCookie(c: Context<AppEnv>, name: string, value: string, seconds: number): void {
  const { prefix, ...scope } = scopeOf(c);
  const options = { httpOnly: true, sameSite: "Lax", maxAge: seconds, ...scope } as const;
  setCookie(c, name, value, prefix ? { ...options, path: "/", secure: true, prefix } : options);
}

export function ownCookie(c: Context<AppEnv>, name: string): string | undefined {
  const { prefix } = scopeOf(c);
  return prefix ? getCookie(c, name, prefix) : getCookie(c, name);
}
