import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { isPrivateAddress } from "../ip-address.ts";
import type { Places } from "./places.ts";
import { type Found, type Place, placeIn } from "./places.ts";

const ADDRESS_MARK = "{ip}";

/** How long one service may take (specification, sections 7 and 9). */
const PATIENCE_MS = 5000;
/** An answer is measured in bytes, a name in characters. */
const ANSWER_MAX = 65_536;
const NAME_MAX = 100;
/** IP addresses: cached, and requested at once. Beyond that, one isn't requested this time. */
const CACHED_MAX = 20_000;
const AT_ONCE = 4;
const WAITING = 500;
const CACHED_MS = 24 * 3_600_000;
const UNKNOWN_CACHED_MS = 10 * 60_000;

export type HttpPlacesOptions = {
  /** URLs with `{ip}` in them, in the order in which they are asked. */
  services: readonly string[];
  /** Used until an answer has arrived, and where no service has one. */
  meanwhile: Places;
  patienceMs?: number;
};

/** `idle`: resolves when no request is in progress. */
export type HttpPlaces = Places & { idle(): Promise<void> };

/** Asks services one after the other. `find` never waits: it returns what is known so far. Private IP addresses are never sent. */
export function createHttpPlaces({ services, meanwhile, patienceMs = PATIENCE_MS }: HttpPlacesOptions): HttpPlaces {
  const known = new LRUCache<string, { place: Place | null; until: number }>({ max: CACHED_MAX });
  const limit = pLimit(AT_ONCE);
  const asking = new Map<string, Promise<void>>();

  const lookUp = async (address: string) => {
    const place = await firstKnown(services, address, patienceMs);
    known.set(address, { place, until: performance.now() + (place ? CACHED_MS : UNKNOWN_CACHED_MS) });
    asking.delete(address);
  };

  return {
    attribution: meanwhile.attribution ?? null,
    find(address) {
      if (address === null || isIP(address) === 0 || isPrivateAddress(address)) return null;
      const found = known.get(address);
      const isFresh = found !== undefined && performance.now() < found.until;
      if (!isFresh && !asking.has(address) && limit.pendingCount < WAITING) asking.set(address, limit(lookUp, address));
      return found?.place ?? meanwhile.find(address);
    },
    async idle() {
      while (asking.size > 0) await Promise.all(asking.values());
    },
  };
}

async function firstKnown(services: readonly string[], address: string, patienceMs: number): Promise<Place | null> {
  for (const service of services) {
    // If one fails, the next may know.
    const place = await askOne(service, address, patienceMs).catch(() => null);
    if (place) return place;
  }
  return null;
}

async function askOne(service: string, address: string, patienceMs: number): Promise<Place | null> {
  const response = await fetch(service.replaceAll(ADDRESS_MARK, encodeURIComponent(address)), {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(patienceMs),
    redirect: "error",
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > ANSWER_MAX) return null;
    chunks.push(chunk);
  }
  return placeFrom(JSON.parse(Buffer.concat(chunks).toString()));
}

type Answer = Record<string, unknown>;

const record = (value: unknown): Answer => (typeof value === "object" && value !== null ? (value as Answer) : {});

function name(...candidates: unknown[]): string | undefined {
  const text = candidates.find((value) => typeof value === "string" && value.trim() !== "");
  return typeof text === "string"
    ? text
        .replace(/\p{Cc}/gu, "")
        .trim()
        .slice(0, NAME_MAX)
        .toWellFormed() || undefined
    : undefined;
}

/** Reads the fields that different services use; null for a failure or an answer without a place. */
export function placeFrom(answer: unknown): Place | null {
  const fields = record(answer);
  if (fields.status === "fail" || fields.success === false || fields.error) return null;
  const [country, code] = [
    name(fields.country_name, fields.countryName, fields.country),
    name(fields.country_code, fields.countryCode),
  ];
  const [latitude, longitude] = name(fields.loc)?.split(",") ?? [];
  const found = {
    ...(code && { country_code: code }),
    country: country && country.length > 2 ? { names: { en: country } } : country,
    region: name(fields.regionName, fields.region_name, fields.region),
    city: name(fields.city),
    latitude: fields.latitude ?? fields.lat ?? latitude,
    longitude: fields.longitude ?? fields.lon ?? longitude,
    timezone: fields.timezone ?? fields.time_zone,
  };
  const timezone = name(record(found.timezone).id, record(found.timezone).name, found.timezone);
  return placeIn({ ...found, timezone } as Found);
}
