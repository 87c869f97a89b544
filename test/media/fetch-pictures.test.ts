import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Media, MediaPage } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg } from "./pictures.ts";
import { thisMachine } from "./serve-picture.ts";

const PATH = "/api/admin/media/fetch";
let app: TestApp;
let admin: Actor;
let reader: Actor;
let elsewhere: Server;
let origin: string;
let asked = 0;

beforeAll(async () => {
  // This machine is where the other site runs; everything else in the network stays closed.
  app = await createTestApp({ allowsAddress: thisMachine });
  admin = (await signedInUser(app, { role: "admin" })).actor;
  reader = (await signedInUser(app)).actor;
  const picture = await jpeg(80, 60);
  elsewhere = createServer((request, response) => {
    asked += 1;
    if (request.url === "/lark.jpg") response.end(picture);
    else if (request.url === "/page.jpg") response.end("<h1>No picture</h1>");
    else if (request.url === "/huge.jpg") response.writeHead(200, { "content-length": 900_000_000 }).end("x");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
  await app.close();
});

test("a picture of another site is added to the library, once", async () => {
  const { status, body } = await admin.post<Media>(PATH, { address: `${origin}/lark.jpg` });
  expect([status, body.name, body.width, body.height]).toEqual([200, "lark.jpg", 80, 60]);
  expect((await app.actors.anonymous.get(body.url)).status).toBe(200);
  const before = asked;
  expect((await admin.post<Media>(PATH, { address: `${origin}/lark.jpg` })).body.id).toBe(body.id);
  expect(asked).toBe(before);
});

test.each([
  ["/page.jpg", /must be/],
  ["/gone.jpg", "answers 404"],
  ["/huge.jpg", "has more than 5 MB"],
])("%s is refused, and the response says why", async (path, rule) => {
  const { status, body } = await admin.post<ErrorBody>(PATH, { address: origin + path });
  expect([status, body.details?.[0]?.field]).toEqual([400, "address"]);
  expect(body.details?.[0]?.rule).toMatch(rule);
});

test("addresses of the server's own network and invalid URLs are refused", async () => {
  const rule = async (address: unknown) => (await admin.post<ErrorBody>(PATH, { address })).body.details?.[0]?.rule;
  expect(await rule("http://10.0.0.1/x.jpg")).toContain("leads into a private network");
  expect(await rule("http://[::1]/x.jpg")).toContain("leads into a private network");
  for (const address of ["file:///etc/passwd", "/media/x.jpg", "", 5])
    expect(await rule(address)).toContain("must be an image’s URL");
});

test("readers can't have anything fetched", async () => {
  const before = asked;
  expect((await reader.post(PATH, { address: `${origin}/lark.jpg` })).status).toBe(403);
  expect((await app.actors.anonymous.post(PATH, { address: `${origin}/lark.jpg` })).status).toBe(401);
  expect(asked).toBe(before);
  expect((await admin.get<MediaPage>("/api/admin/media")).body.total).toBe(1);
});
