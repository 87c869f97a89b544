import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailCopyAddress } from "../../app/domain/media/mail-copy-rules.ts";
import type { Media } from "../../app/domain/media/picture.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg, moving, picture } from "./pictures.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = async (bytes: Buffer) =>
  (await admin.send<Media>("POST", "/api/admin/media?name=lark", { body: new Uint8Array(bytes) })).body;
const get = (address: string, headers = {}) => app.fetch(new Request(`http://blog.test${address}`, { headers }));

test.each([
  ["a photograph", () => jpeg(1500, 1000), 1200],
  ["a small drawing", () => picture(300, 200).png().toBuffer(), 300],
  ["a moving picture", () => moving("gif", 3, 400, 300), 400],
])("%s has a JPEG for emails, not wider than they need", async (_, bytes, width) => {
  const { id, url } = await upload(await bytes());
  const address = mailCopyAddress(url) ?? "";
  expect(address).toBe(`/media/${id}/${width}.jpg`);
  const response = await get(address);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(response.headers.get("cache-control")).toContain("immutable");
  const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(metadata).toMatchObject({ format: "jpeg", width, channels: 3 });
});

test("there is no other size, and none of a deleted picture", async () => {
  const { id, url } = await upload(await jpeg(1500, 1000));
  for (const width of [1, 640, 1199, 1300]) expect((await get(`/media/${id}/${width}.jpg`)).status, `${width}`).toBe(404);
  expect((await get(mailCopyAddress(url) ?? "", { range: "bytes=0-9" })).status).toBe(206);
  await admin.post("/api/admin/media/bulk", { ids: [id], action: "trash" });
  expect((await get(mailCopyAddress(url) ?? "")).status).toBe(404);
});
