import { isIP } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import { isPrivateAddress } from "../ip-address.ts";

/** Null, or absent, where unknown. Names in English; coordinates with one decimal, as precise as a town; `timezone` is IANA's name. */
export type Place = {
  country: string | null;
  region: string | null;
  city: string | null;
  latitude?: number;
  longitude?: number;
  timezone?: string;
};

type Names = { names?: { en?: string }; iso_code?: string };
/** Country files without names have `country_code`; those of MaxMind's form have the rest. */
export type Found = {
  country_code?: string;
  country?: Names | string;
  subdivisions?: Names[];
  city?: Names | string;
  state1?: string;
  region?: string;
  latitude?: unknown;
  longitude?: unknown;
  timezone?: unknown;
  location?: { latitude?: unknown; longitude?: unknown; time_zone?: unknown };
};

/** ISO 3166's code for no country in particular. */
const UNKNOWN = "ZZ";
const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

function countryOf({ country, country_code }: Found): string | null {
  const code = country_code ?? (typeof country === "object" ? country.iso_code : country);
  if (code?.toUpperCase() === UNKNOWN) return null;
  if (code && /^[A-Za-z]{2}$/.test(code)) return countryNames.of(code.toUpperCase()) ?? null;
  return (typeof country === "object" ? country.names?.en : undefined) ?? null;
}

const nameOf = (value: Names | string | undefined): string | null =>
  (typeof value === "string" ? value : value?.names?.en) || null;

const rounded = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.round(number * 10) / 10 : undefined;
};

function spotOf({ location, latitude, longitude, timezone }: Found): Pick<Place, "latitude" | "longitude" | "timezone"> {
  const [lat, long] = [rounded(location?.latitude ?? latitude), rounded(location?.longitude ?? longitude)];
  const zone = location?.time_zone ?? timezone;
  const isSpot = lat !== undefined && long !== undefined && Math.abs(lat) <= 90 && Math.abs(long) <= 180;
  return {
    ...(isSpot && { latitude: lat, longitude: long }),
    ...(typeof zone === "string" && /^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]{1,50}$/.test(zone) && { timezone: zone }),
  };
}

export function placeIn(found: Found): Place | null {
  const place = {
    country: countryOf(found),
    region: nameOf(found.subdivisions?.[0]) ?? nameOf(found.state1) ?? nameOf(found.region),
    city: nameOf(found.city),
    ...spotOf(found),
  };
  return place.country === null && place.region === null && place.city === null ? null : place;
}

export type Places = {
  /** What the database's license asks for wherever its places are shown. */
  attribution?: string | null;
  /** @returns null for private IP addresses and unknown ones */
  find(address: string | null): Place | null;
};

class PlacesError extends Error {
  readonly expected = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PlacesError";
  }
}

const ATTRIBUTIONS: readonly (readonly [type: RegExp, text: string])[] = [
  [/db-?ip/i, "IP Geolocation by DB-IP (https://db-ip.com)"],
  [/geolite2/i, "This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com."],
];

/** A database (.mmdb) of countries or cities, read into memory. @param variable the one that named the file @throws PlacesError */
export async function openPlaces({ file, variable }: { file: string; variable?: string }): Promise<Places> {
  let reader: Reader<Response>;
  try {
    reader = await open<Response>(file);
    reader.get("192.0.2.1");
  } catch (error) {
    const named = variable ? `${variable} is` : "The database of places is";
    const message = `${named} ${JSON.stringify(file)}, which can’t be read as a database of places; it takes an .mmdb file.`;
    throw new PlacesError(message, { cause: error });
  }
  const { databaseType, description } = reader.metadata;
  const says = `${databaseType} ${JSON.stringify(description)}`;
  return {
    attribution: ATTRIBUTIONS.find(([type]) => type.test(says))?.[1] ?? null,
    find(address) {
      if (address === null || isIP(address) === 0 || isPrivateAddress(address)) return null;
      // A file may break in the middle: then the place is unknown, and nothing else fails.
      const found = attempt(() => reader.get(address) as Found | null);
      return found && placeIn(found);
    },
  };
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** `Berlin, Germany`, or the country alone. */
export function placeName(place: Place | null): string | null {
  const parts = [place?.city ?? place?.region, place?.country].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join(", ") : null;
}
