import { describe, expect, test } from "vitest";
import type { Rule } from "../hit-rules.ts";
import { compileRules, networkOf } from "./compile-rules.ts";
import { type ClassifiedHit, classifyHit, type Evidence, MISSING_MAX, PAGES_MAX, READER_BURST, SESSION_BURST } from "./intake.ts";

const reader: ClassifiedHit = {
  kind: "view",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  acceptLanguage: "de",
  address: "203.0.113.7",
  referrerHost: "www.google.com",
};
const nothing: Evidence = {
  rules: compileRules([]),
  viewsOfSession: 1,
  viewsOfReader: 1,
  pagesOfAddress: 1,
  missingOfAddress: 0,
};
const judged = (hit: Partial<ClassifiedHit>, evidence: Partial<Evidence> = {}) =>
  classifyHit({ ...reader, ...hit }, { ...nothing, ...evidence });

test("an ordinary reader counts", () => expect(judged({})).toBeNull());

test.each<[string, Partial<ClassifiedHit>, Partial<Evidence>]>([
  ["no_user_agent", { userAgent: " " }, {}],
  ["bot_user_agent", { userAgent: "Googlebot/2.1" }, {}],
  ["bot_headers", { acceptLanguage: null }, {}],
  ["spam_referrer", { referrerHost: "a.b.semalt.com" }, {}],
  ["too_many_addresses", {}, { pagesOfAddress: PAGES_MAX + 1 }],
  ["too_many_addresses", {}, { missingOfAddress: MISSING_MAX + 1 }],
  ["burst", {}, { viewsOfSession: SESSION_BURST + 1 }],
  ["burst", {}, { viewsOfReader: READER_BURST + 1 }],
])("%s", (reason, hit, evidence) => {
  expect(judged(hit, evidence)).toBe(reason);
});

test("at the limit nobody is suspected yet", () => {
  const most = { pagesOfAddress: PAGES_MAX, missingOfAddress: MISSING_MAX };
  expect(judged({}, { ...most, viewsOfSession: SESSION_BURST, viewsOfReader: READER_BURST })).toBeNull();
});

describe("the owner's rules", () => {
  const rule = (kind: Rule["kind"], value: string, verdict: Rule["verdict"]) => ({
    rules: compileRules([{ kind, value, verdict }]),
  });

  test.each<[Rule["kind"], string, boolean]>([
    ["network", "203.0.113.0/24", true],
    ["network", "203.0.113.7", true],
    ["network", "203.0.112.0/23", true],
    ["network", "203.0.113.8", false],
    ["network", "2001:db8::/32", false],
    ["network", "no network", false],
    ["user_agent", "firefox/140", true],
    ["user_agent", "Chrome", false],
    ["referrer", "google.com", true],
    ["referrer", "oogle.com", false],
  ])("a %s %s holds for our reader: %s", (kind, value, holds) => {
    expect(judged({}, rule(kind, value, "block"))).toBe(holds ? "blocked" : null);
    expect(judged({ acceptLanguage: null }, rule(kind, value, "allow"))).toBe(holds ? null : "bot_headers");
  });

  test("IPv6 networks, and addresses as they are kept", () => {
    const block = rule("network", "2001:db8:1::/48", "block");
    expect(judged({ address: "2001:db8:1:2::9" }, block)).toBe("blocked");
    expect(judged({ address: networkOf("2001:db8:1:2::9") }, block)).toBe("blocked");
    expect(judged({ address: "2001:db8:2::9" }, block)).toBeNull();
    expect(judged({ address: null }, block)).toBeNull();
  });
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["1::2:3:4:5:6:7", "1:0:2::/48"],
  ["::1", "0:0:0::/48"],
  ["64:ff9b::1.2.3.4", "64:ff9b:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["unknown", null],
  [null, null],
])("of the address %s is kept %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
