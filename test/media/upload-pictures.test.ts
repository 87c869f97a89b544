// slow: app/domain/media/ app/http/api/admin/ app/platform/storage/ test/app/

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import { sweepMedia } from "../../app/domain/media/upload-media.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { bomb, jpeg, moving, picture, sidewaysPhotograph } from "./pictures.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = <T = Media>(body: BodyInit | undefined, name = "dawn.jpg", actor = admin) =>
  actor.send<T>("POST", `/api/admin/media?name=${encodeURIComponent(name)}`, { body });

const bytesAt = async (address: string) => {
  const response = await app.fetch(new Request(`http://blog.test${address}`));
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

const rowsAndFolders = async () => {
  const rows = await app.context.db.selectFrom("media").select("id").execute();
  const root = join(app.folder, "media");
  const names = existsSync(root) ? await readdir(root) : [];
  const unfinished = existsSync(join(root, ".unfinished")) ? await readdir(join(root, ".unfinished")) : [];
  const folders = await Promise.all(names.filter((name) => name !== ".unfinished").map((name) => readdir(join(root, name))));
  return { rows: rows.map(({ id }) => id).sort(), folders: folders.flat().sort(), unfinished };
};

const expectTidy = async () => {
  const { rows, folders, unfinished } = await rowsAndFolders();
  expect(folders).toEqual(rows);
  expect(unfinished).toEqual([]);
};

test("only admins upload", async () => {
  const body = new Uint8Array(await jpeg(40, 30));
  expect((await upload(body, "a.jpg", app.actors.anonymous)).status).toBe(401);
  expect((await upload(body, "a.jpg", (await signedInUser(app)).actor)).status).toBe(403);
  await expectTidy();
});

describe("a photograph", () => {
  test("is stored upright, without the camera's metadata, with copies in four widths of known sizes", async () => {
    const { status, body } = await upload(new Uint8Array(await jpeg(3000, 2000)));
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "dawn.jpg", alt: "", width: 2560, height: 1707, mime: "image/jpeg" });
    expect(body.url).toBe(`/media/${body.id}/2560.jpg`);
    expect(body.variants.map(({ format, width }) => `${format} ${width}`)).toEqual(
      ["avif", "webp"].flatMap((format) => [480, 800, 1200, 1600].map((width) => `${format} ${width}`)),
    );
    for (const { url, width, height, format } of [...body.variants, { ...body, format: "jpeg" }]) {
      const found = await sharp(await bytesAt(url)).metadata();
      expect([url, found.width, found.height]).toEqual([url, width, height]);
      expect(found.format).toBe(format === "avif" ? "heif" : format);
    }
    const [entry] = await app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", body.id).execute();
    expect(entry).toMatchObject({ action: "uploaded", entity: "media", label: "dawn.jpg" });
    await expectTidy();
  });

  test.each([
    [300, 12_000, 300, 12_000],
    [9000, 900, 2560, 256],
    [400, 20_000, 328, 16_383],
  ])("of %s × %s pixels keeps the width in which it can be read", async (wide, high, width, height) => {
    const flat = sharp({ create: { width: wide, height: high, channels: 3, background: "#fff" } });
    const { status, body } = await upload(new Uint8Array(await flat.png().toBuffer()), "steps.png");
    expect([status, body.width, body.height]).toEqual([201, width, height]);
    const found = await sharp(await bytesAt(body.url)).metadata();
    expect([found.width, found.height]).toEqual([width, height]);
    for (const { url } of body.variants) expect((await sharp(await bytesAt(url)).metadata()).height).toBeGreaterThan(0);
  });

  test("held sideways is rotated, and its location is removed", async () => {
    const source = await sidewaysPhotograph();
    expect(source.includes("Skygazer")).toBe(true);
    const { body } = await upload(new Uint8Array(source));
    expect(body).toMatchObject({ width: 600, height: 900 });
    for (const { url } of [body, ...body.variants]) {
      const bytes = await bytesAt(url);
      const { exif, orientation } = await sharp(bytes).metadata();
      expect([url, exif, orientation ?? 1]).toEqual([url, undefined, 1]);
      expect(bytes.includes("Skygazer")).toBe(false);
    }
  });

  test("has no copy wider than itself", async () => {
    const { body } = await upload(new Uint8Array(await jpeg(640, 400)));
    expect(body.variants.map(({ width }) => width)).toEqual([480, 640, 480, 640]);
    const tiny = (await upload(new Uint8Array(await jpeg(1, 1)))).body;
    expect(tiny).toMatchObject({ width: 1, height: 1 });
    expect(tiny.variants).toHaveLength(2);
  });
});

test("transparency stays, and lines stay sharp", async () => {
  const seeThrough = await sharp({ create: { width: 500, height: 300, channels: 4, background: "#ff000080" } })
    .webp()
    .toBuffer();
  const { body } = await upload(new Uint8Array(seeThrough));
  expect(body.mime).toBe("image/png");
  expect((await sharp(await bytesAt(body.url)).metadata()).hasAlpha).toBe(true);
  const drawing = await sharp({ create: { width: 500, height: 300, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  expect((await upload(new Uint8Array(drawing))).body.mime).toBe("image/png");
  // A photograph as PNG would be megabytes large.
  const photograph = await picture(1600, 1200).png().toBuffer();
  expect((await upload(new Uint8Array(photograph))).body.mime).toBe("image/jpeg");
});

test.each(["gif", "webp"] as const)("an animated %s stays animated, as WebP", async (format) => {
  const { status, body } = await upload(new Uint8Array(await moving(format, 5, 900, 300)));
  expect(status).toBe(201);
  expect(body).toMatchObject({ width: 900, height: 300, mime: "image/webp" });
  expect(body.variants.map(({ width, format: kind }) => [width, kind])).toEqual([480, 800, 900].map((width) => [width, "webp"]));
  for (const { url, width, height } of body.variants) {
    const found = await sharp(await bytesAt(url), { animated: true }).metadata();
    expect(found).toMatchObject({ pages: 5, width, pageHeight: height, delay: [120, 120, 120, 120, 120], loop: 0 });
  }
});

test.each(["png", "webp", "avif", "gif", "tiff"] as const)("a still picture as %s", async (format) => {
  const source = await picture(320, 200).toFormat(format).toBuffer();
  const { status, body } = await upload<Media & ErrorBody>(new Uint8Array(source), "no-extension");
  if (format === "tiff") expect([status, body.details?.[0]?.field]).toEqual([400, "file"]);
  else expect([status, body.width, body.height]).toEqual([201, 320, 200]);
});

test("the type of a file is determined by its content, not its name", async () => {
  const png = await sharp({ create: { width: 50, height: 40, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  expect((await upload(new Uint8Array(png), "really.jpg")).body).toMatchObject({ name: "really.jpg", mime: "image/png" });
  expect((await upload(new Uint8Array(png), "C:\\Users\\ada\\été.png")).body.name).toBe("été.png");
  expect((await upload(new Uint8Array(png), "../../../etc/passwd")).body.name).toBe("passwd");
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe("a refusal names the rule and leaves nothing behind", () => {
  test.each<[what: string, make: () => Promise<Uint8Array> | Uint8Array | string, rule: RegExp]>([
    ["nothing", () => "", /is empty/],
    ["a web page called .png", () => "<!doctype html><title>x</title>", /must be a JPEG, PNG, WebP, AVIF or GIF/],
    ["SVG", () => SVG, /SVG files can contain scripts/],
    [
      "SVG behind a comment",
      () => `\ufeff<?xml version="1.0"?><!-- x -->\n<!DOCTYPE svg>${SVG}`,
      /SVG files can contain scripts/,
    ],
    ["a HEIC photo", () => "\0\0\0\x18ftypheic\0\0\0\0mif1heic", /is a HEIC photo, .*: export it as JPEG/],
    ["a PDF", () => "%PDF-1.7\n", /must be a JPEG/],
    ["a signature alone", () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), /damaged/],
    ["a PNG's signature before something else", () => `\x89PNG\r\n\x1a\n${SVG}`, /must be|damaged/],
    ["half a JPEG", async () => (await jpeg(800, 600)).subarray(0, 20_000), /damaged/],
    ["half a PNG", async () => (await picture(800, 600).png().toBuffer()).subarray(0, 200_000), /damaged/],
    ["half a WebP", async () => (await picture(800, 600).webp({ quality: 95 }).toBuffer()).subarray(0, 9000), /damaged/],
    ["half a GIF", async () => (await moving("gif", 5, 600, 300)).subarray(0, 900), /damaged/],
    ["half an AVIF", async () => (await picture(800, 600).avif({ effort: 1 }).toBuffer()).subarray(0, 3000), /damaged/],
    ["more pixels than anybody needs", bomb, /50 megapixels/],
    ["more frames than anybody needs", () => moving("gif", 620, 4, 4), /600 frames/],
  ])("%s", async (what, make, rule) => {
    const made = await make();
    if (what.startsWith("more pixels")) expect(made.length).toBeLessThan(500_000);
    const body = typeof made === "string" ? new TextEncoder().encode(made) : new Uint8Array(made);
    const { status, body: answer } = await upload<ErrorBody>(body, "innocent.png");
    expect([status, answer.code]).toEqual([400, "invalid_input"]);
    expect(answer.details).toEqual([{ field: "file", rule: expect.stringMatching(rule) }]);
    await expectTidy();
  });

  test("a declared length over the limit, at once", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(65_536));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-length": String(6 * 1024 * 1024) };
    const { status, body } = await admin.send<ErrorBody>("POST", "/api/admin/media?name=x.jpg", { body: endless, headers });
    expect([status, body.details]).toEqual([413, [{ field: "file", rule: "must have at most 5 MB" }]]);
    expect(pulled).toBe(0);
  });

  test("chunks over the limit, as soon as they are", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const { status, body } = await upload<ErrorBody>(endless);
    expect([status, body.code]).toEqual([413, "payload_too_large"]);
    expect(body.details).toEqual([{ field: "file", rule: "must have at most 5 MB" }]);
    expect(pulled).toBeLessThan(12);
    await expectTidy();
  });

  test("an upload whose sender goes away", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array([0xff, 0xd8, 0xff])),
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect((await upload<ErrorBody>(broken)).status).toBe(500);
    await expectTidy();
  });
});

test("when the row can't be written, its files are deleted", async () => {
  const { db } = app.context;
  const body = new Uint8Array(await jpeg(60, 40));
  await db.schema.alterTable("audit_log").renameTo("audit_log_away").execute();
  const { status } = await upload(body);
  await db.schema.alterTable("audit_log_away").renameTo("audit_log").execute();
  expect(status).toBe(500);
  await expectTidy();
});

test("what a crash left behind is deleted at the start, and nothing else", async () => {
  const { body } = await upload(new Uint8Array(await jpeg(60, 40)));
  const root = join(app.folder, "media");
  const lost = "0c0ffee0-0000-4000-8000-000000000001";
  await mkdir(join(root, ".unfinished", lost, "files"), { recursive: true });
  await mkdir(join(root, "0c", lost), { recursive: true });
  await writeFile(join(root, "0c", lost, "480.avif"), "x");
  await mkdir(join(root, ".unfinished", body.id));
  // Unknown to the database, but not being uploaded: it may belong to another one.
  const foreign = join(root, "0d", "0d0ffee0-0000-4000-8000-000000000002");
  await mkdir(foreign, { recursive: true });
  expect(await sweepMedia(app.context, app.media)).toBe(0);
  expect(await sweepMedia(app.context, app.media, 0)).toBe(2);
  expect([existsSync(join(root, "0c", lost)), existsSync(foreign)]).toEqual([false, true]);
  expect(await readFile(app.media.path(body.id, "60.jpg"))).toBeTruthy();
  expect((await rowsAndFolders()).unfinished).toEqual([]);
});

test("concurrent uploads are processed one after the other, while pages are answered", async () => {
  const photograph = new Uint8Array(await jpeg(2000, 1300));
  const uploads = Promise.all(Array.from({ length: 4 }, () => upload(photograph)));
  let answered = 0;
  let done = false;
  void uploads.then(() => {
    done = true;
  });
  while (!done) {
    expect((await app.actors.anonymous.get("/api/site")).status).toBe(200);
    answered += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(answered).toBeGreaterThan(20);
});
