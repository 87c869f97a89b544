import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { StorageError } from "../../app/platform/storage/file-store.ts";
import { readS3Address } from "../../app/platform/storage/s3-bucket.ts";
import { createS3Store } from "../../app/platform/storage/s3-store.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { wav } from "./files.ts";
import { jpeg } from "./pictures.ts";
import { S3_KEY, type S3Server, startS3 } from "./s3-server.ts";

let s3: S3Server;
let folder: string;
let app: TestApp;
let admin: Actor;
const storeAt = (address: string) => {
  const place = readS3Address(address);
  if (!place) throw new Error(address);
  return createS3Store(place, folder);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skylark-s3-work-"));
  s3 = await startS3();
  app = await createTestApp({ media: storeAt(s3.url) });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterEach(() => s3.make(() => undefined));
afterAll(async () => {
  await app.close();
  await s3.stop();
  await rm(folder, { recursive: true });
});

const upload = async (width = 600, name = "dawn.jpg") =>
  admin.send<Media & ErrorBody>("POST", `/api/admin/media?name=${name}`, { body: new Uint8Array(await jpeg(width, 400)) });
const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await app.fetch(new Request(`http://blog.test${path}`, { headers, method }));
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};
const keysOf = async (id: string) => (await s3.keys()).filter((key) => key.includes(id));

describe("a picture in a bucket", () => {
  let media: Media;
  beforeAll(async () => {
    media = (await upload()).body;
  });

  test("has all of its files there, and nothing unfinished here or there", async () => {
    const names = [480, 600].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
    const expected = [...names, "600.jpg"].map((name) => `${media.id.slice(0, 2)}/${media.id}/${name}`);
    expect(await keysOf(media.id)).toEqual(expected.sort());
    expect((await s3.keys()).filter((key) => key.includes("unfinished"))).toEqual([]);
    expect(await readdir(join(folder, ".unfinished"))).toEqual([]);
    expect(s3.refused).toEqual([]);
  });

  test("is served whole, in parts, as HEAD, and with 304 to clients that have it", async () => {
    const whole = await ask(media.url);
    expect([whole.status, (await sharp(whole.body).metadata()).width]).toEqual([200, 600]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(whole.body.length),
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
    });
    const part = await ask(media.url, { range: "bytes=100-199" });
    expect([part.status, part.body.equals(whole.body.subarray(100, 200))]).toEqual([206, true]);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${whole.body.length}`);
    const end = await ask(media.url, { range: "bytes=-10" });
    expect([end.status, end.body.equals(whole.body.subarray(-10))]).toEqual([206, true]);
    expect((await ask(media.url, { range: "bytes=99999999-" })).status).toBe(416);
    const head = await ask(media.url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.body.length]).toEqual([200, String(whole.body.length), 0]);
    expect((await ask(media.url, { "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await ask(media.url.replace("600.jpg", "601.jpg"))).status).toBe(404);
  });

  test("a client that goes away in the middle releases the connection", async () => {
    const response = await app.fetch(new Request(`http://blog.test${media.url}`));
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await ask(media.url)).status).toBe(200);
  });

  test("appears in the social image of its article", async () => {
    const { id } = await buildCategory(app.context.db, { slug: "tech" });
    const red = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#c02010" } })
      .jpeg()
      .toBuffer();
    const { body } = await admin.send<Media>("POST", "/api/admin/media?name=red.jpg", { body: new Uint8Array(red) });
    const { slug } = await buildPost(app.context.db, { featured_image: body.url, category_id: id });
    const { data } = await sharp((await ask(`/social/${slug}.png`)).body)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (300 * 1200 + 900) * 3;
    expect(Math.abs((data[at] ?? 0) - 0xc0)).toBeLessThan(8);
  });

  test("is deleted permanently with all of its files", async () => {
    expect((await admin.delete(`/api/admin/media/${media.id}`)).status).toBe(204);
    expect([(await keysOf(media.id)).length, (await ask(media.url)).status]).toEqual([5, 404]);
    expect((await admin.delete<{ deleted: number }>("/api/admin/media/trash")).body).toEqual({ deleted: 1 });
    expect(await keysOf(media.id)).toEqual([]);
  });
});

test("a recording in a bucket is one object, and is served in parts", async () => {
  const { body } = await admin.send<Media>("POST", "/api/admin/media/files?name=tone.wav", { body: new Uint8Array(wav()) });
  expect(await keysOf(body.id)).toEqual([`${body.id.slice(0, 2)}/${body.id}/tone.wav`]);
  const part = await ask(body.url, { range: "bytes=44-53" });
  expect([part.status, part.body.equals(wav().subarray(44, 54))]).toEqual([206, true]);
  expect(await readdir(join(folder, ".unfinished"))).toEqual([]);
});

test("an invalid file leaves nothing behind", async () => {
  const before = await s3.keys();
  expect((await admin.send("POST", "/api/admin/media?name=x.jpg", { body: "<!doctype html>" })).status).toBe(400);
  expect(await s3.keys()).toEqual(before);
});

describe("an unusable bucket", () => {
  let nowhere: string;
  beforeAll(async () => {
    const gone = await startS3();
    nowhere = gone.url;
    await gone.stop();
  });
  const otherKey = () => s3.at("pictures", { ...S3_KEY, secretAccessKey: "guess" });
  test.each([
    ["wrong secret", otherKey, /SignatureDoesNotMatch/],
    ["unknown key", () => s3.at("pictures", { accessKeyId: "who", secretAccessKey: "x" }), /InvalidAccessKeyId/],
    ["missing bucket", () => s3.at("no-such-bucket"), /NoSuchBucket/],
    ["nobody there", () => nowhere, /can’t be reached: ECONNREFUSED/],
  ])("%s: every method says so without secrets", async (_, address, says) => {
    const store = storeAt(address());
    const error = await store.begin(crypto.randomUUID()).catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(StorageError);
    expect(String((error as Error).message)).toMatch(says);
    expect(String((error as Error).message)).not.toMatch(/secret|guess|early/);
    await expect(store.unfinished(0)).rejects.toThrow(says);
  });

  test("uploads and pictures answer 503 with a sentence, pages and readiness work, and nothing is changed", async () => {
    const kept = (await upload()).body;
    const own = await createTestApp({ media: storeAt(nowhere) });
    const keeper = (await signedInUser(own, { role: "admin" })).actor;
    const refused = await keeper.send<ErrorBody>("POST", "/api/admin/media?name=a.jpg", {
      body: new Uint8Array(await jpeg(60, 40)),
    });
    expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
      503,
      "5",
      {
        code: "storage_unavailable",
        message: "The image storage can’t be used right now. Nothing was changed. Please try again shortly.",
      },
    ]);
    expect(await own.context.db.selectFrom("media").select("id").execute()).toEqual([]);
    const picture = await own.fetch(new Request(`http://blog.test${kept.url}`));
    expect([picture.status, picture.headers.get("cache-control")]).toEqual([503, "no-store"]);
    for (const path of ["/", "/readyz", "/api/admin/media"]) expect((await keeper.get(path)).status).toBe(200);
    expect(own.logged.some(({ err }) => /ECONNREFUSED/.test(JSON.stringify(err ?? "")))).toBe(true);
    await own.close();
  });

  test("a request that sometimes fails is tried again", async () => {
    let failed = 0;
    s3.make((method) => (method === "PUT" && ++failed <= 2 ? 503 : undefined));
    expect((await upload(60)).status).toBe(201);
    expect(failed).toBeGreaterThan(2);
  });

  test("a failure in the middle of an upload leaves only a marker, and the next sweep deletes it", async () => {
    const before = await s3.keys();
    s3.make((method, path) => (method === "PUT" && path.endsWith(".jpg") ? 500 : undefined));
    expect((await upload(60)).status).toBe(503);
    s3.make(() => undefined);
    expect(await s3.keys()).toEqual(before);
  });
});

test("its URL may name a folder, and secrets with characters that URLs need escaped", async () => {
  expect(readS3Address(s3.url.replace("/pictures", "/pictures/blog/a"))).toEqual({
    origin: `http://127.0.0.1:${s3.port}`,
    bucket: "pictures",
    prefix: "blog/a/",
    region: "eu-lark-1",
    ...S3_KEY,
  });
  const store = storeAt(s3.url.replace("/pictures", "/pictures/blog/a"));
  const id = crypto.randomUUID();
  await store.begin(id);
  await store.write(id, "1.txt", Buffer.from("lark"));
  await store.keep(id);
  expect(await store.unfinished(0)).toEqual([id]);
  await store.end(id);
  expect([await store.unfinished(0), await keysOf(id)]).toEqual([[], [`blog/a/${id.slice(0, 2)}/${id}/1.txt`]]);
  const file = await store.open(id, "1.txt");
  expect([file?.size, await new Response(await file?.read({ start: 1, end: 2 })).text()]).toEqual([4, "ar"]);
  await store.remove(id);
  expect(await keysOf(id)).toEqual([]);
  expect(await readFile(join(s3.folder, "pictures", "x")).catch(() => null)).toBeNull();
});
