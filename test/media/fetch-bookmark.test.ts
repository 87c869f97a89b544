import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FetchedBookmark } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg } from "./pictures.ts";
import { thisMachine } from "./serve-picture.ts";

const PATH = "/api/admin/media/bookmark";
let app: TestApp;
let admin: Actor;
let reader: Actor;
let elsewhere: Server;
let origin: string;

const PAGES: Record<string, string> = {
  "/full": `<head><title>Plain</title><meta property="og:title" content="What  larks &amp; finches sing"><meta content="And
    when they sleep" name="description"><meta property="og:site_name" content="Birds"><meta property="og:image" content="lark.jpg"></head>`,
  "/plain": "<title>A page</title><body><svg><title>not this</title></svg><meta name=description content=late>",
  "/latin": "<meta charset=iso-8859-1><title>Caf\xe9</title>",
  "/long": `<title>${"word ".repeat(100)}</title><meta property="og:image" content="javascript:alert(1)">`,
  "/lost": '<title>Lost</title><meta property="og:image" content="/gone.jpg">',
};

beforeAll(async () => {
  app = await createTestApp({ allowsAddress: thisMachine });
  admin = (await signedInUser(app, { role: "admin" })).actor;
  reader = (await signedInUser(app)).actor;
  const picture = await jpeg(80, 60);
  elsewhere = createServer((request, response) => {
    const page = PAGES[request.url ?? ""];
    if (request.url === "/lark.jpg") response.end(picture);
    else if (page === undefined) response.writeHead(404).end();
    else response.end(page, "latin1");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
  await app.close();
});

const fetched = async (path: string) => (await admin.post<FetchedBookmark>(PATH, { address: origin + path })).body;

test("a page's title, description, site and picture are read, the picture into the library", async () => {
  const { image, ...texts } = await fetched("/full");
  expect(texts).toEqual({
    href: `${origin}/full`,
    title: "What larks & finches sing",
    description: "And when they sleep",
    site: "Birds",
  });
  expect(image).toMatch(/^\/media\//);
  expect((await app.actors.anonymous.get(image)).status).toBe(200);
});

test("a page without Open Graph, in another encoding, or with a lost picture is still a bookmark", async () => {
  const host = origin.slice("http://".length);
  expect(await fetched("/plain")).toMatchObject({ title: "A page", description: "", site: host, image: "" });
  expect((await fetched("/latin")).title).toBe("Café");
  const long = await fetched("/long");
  expect([long.title.length, long.title.endsWith("…"), long.image]).toEqual([200, true, ""]);
  expect(await fetched("/lost")).toMatchObject({ title: "Lost", image: "" });
});

test("a page that can't be fetched, and one in the server's own network, are refused with the reason", async () => {
  const gone = await admin.post<ErrorBody>(PATH, { address: `${origin}/gone` });
  expect([gone.status, gone.body.details]).toEqual([400, [{ field: "address", rule: "answers 404" }]]);
  const inside = await admin.post<ErrorBody>(PATH, { address: "http://10.0.0.1/" });
  expect(inside.body.details?.[0]?.rule).toContain("leads into a private network");
  expect((await reader.post(PATH, { address: `${origin}/full` })).status).toBe(403);
});
