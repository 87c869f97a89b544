import { readFile, stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import { byteRange } from "../../app/http/media-files.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg } from "./pictures.ts";

let app: TestApp;
let media: Media;
let bytes: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  const { actor } = await signedInUser(app, { role: "admin" });
  media = (await actor.send<Media>("POST", "/api/admin/media?name=x.jpg", { body: new Uint8Array(await jpeg(600, 400)) })).body;
  bytes = await readFile(app.media.path(media.id, "600.jpg"));
});
afterAll(() => app.close());

const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await app.fetch(new Request(`http://blog.test${path}`, { headers, method }));
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

test("a picture may be cached for ever, with its right type, also on other sites", async () => {
  const { status, headers, body } = await ask(media.url);
  expect([status, body.equals(bytes)]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    etag: expect.stringMatching(/^".+"$/),
  });
  for (const { url, format } of media.variants) expect((await ask(url)).headers.get("content-type")).toBe(`image/${format}`);
});

test("HEAD answers the same without the bytes", async () => {
  const { status, headers, body } = await ask(media.url, {}, "HEAD");
  expect([status, headers.get("content-length"), body.length]).toEqual([200, String(bytes.length), 0]);
});

test("a client that has it already gets 304", async () => {
  const { headers } = await ask(media.url);
  const again = await ask(media.url, { "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, again.body.length, again.headers.get("cache-control")]).toEqual([304, 0, headers.get("cache-control")]);
  expect((await ask(media.url, { "if-none-match": '"another"' })).status).toBe(200);
});

describe("a range", () => {
  test.each([
    ["bytes=0-99", 0, 100],
    ["bytes=100-", 100, undefined],
    ["bytes=-50", -50, undefined],
    ["bytes=10-99999999", 10, undefined],
  ])("%s", async (range, from, to) => {
    const expected = bytes.subarray(from, to);
    const { status, headers, body } = await ask(media.url, { range });
    expect([status, body.equals(expected), headers.get("content-length")]).toEqual([206, true, String(expected.length)]);
    const start = from < 0 ? bytes.length + from : from;
    expect(headers.get("content-range")).toBe(`bytes ${start}-${start + expected.length - 1}/${bytes.length}`);
  });

  test.each(["bytes=99999999-", "bytes=-0"])("%s can't be satisfied", async (range) => {
    const { status, headers, body } = await ask(media.url, { range });
    expect([status, headers.get("content-range"), body.length]).toEqual([416, `bytes */${bytes.length}`, 0]);
  });

  test.each(["bytes=5-2", "bytes=0-1,4-5", "lines=1-2", "bytes=", "bytes=a-b", "bytes=-"])(
    "%s is answered whole",
    async (range) => {
      expect(await ask(media.url, { range })).toMatchObject({ status: 200, body: { length: bytes.length } });
    },
  );

  test("of another version is answered with the whole picture", async () => {
    const { headers } = await ask(media.url);
    expect((await ask(media.url, { range: "bytes=0-9", "if-range": headers.get("etag") ?? "" })).status).toBe(206);
    expect((await ask(media.url, { range: "bytes=0-9", "if-range": '"old"' })).status).toBe(200);
  });

  test("of a file of one byte", () => {
    expect(byteRange("bytes=0-0", 1)).toEqual({ start: 0, end: 0 });
    expect(byteRange("bytes=1-", 1)).toBe("unsatisfiable");
  });
});

test("nothing else can be reached", async () => {
  const { id } = media;
  const paths = [
    `/media/${id}/601.jpg`,
    `/media/${id}/600.gif`,
    `/media/${id}/600.svg`,
    `/media/${id}/0600.jpg`,
    `/media/${id.toUpperCase()}/600.jpg`,
    `/media/${id}/..%2f600.jpg`,
    `/media/..%2f..%2fetc/passwd`,
    `/media/.unfinished/x`,
    `/media/${id}/600.jpg%00.png`,
    `/media/${id}`,
    "/media/",
  ];
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
  expect((await ask(media.url, {}, "POST")).status).toBe(404);
});

test("a client that goes away in the middle releases the file", async () => {
  const response = await app.fetch(new Request(`http://blog.test${media.url}`));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect((await stat(app.media.path(media.id, "600.jpg"))).size).toBe(bytes.length);
});
