import type { Asked } from "../asked.ts";
import { clientAddress, connectionAddress, plainAddress } from "./client-address.ts";

/**
 * Under which address tries are counted. `certain`: it is the client's own. Otherwise the request came through a proxy that
 * TRUST_PROXY doesn't name: then `key` is what that proxy says, if anything, and may be made up.
 */
export type LimitedAddress = { key: string | null; certain: boolean };

/** One subscriber holds a whole IPv6 /64, so that is what counts as one. */
export function limiterKey(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}

/** Marks that proxies leave on what they pass on. */
const MARKS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via", "cf-connecting-ip"];

/** This machine and its own networks: where a proxy in front of us stands. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;
const THIS_MACHINE = /^(127\.|::1$)/;

/** Whether an address of the web (`http://localhost:3000`) leads to this machine alone. */
function leadsHere(url: string | undefined): boolean {
  const { hostname } = (url && URL.parse(url)) || {};
  if (hostname === undefined) return true;
  return hostname === "localhost" || hostname.endsWith(".localhost") || THIS_MACHINE.test(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Whether a proxy stands between us and the client that nobody told us of. It gives itself away by its headers; one on this
 * machine also by passing on what browsers ask of a name that isn't this machine's.
 */
function cameThroughUnknownProxy(c: Asked, connection: string): boolean {
  const { trustProxy, settings } = c.get("deps");
  if (trustProxy > 0 || !NEAR.test(connection)) return false;
  if (MARKS.some((name) => c.req.header(name) !== undefined)) return true;
  if (!THIS_MACHINE.test(connection)) return false;
  const host = c.req.header("host");
  return ![settings.site().url, c.req.header("origin"), host && `http://${host}`].every(leadsHere);
}

const told = new WeakSet<object>();

/** Says once in the log what is missing in the configuration. */
function tell(c: Asked): void {
  const deps = c.get("deps");
  if (told.has(deps)) return;
  told.add(deps);
  deps.context.log.warn(
    "Requests come through a proxy, but TRUST_PROXY is 0: visitors can't be told apart by their addresses, so limits on tries " +
      "are weaker than they should be. Set TRUST_PROXY to the number of proxies in front of the site.",
  );
}

/**
 * The address under which tries of this request are counted: an IPv6 client by its /64, which is what one subscriber has.
 * Visitors behind a proxy that TRUST_PROXY doesn't name never share one bucket; the log says once what to configure.
 * @returns null when called in process: that is ourselves
 */
export function limitedAddress(c: Asked): LimitedAddress | null {
  const connection = connectionAddress(c);
  if (connection === null) return null;
  if (!cameThroughUnknownProxy(c, connection)) return { key: limiterKey(clientAddress(c) ?? connection), certain: true };
  tell(c);
  const said = plainAddress(c.req.header("x-forwarded-for")?.split(",").at(-1)) ?? plainAddress(c.req.header("x-real-ip"));
  return { key: said && limiterKey(said), certain: false };
}
