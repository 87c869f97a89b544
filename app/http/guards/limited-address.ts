import { isIP } from "node:net";
import { subscriberOf } from "../../platform/ip-address.ts";
import type { RequestInfo } from "../env.ts";

/** Reads `1.2.3.4:5678`, `[::1]:5678` and `::ffff:1.2.3.4`. */
function plainAddress(raw: string | undefined): string | null {
  const text = (raw ?? "").trim().toLowerCase();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(mapped) ? mapped : null;
}

/** Null when the app was called in process. */
function connectionAddress(c: RequestInfo): string | null {
  const incoming = c.env?.incoming;
  if (!incoming) return null;
  return plainAddress(incoming.socket?.remoteAddress) ?? "unknown";
}

/**
 * Each proxy appends the address it saw, so with n trusted proxies the n-th entry of X-Forwarded-For from the right is the client. With too
 * few or malformed entries, the address of the connection is used.
 * @returns an IPv4 or IPv6 address, "unknown" if the socket is already closed, null if called in process
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
 * Tries are counted by `key`. Not `certain`: the request seems to have come through a proxy that TRUST_PROXY doesn't count, and many
 * clients may share the address of the connection. Allow more tries, but keep counting, because any client can send the headers of a proxy.
 */
export type LimitedAddress = { key: string; certain: boolean };

/** How many visitors are assumed to share an uncertain address. */
export const SHARED_BY = 20;

/** Headers that proxies add to requests. */
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

/** A proxy in front of us runs on this machine or in its local networks. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;
/** Only whole addresses: anybody can own a name such as 127.evil.example. */
const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|::1)$/;

/** `http://localhost:3000`. */
function leadsHere(url: string | undefined): boolean {
  const { hostname } = (url && URL.parse(url)) || {};
  if (hostname === undefined) return true;
  return hostname === "localhost" || hostname.endsWith(".localhost") || THIS_MACHINE.test(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Headers show it. A proxy on this machine is also recognized by requests for a host name that isn't this machine's. */
function cameThroughUnknownProxy(c: RequestInfo, connection: string): boolean {
  const { trustProxy, settings } = c.get("deps");
  if (trustProxy > 0 || !NEAR.test(connection)) return false;
  if (MARKS.some((name) => c.req.header(name) !== undefined)) return true;
  if (!THIS_MACHINE.test(connection)) return false;
  const host = c.req.header("host");
  return ![settings.site().url, c.req.header("origin"), host && `http://${host}`].every(leadsHere);
}

/**
 * By a loopback connection, a host name of this machine, and no sign of a proxy. HTTP/1.0 is such a sign: nginx uses it by default. A site
 * with a public host name and TRUST_PROXY=0 may be behind a proxy that leaves no sign, so this is false there. It is true for calls in
 * process.
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

/** In this process. */
export const sawUnknownProxy = (c: Pick<RequestInfo, "get">): boolean => seen.has(c.get("deps"));

/** Logs once what the configuration lacks. */
function report(c: RequestInfo): void {
  const deps = c.get("deps");
  if (seen.has(deps)) return;
  seen.add(deps);
  deps.context.log.warn(
    "Requests seem to come through a proxy, but TRUST_PROXY is 0: visitors can't be told apart by their addresses, so they share " +
      "limits. Set TRUST_PROXY to the number of proxies in front of the site.",
  );
}

/** An IPv6 client by its /64, which is what one subscriber has. @returns null if called in process */
export function limitedAddress(c: RequestInfo): LimitedAddress | null {
  const connection = connectionAddress(c);
  if (connection === null) return null;
  if (!cameThroughUnknownProxy(c, connection)) return { key: subscriberOf(clientAddress(c) ?? connection), certain: true };
  report(c);
  return { key: subscriberOf(connection), certain: false };
}
