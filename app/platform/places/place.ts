/**
 * Where an address is; null, or absent, for what the database doesn't know. `country` and `region` are names in English;
 * coordinates have one decimal, which is a town and no street; `timezone` is IANA's name.
 */
export type Place = {
  country: string | null;
  region: string | null;
  city: string | null;
  latitude?: number;
  longitude?: number;
  timezone?: string;
};

type Names = { names?: { en?: string }; iso_code?: string };
/** A record as country files without names (`country_code`) and as those of MaxMind's form have it. */
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

/** Coordinates and timezone, of those that the record has. */
function spotOf({ location, latitude, longitude, timezone }: Found): Pick<Place, "latitude" | "longitude" | "timezone"> {
  const [lat, long] = [rounded(location?.latitude ?? latitude), rounded(location?.longitude ?? longitude)];
  const zone = location?.time_zone ?? timezone;
  const isSpot = lat !== undefined && long !== undefined && Math.abs(lat) <= 90 && Math.abs(long) <= 180;
  return {
    ...(isSpot && { latitude: lat, longitude: long }),
    ...(typeof zone === "string" && /^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]{1,50}$/.test(zone) && { timezone: zone }),
  };
}

/** The place that a record tells; null where it tells none. */
export function placeIn(found: Found): Place | null {
  const place = {
    country: countryOf(found),
    region: nameOf(found.subdivisions?.[0]) ?? nameOf(found.state1) ?? nameOf(found.region),
    city: nameOf(found.city),
    ...spotOf(found),
  };
  return place.country === null && place.region === null && place.city === null ? null : place;
}
