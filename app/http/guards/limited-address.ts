import { isIP } from "node:net";
import { subscriberOf } from "../../platform/limits/shorten-address.ts";
import type { RequestInfo } from "../env.ts";

/** `1.2.3.4:5678`, `[::1]:5678` and `::ffff:1.2.3.4` to the plain address; null when it is none. */
function plainAddress(raw: string | undefined): string | null {
  const text = (raw ?? "").trim().toLowerCase();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(mapped) ? mapped : null;
}

/** The other end of the connection; null when the app was called in process, without one. */
function connectionAddress(c: RequestInfo): string | null {
  const incoming = c.env?.incoming;
  if (!incoming) return null;
  return plainAddress(incoming.socket?.remoteAddress) ?? "unknown";
}

/**
 * Who asks. Each reverse proxy appends the address it saw, so with n trusted proxies the n-th entry of X-Forwarded-For
 * from the right is the client; entries further left are whatever the client claims. A header with too few or malformed
 * entries didn't come through those proxies: then the connection counts.
 * @returns an IPv4 or IPv6 address, "unknown" when the socket is already gone, null when called in process
 */
export function clientAddress(c: RequestInfo): string | null {
  const { trustProxy } = c.get("deps");
  if (trustProxy > 0) {
    const seen = (c.req.header("x-forwarded-for") ?? "").split(",");
    const address = plainAddress(seen.at(-trustProxy));
    if (address) return address;
  }
  return connectionAddress(c);
}

/**
 * Under which address tries are counted. `certain`: it is the client's own. Otherwise the request seems to have come through a proxy that
 * TRUST_PROXY doesn't name. Then `key` is the connection's address, which many may share: count them more generously there, but count them,
 * because any client can send the headers that give a proxy away.
 */
export type LimitedAddress = { key: string; certain: boolean };

/** How many visitors are taken to share an uncertain address. */
export const SHARED_BY = 20;

/** Marks that proxies leave on what they pass on. */
const MARKS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-server",
  "x-forwarded-ssl",
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "via",
  "cf-connecting-ip",
  "true-client-ip",
];

/** This machine and its own networks: where a proxy in front of us stands. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;
/** Whole addresses only: 127.evil.example is a name, and anybody's. */
const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|::1)$/;

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
function cameThroughUnknownProxy(c: RequestInfo, connection: string): boolean {
  const { trustProxy, settings } = c.get("deps");
  if (trustProxy > 0 || !NEAR.test(connection)) return false;
  if (MARKS.some((name) => c.req.header(name) !== undefined)) return true;
  if (!THIS_MACHINE.test(connection)) return false;
  const host = c.req.header("host");
  return ![settings.site().url, c.req.header("origin"), host && `http://${host}`].every(leadsHere);
}

/**
 * Whether a request comes from this machine and nobody else: over a loopback connection, for a name of this machine, without a sign of a
 * proxy. HTTP/1.0 is a sign: nginx speaks it unless told otherwise, and programs on this machine don't. A site with a name of its own and
 * TRUST_PROXY=0 may be behind a proxy that leaves no sign at all, so nobody counts as this machine there. Calls in
 * process do.
 */
export function isFromThisMachine(c: RequestInfo): boolean {
  const connection = connectionAddress(c);
  if (connection === null) return true;
  if (!THIS_MACHINE.test(connection) || cameThroughUnknownProxy(c, connection)) return false;
  if (MARKS.some((name) => c.req.header(name) !== undefined)) return false;
  const host = c.req.header("host");
  if (!host || c.env.incoming?.httpVersion === "1.0") return false;
  return [c.req.header("origin"), `http://${host}`].every(leadsHere);
}

const seen = new WeakSet<object>();

/** Whether a request has come that looks as if it passed a proxy which TRUST_PROXY doesn't name, since this process started. */
export const sawUnknownProxy = (c: RequestInfo): boolean => seen.has(c.get("deps"));

/** Remembers it for the dashboard, and says once in the log what is missing in the configuration. */
function tell(c: RequestInfo): void {
  const deps = c.get("deps");
  if (seen.has(deps)) return;
  seen.add(deps);
  deps.context.log.warn(
    "Requests seem to come through a proxy, but TRUST_PROXY is 0: visitors can't be told apart by their addresses, so they share " +
      "limits. Set TRUST_PROXY to the number of proxies in front of the site.",
  );
}

/**
 * The address under which tries of this request are counted: an IPv6 client by its /64, which is what one subscriber has.
 * What a proxy says is believed where TRUST_PROXY names it, and nowhere else.
 * @returns null when called in process: that is ourselves
 */
export function limitedAddress(c: RequestInfo): LimitedAddress | null {
  const connection = connectionAddress(c);
  if (connection === null) return null;
  if (!cameThroughUnknownProxy(c, connection)) return { key: subscriberOf(clientAddress(c) ?? connection), certain: true };
  tell(c);
  return { key: subscriberOf(connection), certain: false };
}
