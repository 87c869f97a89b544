import { LRUCache } from "lru-cache";
import type { Places } from "../../../platform/places/places.ts";
import { HIT_LIMITS, type VisitPlace } from "../model.ts";

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
export function visitPlaceOf(places: Places, address: string | null, timezone: string | undefined): VisitPlace {
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
