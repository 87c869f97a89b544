import type { RawHit, StoredHit } from "../app/domain/analytics/hit-rules.ts";
import { buildSession } from "./builders.ts";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What a reader's browser reports of a page, without a place; parts can be overridden. */
export const rawHit = (parts: Partial<RawHit> = {}): RawHit => ({
  kind: "view",
  session: buildSession(),
  url: "/about",
  screen: "1920x1080",
  who: "anonymous",
  address: "203.0.113.7",
  isOwnAddress: true,
  userAgent: FIREFOX,
  headers: { acceptLanguage: "de", fetchSite: "same-origin" },
  optsOut: false,
  ownHosts: ["blog.test"],
  ...parts,
});

/** A hit as it is stored, of a reader in Berlin who came from a search. `at` in ms since 1970. */
export const storedHit = (at: number, parts: Partial<StoredHit> = {}): StoredHit => ({
  kind: "view",
  at: new Date(at).toISOString(),
  session: buildSession(),
  visitor: "4611686018427387904",
  path: "/about",
  search: null,
  origin: {
    source: "Google",
    channel: "search",
    referrer_url: "https://www.google.com",
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
  },
  agent: {
    user_agent: FIREFOX,
    browser: "Firefox",
    browser_version: "140.0",
    operating_system: "Linux",
    device_type: "desktop",
    screen_resolution: "1920x1080",
  },
  place: { country: "Germany", region: "Berlin", city: "Berlin", latitude: 52.5, longitude: 13.4, timezone: "Europe/Berlin" },
  network: "203.0.113.0/24",
  is_authenticated: false,
  engaged: 0,
  scroll: 0,
  is_demo: false,
  ...parts,
});
