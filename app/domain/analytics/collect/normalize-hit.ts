import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../../../platform/database/db.ts";
import type { Places } from "../../../platform/places/places.ts";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { HIT_LIMITS, type RawHit, type StoredHit, type VisitPlace } from "../hit-rules.ts";
import type { Address } from "./addresses.ts";
import { agentOf } from "./agents.ts";
import { networkOf } from "./compile-rules.ts";
import { originOf } from "./origins.ts";

/** Cached salts: today's and, around midnight, the previous one. */
const DAYS = 3;

type Identity = {
  /** Of the site's day of `at` (ms since 1970); the same in every process. */
  saltAt(at: number, timezone: string): Promise<KeyObject>;
};

export function createIdentity(ctx: Pick<Context, "db" | "random">): Identity {
  const salts = new LRUCache<string, KeyObject>({ max: DAYS });
  return {
    async saltAt(at, timezone) {
      const day = localDay(at, timezone);
      const known = salts.get(day);
      if (known) return known;
      const bytes = await saltOfDay(ctx.db, { day, fresh: Buffer.from(ctx.random.hex(32), "hex"), at: new Date(at) });
      const salt = createSecretKey(bytes);
      salts.set(day, salt);
      return salt;
    },
  };
}

/** The first caller stores it. @param fresh 32 random bytes */
async function saltOfDay(db: Db, { day, fresh, at }: { day: string; fresh: Buffer; at: Date }): Promise<Buffer> {
  await db
    .insertInto("analytics_salts")
    .values({ day: sql`${day}::date`, salt: fresh, created_at: at })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  const { salt } = await db
    .selectFrom("analytics_salts")
    .select("salt")
    .where("day", "=", sql<Date>`${day}::date`)
    .executeTakeFirstOrThrow();
  return salt;
}

/** The first 63 bits of HMAC-SHA-256 of IP address and user agent under the day's salt. Untraceable once the salt is deleted. */
function visitorNumber(salt: KeyObject, address: string | null, userAgent: string): string {
  const digest = createHmac("sha256", salt)
    .update(`${address ?? ""}\n${userAgent}`)
    .digest();
  return (digest.readBigUInt64BE() >> 1n).toString();
}

/** For pages without script, one session each day; 32 hex characters. */
export const sessionOfVisitor = (visitor: string, day: string): string => hash("sha256", `${day} ${visitor}`).slice(0, 32);

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

/** The current IANA name; null if it is invalid. */
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

const knownPlaces = new LRUCache<string, VisitPlace>({ max: 5000 });

/** One shared object per place, so that its id is found quickly. */
function same(place: VisitPlace): VisitPlace {
  const key = Object.values(place).join("\n");
  const known = knownPlaces.get(key) ?? place;
  knownPlaces.set(key, known);
  return known;
}

/** `unknown` where the database of places knows nothing. @param timezone the browser's, for where the place has none */
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
  at: number;
  day: string;
  salt: KeyObject;
  places: Places;
};

/** Network instead of IP address, a number for the visitor; absurd values are cut or unknown, malformed ones were refused before. */
export function normalize(hit: RawHit, { path, search, query }: Address, { at, day, salt, places }: Surroundings): StoredHit {
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
