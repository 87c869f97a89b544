import { describe, expect, test } from "vitest";
import type { RuleKind } from "../hit-rules.ts";
import { agentName, networkMeant, readNetwork, readRule } from "./traffic-rules.ts";

describe("a network", () => {
  test.each([
    ["203.0.113.77/24", "203.0.113.0/24"],
    ["203.0.113.77", "203.0.113.77/32"],
    [" 203.0.113.77/32 ", "203.0.113.77/32"],
    ["203.0.255.255/20", "203.0.240.0/20"],
    ["10.255.0.0/8", "10.0.0.0/8"],
    ["2001:DB8:1:2::/48", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:db8:ffff:ffff:ffff:ffff:ffff:ffff/33", "2001:db8:8000::/33"],
    ["::ffff:203.0.113.7/96", "::ffff:0:0/96"],
    ["fe80::/16", "fe80::/16"],
  ])("%s is %s", (raw, network) => {
    expect(readNetwork(raw)).toEqual({ network });
  });

  test.each([
    "",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/24/1",
    "203.0.113.0/",
    "a.b.c.d",
    "::/129",
    ":::",
    "2001:db8::zz",
    "localhost",
    "1.2.3.4%eth0",
    "[::1]",
  ])("%j is none", (raw) => {
    expect(readNetwork(raw)).toEqual({ fault: "no network" });
  });

  test.each(["0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/3"])("%s is too wide", (raw) => {
    expect(readNetwork(raw)).toEqual({ fault: "too wide" });
  });
});

test.each([
  ["203.0.113", "203.0.113.0/24"],
  ["203.0.113.", "203.0.113.0/24"],
  ["203.0.113.77", "203.0.113.0/24"],
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["203.0.0.0/16", "203.0.0.0/16"],
  ["2001:db8", "2001:db8::/32"],
  ["2001:DB8:1:", "2001:db8:1::/48"],
  ["2001:db8:1:2::7", "2001:db8:1::/48"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["131.0", null],
  ["131.0.0.999", null],
  ["rv:140", null],
  ["https://a.example", null],
  ["bot", null],
  ["", null],
])("the search term %j means %s", (term, network) => {
  expect(networkMeant(term)).toBe(network);
});

describe("a rule", () => {
  test.each<[RuleKind, string, string]>([
    ["user_agent", "  AhrefsBot ", "AhrefsBot"],
    ["user_agent", "Mozilla/5.0 (compatible; EvilBot/1.0)", "Mozilla/5.0 (compatible; EvilBot/1.0)"],
    ["referrer", "Spam.Example", "spam.example"],
    ["referrer", "https://www.spam.example:8080/a?b#c", "spam.example"],
    ["referrer", "bücher.example", "xn--bcher-kva.example"],
    ["referrer", "spam.example.", "spam.example"],
  ])("about the %s %j is written %s", (kind, raw, value) => {
    expect(readRule(kind, raw)).toEqual({ value });
  });

  test.each<[RuleKind, string, string]>([
    ["user_agent", " ", "valueRequired"],
    ["user_agent", "ab", "agentShort"],
    ["user_agent", "a".repeat(513), "agentLong"],
    ["user_agent", "mozilla/5.0", "agentCommon"],
    ["user_agent", "Safari", "agentCommon"],
    ["user_agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", "agentCommon"],
    ["referrer", "example", "referrer"],
    ["referrer", "203.0.113.7", "referrer"],
    ["referrer", "https://", "referrer"],
    ["referrer", "a b.example", "referrer"],
    ["referrer", "*.example", "referrer"],
    ["network", "nowhere", "network"],
    ["network", "0.0.0.0/0", "wide"],
  ])("about the %s %j is none: %s", (kind, raw, fault) => {
    expect(readRule(kind, raw)).toEqual({ fault });
  });
});

describe("a user agent in short", () => {
  const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
  test.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36`, "HeadlessChrome 156"],
    ["Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", "AhrefsBot 7"],
    [
      `Mozilla/5.0 (Linux; Android 6.0.1) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
      "Googlebot 2",
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, "Edg 142"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140"],
    ["curl/8.5.0", "curl 8"],
    ["python-requests/2.31", "python-requests 2"],
    ["Mozilla/5.0", "Mozilla 5"],
    ["???", "???"],
  ])("%s", (userAgent, name) => expect(agentName(userAgent)).toBe(name));
});
