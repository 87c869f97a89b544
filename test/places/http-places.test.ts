import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpPlaces, placeFrom } from "../../app/platform/places/http-places.ts";
import type { Places } from "../../app/platform/places/places.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service on this machine; `answer` null: it never responds. @returns its URL with `{ip}`, and the requests it got */
async function service(answer: { status?: number; body: string } | null): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (answer) response.writeHead(answer.status ?? 200).end(answer.body);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/of/{ip}`, asked };
}

const file: Places = { attribution: "The file", find: () => ({ country: "Germany", region: null, city: null }) };
const BERLIN = {
  country: "Germany",
  region: "Berlin",
  city: "Berlin",
  latitude: 52.5,
  longitude: 13.4,
  timezone: "Europe/Berlin",
};
const reply = {
  country_name: "Germany",
  region: "Berlin",
  city: "Berlin",
  latitude: 52.5219,
  longitude: 13.41,
  timezone: "Europe/Berlin",
};

test("nobody waits for a response: the file is used at first, and the service's answer the next time", async () => {
  const { url, asked } = await service({ body: JSON.stringify(reply) });
  const places = createHttpPlaces({ services: [url], meanwhile: file });
  expect(places.find("203.0.113.7")).toEqual({ country: "Germany", region: null, city: null });
  await places.idle();
  expect(places.find("203.0.113.7")).toEqual(BERLIN);
  expect(places.find("203.0.113.7")).toEqual(BERLIN);
  expect(asked).toEqual(["/of/203.0.113.7"]);
  expect(places.attribution).toBe("The file");
});

test("a service that fails, is too slow or doesn't know leaves it to the next one", async () => {
  const silent = await service(null);
  const broken = await service({ status: 503, body: "{}" });
  const garbled = await service({ body: "<html>" });
  const ignorant = await service({ body: JSON.stringify({ status: "fail", country: "Nowhere" }) });
  const knowing = await service({ body: JSON.stringify(reply) });
  const never = await service({ body: "{}" });
  const all = [silent, broken, garbled, ignorant, knowing, never];
  const places = createHttpPlaces({ services: all.map(({ url }) => url), meanwhile: file, patienceMs: 200 });
  places.find("2001:db8::7");
  await places.idle();
  expect(places.find("2001:db8::7")).toEqual(BERLIN);
  expect(all.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1, 1, 0]);
  expect(silent.asked).toEqual(["/of/2001%3Adb8%3A%3A7"]);
});

test("without any answer the file's place stays, and the services aren't asked again at once", async () => {
  const { url, asked } = await service({ status: 429, body: "" });
  const places = createHttpPlaces({ services: [url], meanwhile: file });
  places.find("203.0.113.7");
  await places.idle();
  expect(places.find("203.0.113.7")).toMatchObject({ country: "Germany", city: null });
  await places.idle();
  expect(asked).toHaveLength(1);
});

test.each(["127.0.0.1", "127.8.8.8", "192.168.1.20", "10.0.0.1", "::1", "fe80::1", "localhost", "", null])(
  "%s is never asked about",
  async (address) => {
    const { url, asked } = await service({ body: JSON.stringify(reply) });
    const places = createHttpPlaces({ services: [url], meanwhile: file });
    expect(places.find(address)).toBeNull();
    await places.idle();
    expect(asked).toEqual([]);
  },
);

test("of many at once some are looked up, a few at a time", async () => {
  const { url, asked } = await service({ body: JSON.stringify(reply) });
  const places = createHttpPlaces({ services: [url], meanwhile: file });
  for (let n = 0; n < 2000; n++) places.find(`203.0.${n >> 8}.${n & 255}`);
  await places.idle();
  expect(asked.length).toBeGreaterThanOrEqual(500);
  expect(asked.length).toBeLessThan(600);
});

test.each([
  [{ country: "DE", region: "Land Berlin", city: "Berlin", loc: "52.5244,13.4105", timezone: "Europe/Berlin" }, "Germany"],
  [
    {
      status: "success",
      country: "Germany",
      countryCode: "DE",
      regionName: "Land Berlin",
      city: "Berlin",
      lat: 52.52,
      lon: 13.41,
      timezone: "Europe/Berlin",
    },
    "Germany",
  ],
  [
    {
      success: true,
      country: "Germany",
      country_code: "DE",
      region: "Land Berlin",
      city: "Berlin",
      latitude: 52.52,
      longitude: 13.41,
      timezone: { id: "Europe/Berlin" },
    },
    "Germany",
  ],
])("services have several words for one thing (%#)", (answer, country) => {
  expect(placeFrom(answer)).toEqual({
    country,
    region: "Land Berlin",
    city: "Berlin",
    latitude: 52.5,
    longitude: 13.4,
    timezone: "Europe/Berlin",
  });
});

test("an invalid or absurd place counts as none", () => {
  for (const answer of [null, 7, "x", [], {}, { error: true, country: "DE" }, { city: { name: "x" } }, { country: "ZZ" }])
    expect(placeFrom(answer)).toBeNull();
  expect(placeFrom({ city: `Ber\u0000lin${"!".repeat(500)}`, latitude: 1e9, longitude: 0 })).toEqual({
    country: null,
    region: null,
    city: `Berlin${"!".repeat(94)}`,
  });
});
