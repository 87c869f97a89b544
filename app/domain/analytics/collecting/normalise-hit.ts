import type { KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Places } from "../../../platform/places/places.ts";
import { HIT_LIMITS, type RawHit, type StoredHit, type VisitPlace } from "../model.ts";
import type { Address } from "./addresses.ts";
import { agentOf } from "./agents.ts";
import { networkOf } from "./compile-rules.ts";
import { sessionOfVisitor, visitorNumber } from "./identity.ts";
import { originOf } from "./origins.ts";

const NOWHERE: VisitPlace = {
  country: "unknown",
  region: "unknown",
  city: "unknown",
  latitude: null,
  longitude: null,
  timezone: null,
};

const ZONES = new Set(Intl.supportedValuesOf("timeZone"));
const zones = new LRUCache<string, { zone: string | null }>({ max: 1000 });

/** The browser's timezone as IANA names it today; null for what is none. */
function zoneOf(raw: string | undefined): string | null {
  if (!raw || raw.length > HIT_LIMITS.timezone) return null;
  if (ZONES.has(raw) || raw === "UTC") return raw;
  const known = zones.get(raw);
  if (known) return known.zone;
  const name = attempt(() => new Intl.DateTimeFormat("en", { timeZone: raw }).resolvedOptions().timeZone);
  const zone = name !== null && /^[A-Za-z]/.test(name) ? name : null;
  zones.set(raw, { zone });
  return zone;
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const met = new LRUCache<string, VisitPlace>({ max: 5000 });

/** One and the same for all who are in the same place, so that its number is found quickly. */
function same(place: VisitPlace): VisitPlace {
  const key = Object.values(place).join("\n");
  const known = met.get(key) ?? place;
  met.set(key, known);
  return known;
}

/**
 * Where a reader is, as far as the database of places knows; `unknown` for the rest. Coordinates have one decimal.
 * @param timezone the browser's, for where the place has none
 */
function visitPlaceOf(places: Places, address: string | null, timezone: string | undefined): VisitPlace {
  const found = places.find(address);
  const zone = zoneOf(timezone);
  if (!found) return same({ ...NOWHERE, timezone: zone });
  return same({
    country: found.country ?? "unknown",
    region: found.region ?? "unknown",
    city: found.city ?? "unknown",
    latitude: found.latitude ?? null,
    longitude: found.longitude ?? null,
    timezone: found.timezone ?? zone,
  });
}

export type Surroundings = {
  /** when it came, in ms since 1970 */
  at: number;
  /** the site's day of that moment, and its salt */
  day: string;
  salt: KeyObject;
  places: Places;
};

/**
 * A hit as it is kept: nothing in it can't be stored, the address is shortened, the reader is a number. What can be absurd is
 * cut or unknown here; what is malformed was refused before.
 */
export function normalise(hit: RawHit, { path, search, query }: Address, { at, day, salt, places }: Surroundings): StoredHit {
  const visitor = visitorNumber(salt, hit.address, hit.userAgent);
  return {
    kind: hit.kind,
    at: new Date(at).toISOString(),
    session: hit.session ?? sessionOfVisitor(visitor, day),
    visitor,
    path,
    search: hit.kind === "view" ? search : null,
    origin: originOf(query, hit.referrer, hit.ownHosts),
    agent: agentOf(hit.userAgent, hit.screen),
    place: visitPlaceOf(places, hit.address, hit.timezone),
    network: networkOf(hit.address),
    is_authenticated: hit.who === "reader" || hit.who === "admin",
    view: hit.view ?? 0,
    engaged: Math.round(hit.engaged ?? 0),
    scroll: Math.round(hit.scroll ?? 0),
    is_demo: false,
  };
}
