import { isIP } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import { type Found, type Place, placeIn } from "./place.ts";
import { isPrivateAddress } from "./private-addresses.ts";

export type { Place } from "./place.ts";

export type Places = {
  /** what the licence of the database wants to be said wherever its places are shown */
  attribution?: string | null;
  /** @returns null for addresses of no place (one's own machine or network) and for those that nobody knows */
  find(address: string | null): Place | null;
};

/** The database can't be used. The message is for the operator and names the variable. */
class PlacesError extends Error {
  /** Tells the log that a stack would help nobody. */
  readonly expected = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PlacesError";
  }
}

/** Whose databases may be used by whoever names them, and how; by the type that the file says it is of. */
const ATTRIBUTIONS: readonly (readonly [type: RegExp, text: string])[] = [
  [/db-?ip/i, "IP Geolocation by DB-IP (https://db-ip.com)"],
  [/geolite2/i, "This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com."],
];

/**
 * Opens a database of places (.mmdb): of countries, or of cities. It is read into memory once; nothing is asked of anybody.
 * @param file its path
 * @param variable who named the file, for the message
 * @throws PlacesError when the file isn't such a database
 */
export async function openPlaces({ file, variable }: { file: string; variable?: string }): Promise<Places> {
  let reader: Reader<Response>;
  try {
    reader = await open<Response>(file);
    reader.get("192.0.2.1");
  } catch (error) {
    const named = variable ? `${variable} is` : "The database of places is";
    const message = `${named} ${JSON.stringify(file)}, which can't be read as a database of places; it takes an .mmdb file.`;
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

/** A place in words: `Berlin, Germany`, or the country alone; null for no place. */
export function placeName(place: Place | null): string | null {
  const parts = [place?.city ?? place?.region, place?.country].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join(", ") : null;
}
