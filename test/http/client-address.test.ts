import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv, Deps } from "../../app/http/env.ts";
import { clientAddress } from "../../app/http/guards/limited-address.ts";
import { shortenAddress, subscriberOf } from "../../app/platform/ip-address.ts";

async function seen(trustProxy: number, remoteAddress: string | undefined, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>().get("/", (c) => {
    c.set("deps", { trustProxy } as Deps);
    return c.text(String(clientAddress(c)));
  });
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const answer = await app.request("/", { headers }, { incoming: { socket: { remoteAddress } } });
  return answer.text();
}

test.each([
  [0, "203.0.113.5", undefined, "203.0.113.5"],
  [0, "203.0.113.5", "1.2.3.4", "203.0.113.5"],
  [0, "::ffff:203.0.113.5", undefined, "203.0.113.5"],
  [0, undefined, undefined, "unknown"],
  [1, "10.0.0.1", "1.2.3.4", "1.2.3.4"],
  [1, "10.0.0.1", "9.9.9.9, 1.2.3.4", "1.2.3.4"],
  [2, "10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2", "1.2.3.4"],
  [1, "10.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
  [1, "10.0.0.1", "[2001:DB8::1]:443", "2001:db8::1"],
  [1, "10.0.0.1", "2001:db8::1", "2001:db8::1"],
  [2, "10.0.0.1", "1.2.3.4", "10.0.0.1"],
  [1, "10.0.0.1", "evil", "10.0.0.1"],
  [1, "10.0.0.1", "", "10.0.0.1"],
  [1, "10.0.0.1", undefined, "10.0.0.1"],
  [1, "10.0.0.1", "1.2.3.4\u00e9", "10.0.0.1"],
])("%i proxies, connection %s, X-Forwarded-For %s: %s", async (trustProxy, connection, forwarded, expected) => {
  expect(await seen(trustProxy, connection, forwarded)).toBe(expected);
});

test("calls in process have no address", async () => {
  const app = new Hono<AppEnv>().get("/", (c) => {
    c.set("deps", { trustProxy: 0 } as Deps);
    return c.text(String(clientAddress(c)));
  });
  expect(await (await app.request("/")).text()).toBe("null");
});

test("an IPv6 address is limited by its /64", () => {
  expect(subscriberOf("203.0.113.5")).toBe("203.0.113.5");
  expect(subscriberOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(subscriberOf("2001:db8:1:2::1")).toBe("2001:db8:1:2");
  expect(subscriberOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(subscriberOf("::1")).toBe("0:0:0:0");
});

test("an address is stored as its network: IPv4 by its /24, IPv6 by its /48", () => {
  expect(shortenAddress("203.0.113.5")).toBe("203.0.113.0/24");
  expect(shortenAddress("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::/48");
  expect(shortenAddress("2001:db8::1")).toBe("2001:db8:0::/48");
  expect(shortenAddress("unknown")).toBeNull();
  expect(shortenAddress(null)).toBeNull();
});
