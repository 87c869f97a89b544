import { isIP } from "node:net";
import type { RequestInfo } from "../request-info.ts";

/** `1.2.3.4:5678`, `[::1]:5678` and `::ffff:1.2.3.4` to the plain address; null when it is none. */
function plainAddress(raw: string | undefined): string | null {
  const text = (raw ?? "").trim().toLowerCase();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(mapped) ? mapped : null;
}

/** The other end of the connection; null when the app was called in process, without one. */
export function connectionAddress(c: RequestInfo): string | null {
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
