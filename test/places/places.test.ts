import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCities, openPlacesOf } from "../../app/boot/open-places.ts";
import { openPlaces, type Places, placeName } from "../../app/platform/places/places.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { writeMmdb } from "./write-mmdb.ts";

const folder = mkdtempSync(join(tmpdir(), "places-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const CITIES = {
  "203.0.113.0/24": {
    city: { names: { en: "Berlin", de: "Berlin" } },
    subdivisions: [{ iso_code: "BE", names: { en: "State of Berlin" } }],
    country: { iso_code: "DE", names: { en: "Germany", de: "Deutschland" } },
    location: { latitude: "52.5243", longitude: "13.4105", time_zone: "Europe/Berlin" },
  },
  "198.51.100.0/24": { subdivisions: [{ names: { en: "Brittany" } }], country: { iso_code: "FR", names: { en: "France" } } },
  "192.0.2.0/25": { country_code: "IT" },
  "192.0.2.128/25": { country_code: "ZZ" },
  "192.168.0.0/16": { country_code: "AU" },
  "10.0.0.0/8": { country_code: "AU" },
};

describe("the countries that come with the product", () => {
  let places: Places;
  beforeAll(async () => {
    places = await openPlacesOf({ geoipDb: undefined, geoipHttp: undefined });
  });

  test.each([
    ["85.214.132.117", "Germany"],
    ["8.8.8.8", "United States"],
    ["2a01:4f8::1", "Germany"],
  ])("%s is in %s", (address, country) => {
    expect(placeName(places.find(address))).toBe(country);
  });

  test.each([
    ...["127.0.0.1", "127.8.8.8", "::1", "192.168.7.7", "10.1.2.3", "172.16.0.1", "172.31.255.255", "169.254.1.1"],
    ...["100.64.0.1", "fd00::1", "fe80::1", "::", "0.0.0.0", "localhost", "unknown", "", "8.8.8", "::ffff:192.168.1.1"],
  ])("%s has no place", (address) => {
    expect(places.find(address)).toBeNull();
  });

  test("a missing address has no place", () => expect(places.find(null)).toBeNull());
});

describe("an operator's file of cities", () => {
  let places: Places;
  beforeAll(async () => {
    places = await openPlacesOf({ geoipDb: write("cities.mmdb", writeMmdb(CITIES)), geoipHttp: undefined });
  });

  test.each([
    [
      "203.0.113.9",
      {
        country: "Germany",
        region: "State of Berlin",
        city: "Berlin",
        latitude: 52.5,
        longitude: 13.4,
        timezone: "Europe/Berlin",
      },
      "Berlin, Germany",
    ],
    ["198.51.100.1", { country: "France", region: "Brittany", city: null }, "Brittany, France"],
    ["192.0.2.1", { country: "Italy", region: null, city: null }, "Italy"],
    ["192.0.2.200", null, null],
    ["9.9.9.9", null, null],
    ["192.168.1.1", null, null],
    ["10.1.1.1", null, null],
  ])("%s", (address, place, name) => {
    expect(places.find(address)).toEqual(place);
    expect(placeName(places.find(address))).toBe(name);
  });

  test("has the attribution that its license requires", async () => {
    expect(places.attribution).toBeNull();
    const lite = await openPlaces({ file: write("lite.mmdb", writeMmdb(CITIES, "GeoLite2-City")) });
    expect(lite.attribution).toContain("https://www.maxmind.com");
  });

  test("that is broken in the middle leaves places unknown", async () => {
    const whole = writeMmdb(CITIES);
    const broken = Buffer.from(whole);
    const at = broken.indexOf("Germany") - 8;
    broken.fill(0xff, at, at + 12);
    const file = await openPlaces({ file: write("broken.mmdb", broken) });
    expect(file.find("203.0.113.9")).toBeNull();
  });
});

test("a package of cities has a file for each kind of address, and is named where its places are shown", async () => {
  const cities = mkdtempSync(join(tmpdir(), "cities-"));
  const flat = { city: "Lyon", state1: "Rhône", country_code: "FR", latitude: "45.764", longitude: "4.8357", timezone: "" };
  writeFileSync(join(cities, "dbip-city-ipv4.mmdb"), writeMmdb({ "203.0.113.0/24": flat }));
  writeFileSync(join(cities, "dbip-city-ipv6.mmdb"), writeMmdb({ "192.0.2.0/24": { ...flat, city: "Nice" } }));
  const opened = await openCities(cities);
  expect(opened?.attribution).toBe("IP Geolocation by DB-IP (https://db-ip.com)");
  expect(opened?.find("203.0.113.1")).toEqual({
    country: "France",
    region: "Rhône",
    city: "Lyon",
    latitude: 45.8,
    longitude: 4.8,
  });
  expect(opened?.find("192.0.2.1")).toBeNull();
  expect(opened?.find(null)).toBeNull();
  rmSync(cities, { recursive: true });
});

test("a folder without a database is no package of cities", async () => {
  const empty = mkdtempSync(join(tmpdir(), "none-"));
  expect(await openCities(empty)).toBeNull();
  rmSync(empty, { recursive: true });
});

test.each<[what: string, bytes: Buffer | string]>([
  ["a text", "no database"],
  ["nothing", ""],
  ["the beginning of a database", writeMmdb(CITIES).subarray(0, 300)],
])("GEOIP_DB with %s is reported at the start, by its name", async (what, bytes) => {
  const file = write(`${what}.mmdb`, bytes);
  await expect(openPlacesOf({ geoipDb: file, geoipHttp: undefined })).rejects.toMatchObject({
    name: "PlacesError",
    message: expect.stringMatching(/^GEOIP_DB is ".*", which can’t be read as a database of places; it takes an \.mmdb file\.$/),
  });
});

describe("the list of a user's sessions", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ places: await openPlaces({ file: write("own.mmdb", writeMmdb(CITIES)) }) });
  });
  afterAll(() => app.close());

  test("says where each was last used, and null for a private network", async () => {
    const { user, actor } = await signedInUser(app);
    const placesOf = async () =>
      (await actor.get<{ place: string | null }[]>("/api/account/sessions")).body.map(({ place }) => place);
    expect(await placesOf()).toEqual(["Berlin, Germany"]);
    await app.context.db.updateTable("auth_sessions").set({ address: "192.168.1.7" }).where("user_id", "=", user.id).execute();
    expect(await placesOf()).toEqual([null]);
    await app.context.db.updateTable("auth_sessions").set({ address: null }).where("user_id", "=", user.id).execute();
    expect(await placesOf()).toEqual([null]);
  });
});
