import { isIP } from "node:net";
import { subscriberOf } from "../../platform/ip-address.ts";
import type { RequestInfo } from "../env.ts";

/** The IP address in `1.2.3.4:5678`, `[::1]:5678` or `::ffff:1.2.3.4`; null if there is none. */
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
 * The client's IP address. Each reverse proxy appends the address it saw, so with n trusted proxies the n-th entry of X-Forwarded-For
 * from the right is the client; entries further left are the client's own claims. A header with too few or malformed
 * entries didn't come through those proxies, so the address of the connection is used.
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
 * The IP address under which tries are counted. `certain`: it is the client's own. Otherwise the request seems to have come through a
 * proxy that TRUST_PROXY doesn't count. Then `key` is the address of the connection, which many clients may share: allow more tries, but
 * keep counting, because any client can send the headers of a proxy.
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

/** This machine and its local networks, where a proxy in front of us runs. */
const NEAR = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;
/** Only whole addresses: anybody can own a name such as 127.evil.example. */
const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|::1)$/;

/** Whether a URL (`http://localhost:3000`) leads to this machine only. */
function leadsHere(url: string | undefined): boolean {
  const { hostname } = (url && URL.parse(url)) || {};
  if (hostname === undefined) return true;
  return hostname === "localhost" || hostname.endsWith(".localhost") || THIS_MACHINE.test(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Whether the request came through a proxy that isn't configured. Its headers show it. A proxy on this machine is also recognized by
 * requests for a host name that isn't this machine's.
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
 * Whether a request certainly comes from this machine: over a loopback connection, for a host name of this machine, and without a sign of
 * a proxy. HTTP/1.0 is such a sign: nginx uses it by default, and programs on this machine don't. A site with a public host name and
 * TRUST_PROXY=0 may be behind a proxy that leaves no sign, so this is false there. It is true for calls in process.
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

/** Whether this process has seen a request that seems to have come through a proxy that TRUST_PROXY doesn't count. */
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

/**
 * The IP address under which tries of this request are counted; an IPv6 client by its /64, which is what one subscriber has.
 * The headers of a proxy are only trusted if TRUST_PROXY counts it.
 * @returns null if called in process, by ourselves
 */
export function limitedAddress(c: RequestInfo): LimitedAddress | null {
  const connection = connectionAddress(c);
  if (connection === null) return null;
  if (!cameThroughUnknownProxy(c, connection)) return { key: subscriberOf(clientAddress(c) ?? connection), certain: true };
  report(c);
  return { key: subscriberOf(connection), certain: false };
}
