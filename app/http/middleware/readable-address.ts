import type { MiddlewareHandler } from "hono";
import { type FieldError, invalid } from "../../domain/errors.ts";
import type { AppEnv } from "../env.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const FAULTS_MAX = 10;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function faultOf(value: string | null): string | null {
  if (value === null) return "must be percent-encoded UTF-8";
  return value.includes("\0") ? "must not contain NUL" : null;
}

function queryFaults(search: string): FieldError[] {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  for (const pair of search.slice(1).split("&")) {
    if (pair === "") continue;
    const [rawName = "", ...rest] = pair.replaceAll("+", " ").split("=");
    const name = decode(rawName);
    if (name === null || !NAME.test(name)) {
      faults.push({ field: "query", rule: "must have only parameters named in the documentation" });
      continue;
    }
    const fault = faultOf(decode(rest.join("=")));
    if (fault) faults.push({ field: name, rule: fault });
    if (seen.has(name)) faults.push({ field: name, rule: "must appear at most once" });
    seen.add(name);
  }
  return faults;
}

/**
 * Refuses broken percent-encoding, bytes that aren't UTF-8, NUL, a parameter given twice, or one with a name that no parameter can have.
 */
export function readableAddress(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    const pathFault = faultOf(decode(url.pathname));
    const faults = [...(pathFault ? [{ field: "path", rule: pathFault }] : []), ...queryFaults(url.search)];
    if (faults.length > 0) throw invalid("The URL can’t be read", faults.slice(0, FAULTS_MAX));
    await next();
  };
}
