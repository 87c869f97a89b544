import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenPort, openPort } from "../../app/boot/open-port.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost, buildSession } from "../builders.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let app: TestApp;
let lane: OpenPort;
let router: OpenPort;
let taken = 0;
let slug: string;
beforeAll(async () => {
  app = await createTestApp({ trustProxy: 1 });
  slug = (await buildPost(app.context.db)).slug;
  lane = await openPort("127.0.0.1", 0);
  lane.serve({
    fetch: app.fetch,
    fastPath: (request, response) => {
      const isTaken = app.app.visitFastPath(request, response);
      if (isTaken) taken += 1;
      return isTaken;
    },
  });
  router = await openPort("127.0.0.1", 0);
  router.serve({ fetch: app.fetch, fastPath: () => false });
});
afterAll(async () => {
  await lane.close();
  await router.close();
  await app.close();
});
beforeEach(async () => {
  taken = 0;
  await app.context.db.deleteFrom("analytics_records").execute();
});

const hit = (more: object = {}) => JSON.stringify({ kind: "view", session: buildSession(), url: `/story/${slug}`, ...more });
const HEADERS = {
  "content-type": "application/json",
  "user-agent": FIREFOX,
  "accept-language": "de",
  "x-forwarded-for": "198.51.100.7",
};
const send = async ({ port }: OpenPort, init: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/visits`, { method: "POST", ...init });
  const { date: _, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: await answer.text() };
};
const records = () => app.context.db.selectFrom("website_analytics").selectAll().execute();

test.each<[what: string, status: number, init: () => RequestInit]>([
  ["a view", 200, () => ({ body: hit(), headers: HEADERS })],
  ["a beacon's text", 200, () => ({ body: hit(), headers: { ...HEADERS, "content-type": "text/plain;charset=UTF-8" } })],
  ["one from another site", 403, () => ({ body: hit(), headers: { ...HEADERS, "sec-fetch-site": "cross-site" } })],
  ["one with another site's origin", 403, () => ({ body: hit(), headers: { ...HEADERS, origin: "https://elsewhere.example" } })],
  ["a form", 415, () => ({ body: hit(), headers: { ...HEADERS, "content-type": "application/x-www-form-urlencoded" } })],
  ["no JSON", 400, () => ({ body: "{", headers: HEADERS })],
  ["no UTF-8", 400, () => ({ body: Buffer.from([0x7b, 0xff, 0x7d]), headers: HEADERS })],
  ["nothing at all", 400, () => ({ body: "", headers: HEADERS })],
  ["fields that break their rules", 400, () => ({ body: hit({ kind: "glance", engaged: -1, color: "red" }), headers: HEADERS })],
  [
    "one that is sent in pieces",
    200,
    () => ({ body: new Blob([hit()]).stream(), headers: HEADERS, duplex: "half" }) as RequestInit,
  ],
  ["one that is too long", 413, () => ({ body: hit({ title: "x".repeat(20_000) }), headers: HEADERS })],
])("%s has the same response in the lane as through the router: %i", async (_, status, init) => {
  const [inLane, routed] = [await send(lane, init()), await send(router, init())];
  expect(inLane.status).toBe(status);
  // The second of two views sees one more.
  const alike = ({ text, ...rest }: typeof inLane) => ({ ...rest, text: text.replace(/"views_count":\d+/, "") });
  expect(alike(inLane)).toEqual(alike(routed));
  expect(await records()).toHaveLength(status === 200 ? 2 : 0);
});

test("the lane handles what browsers send, and leaves the unusual to the router", async () => {
  await send(lane, { body: hit(), headers: HEADERS });
  await send(lane, { body: "{", headers: HEADERS });
  expect(taken).toBe(2);
  await send(lane, { body: hit({ title: "x".repeat(20_000) }), headers: HEADERS });
  await send(lane, { body: new Blob([hit()]).stream(), headers: HEADERS, duplex: "half" } as RequestInit);
  await send(lane, { method: "GET" });
  expect(taken).toBe(2);
});

test("an address has one limit, whichever way its hits come", async () => {
  const headers = { ...HEADERS, "x-forwarded-for": "198.51.100.99" };
  const wrong = { body: "{", headers };
  for (let sent = 0; sent < 3000; sent += 100)
    await Promise.all(Array.from({ length: 50 }, () => [send(lane, wrong), send(router, wrong)]).flat());
  expect([(await send(lane, wrong)).status, (await send(router, wrong)).status]).toEqual([429, 429]);
});

test("each response is counted among the requests, under its route", async () => {
  const counted = async (status: number) => {
    const { text } = await app.actors.anonymous.get("/metrics");
    const line = new RegExp(`http_requests_total\\{method="POST",route="/api/visits",status="${status}"\\} (\\d+)`);
    return Number(line.exec(text)?.[1] ?? 0);
  };
  const before = [await counted(200), await counted(400)];
  await send(lane, { body: hit(), headers: HEADERS });
  await send(lane, { body: "{", headers: HEADERS });
  expect([await counted(200), await counted(400)]).toEqual(before.map((count) => count + 1));
});

test("a client that leaves in the middle of a hit leaves nothing behind", async () => {
  const before = app.logged.length;
  const socket = connect(lane.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST /api/visits HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{"kind":`);
  while (taken === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  await once(socket, "close");
  expect((await send(lane, { body: hit(), headers: HEADERS })).status).toBe(200);
  expect(await records()).toHaveLength(1);
  expect(app.logged.slice(before).filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
});
