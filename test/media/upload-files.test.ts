import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media, MediaPage } from "../../app/domain/media/picture.ts";
import { storePost } from "../../app/domain/posts/create-post.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { setSettings } from "../auth/client.ts";
import { beginnings, wav } from "./files.ts";
import { jpeg } from "./pictures.ts";
import { serveFile, servePicture, thisMachine } from "./serve-picture.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp({ allowsAddress: thisMachine });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = (body: Uint8Array | string, name: string, actor = admin) =>
  actor.send<Media & ErrorBody>("POST", `/api/admin/media/files?name=${encodeURIComponent(name)}`, {
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.fetch(new Request(`http://blog.test${path}`, { headers }));
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};
const countOf = async () => (await app.context.db.selectFrom("media").select("id").execute()).length;

test("only admins upload and fetch files", async () => {
  const reader = (await signedInUser(app)).actor;
  expect((await upload(wav(), "a.wav", app.actors.anonymous)).status).toBe(401);
  expect((await upload(wav(), "a.wav", reader)).status).toBe(403);
  expect((await reader.post("/api/admin/media/files/fetch", { address: "https://other.example/a.mp3" })).status).toBe(403);
  expect(await countOf()).toBe(0);
});

describe("refused under any name, with nothing left behind:", () => {
  const MARKUP = "contains HTML, SVG or other markup, which could run scripts and isn’t accepted";
  const CAPTIONS = "isn’t a WebVTT file: its first line must be WEBVTT";
  const kind = /^must be an MP3, M4A, Ogg, WAV, MP4 or WebM file, or a PDF, EPUB, ZIP, Office/;
  test.each([
    ["a page", "<!doctype html><script>alert(1)</script>", "larks.txt", MARKUP],
    ["a page behind words", "Larks <script>alert(1)</script>", "larks.csv", MARKUP],
    ["a page behind blanks", `${" \n".repeat(50)}<html>`, "larks.vtt", MARKUP],
    ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg"/>', "larks.pdf", MARKUP],
    ["a photo of an iPhone", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "IMG_0001.HEIC", /is a HEIC photo/],
    ["XML", '<?xml version="1.0"?><larks/>', "larks.txt", /HTML, SVG|must be an MP3/],
    ["a program", Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0", "latin1"), "larks.mp3", kind],
    ["a text of an unknown kind", "alert(1)", "larks.js", kind],
    ["a text without a kind", "alert(1)", "larks", kind],
    ["no text", Buffer.from([1, 2, 3, 250, 251]), "larks.txt", kind],
    ["captions that are none", "Larks", "larks.vtt", CAPTIONS],
    ["captions with something before them", "\nWEBVTT\n", "larks.vtt", CAPTIONS],
    ["captions that are no text", Buffer.from("WEBVTT\n\n\xff\0", "latin1"), "larks.vtt", CAPTIONS],
    [
      "captions that no reader should load",
      `WEBVTT\n\n${"0".repeat(1024 * 1024)}`,
      "larks.vtt",
      "is too long for captions: a WebVTT file has at most 1 MB",
    ],
    ["nothing", "", "larks.mp3", "is empty"],
  ])("%s", async (_, body, name, rule) => {
    const { status, body: answer } = await upload(body, name);
    expect([status, answer.code]).toEqual([400, "invalid_input"]);
    expect(answer.details).toEqual([{ field: "file", rule: typeof rule === "string" ? rule : expect.stringMatching(rule) }]);
    expect(await countOf()).toBe(0);
  });

  test("a picture, which is added as one", async () => {
    const { body } = await upload(await jpeg(40, 30), "dawn.mp3");
    expect(body.details).toEqual([{ field: "file", rule: "is an image: upload it as one" }]);
  });

  test("more than the setting allows", async () => {
    const { status, body } = await upload(new Uint8Array(5 * 1024 * 1024 + 1), "larks.mp3");
    expect([status, body.details]).toEqual([413, [{ field: "file", rule: "must have at most 5 MB" }]]);
  });
});

test("every kind is recognized by its content, stored as it is, and served by the name of its address", async () => {
  const served: Record<string, unknown> = {};
  for (const [format, bytes] of Object.entries(await beginnings())) {
    // Only kinds of text go by their names.
    const name = /csv|txt|vtt/.test(format) ? `Größe 2.${format}` : "Größe 2.bin";
    const { status, body } = await upload(bytes, name);
    expect([format, status, body.url]).toEqual([format, 201, `/media/${body.id}/grosse-2.${format}`]);
    expect(body).toMatchObject({ width: null, height: null, bytes: bytes.length, variants: [], name });
    const answer = await ask(body.url);
    expect([answer.status, answer.body.equals(bytes)]).toEqual([200, true]);
    expect(answer.headers.get("content-type")).toBe(body.mime);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    served[format] = [body.kind, answer.headers.get("content-disposition")];
  }
  const saved = (format: string) => ["file", `attachment; filename="grosse-2.${format}"`];
  expect(served).toEqual({
    ...Object.fromEntries(["mp3", "m4a", "ogg", "wav"].map((format) => [format, ["audio", null]])),
    ...Object.fromEntries(["mp4", "webm"].map((format) => [format, ["video", null]])),
    ...Object.fromEntries(["pdf", "zip", "docx", "csv", "txt", "vtt"].map((format) => [format, saved(format)])),
  });
});

test("a recording is served in parts, as Safari and seeking need it", async () => {
  const bytes = wav(2);
  const { url } = (await upload(bytes, "tone.wav")).body;
  const first = await ask(url, { range: "bytes=0-1" });
  expect([first.status, first.headers.get("content-range"), first.headers.get("accept-ranges")]).toEqual([
    206,
    `bytes 0-1/${bytes.length}`,
    "bytes",
  ]);
  expect([first.headers.get("content-type"), first.body.toString()]).toEqual(["audio/wav", "RI"]);
  const rest = await ask(url, { range: "bytes=8000-" });
  expect([rest.status, rest.body.equals(bytes.subarray(8000))]).toEqual([206, true]);
  const end = await ask(url, { range: "bytes=-10" });
  expect([end.status, end.body.equals(bytes.subarray(-10))]).toEqual([206, true]);
  const beyond = await ask(url, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  const { headers } = await ask(url);
  expect((await ask(url, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  for (const other of [url.replace("tone", "other"), url.replace(".wav", ".html"), `${url}.html`])
    expect((await ask(other)).status).toBe(404);
});

describe("a post that plays a recording", () => {
  let media: Media;
  beforeAll(async () => {
    media = (await upload(wav(), "Larks at dawn.wav")).body;
    const content = `<figure class="audio"><audio src="${media.url}"></audio><figcaption>At dawn</figcaption></figure>`;
    await storePost(app.context, { title: "Larks", slug: "larks", status: "published", content });
  });

  test("has a player that loads nothing by itself", async () => {
    const page = (await ask("/story/larks")).body.toString();
    expect(page).toContain(
      `<figure class="audio"><audio src="${media.url}" controls="" preload="none"></audio><figcaption>At dawn</figcaption></figure>`,
    );
    expect((await ask("/story/larks")).headers.get("content-security-policy")).toContain("media-src 'self'");
  });

  test("gives podcast players the recording, and machines a link to it", async () => {
    const url = `http://blog.test${media.url}`;
    const rss = (await ask("/feed.xml")).body.toString();
    expect(rss).toContain(`<enclosure url="${url}" length="${media.bytes}" type="audio/wav"/>`);
    expect(rss).toContain(`&lt;audio src=&quot;${url}&quot;`);
    expect((await ask("/atom.xml")).body.toString()).toContain(
      `rel="enclosure" type="audio/wav" length="${media.bytes}" href="${url}"`,
    );
    const { items } = JSON.parse((await ask("/feed.json")).body.toString()) as { items: { attachments: unknown }[] };
    expect(items[0]?.attachments).toEqual([{ url, mime_type: "audio/wav", size_in_bytes: media.bytes }]);
    await setSettings(app, { offerMarkdown: true });
    expect((await ask("/story/larks.md")).body.toString()).toContain(`<audio src="${url}"></audio>`);
  });

  test("keeps it from being deleted, and it is no picture without a description", async () => {
    expect((await admin.delete(`/api/admin/media/${media.id}`)).status).toBe(409);
    const idsOf = async (query: string) =>
      (await admin.get<MediaPage>(`/api/admin/media?limit=100&${query}`)).body.items.map(({ id }) => id);
    expect(await idsOf("show=unused")).not.toContain(media.id);
    expect(await idsOf("show=undescribed")).not.toContain(media.id);
    expect(await idsOf("kind=picture")).not.toContain(media.id);
    expect(await idsOf("kind=audio")).toContain(media.id);
    expect(await idsOf("kind=video")).not.toContain(media.id);
  });

  test("can't have it as its picture, and it has no thumbnail", async () => {
    const image = `/media/${media.id}/480.jpg`;
    const { id } = await app.context.db.selectFrom("posts").select("id").where("slug", "=", "larks").executeTakeFirstOrThrow();
    const answer = await admin.patch<ErrorBody>(`/api/admin/posts/${id}`, { featured_image: image, version: 1 });
    expect([answer.status, answer.body.details?.map(({ field }) => field)]).toEqual([400, ["featured_image"]]);
    expect((await admin.get(`/api/admin/media/${media.id}/thumbnail`)).status).toBe(404);
  });
});

test("a video's captions are in its page, in feeds and in Markdown, and stay while it uses them", async () => {
  const { mp4 = "" } = await beginnings();
  const film = (await upload(mp4, "Flight.mp4")).body;
  const vtt = (await upload("WEBVTT\n\n00:00.000 --> 00:01.000\nIt rises.\n", "Flight.vtt")).body;
  const track = `<track kind="captions" src="${vtt.url}" srclang="de">`;
  const content = `<figure class="video"><video src="${film.url}">${track}</video></figure>`;
  await storePost(app.context, { title: "Flight", slug: "flight", status: "published", content });
  const shown = `<track kind="captions" src="${vtt.url}" srclang="de" label="Deutsch" default="">`;
  expect((await ask("/story/flight")).body.toString()).toContain(shown);
  expect((await ask("/feed.xml")).body.toString()).toContain(
    `&lt;track kind=&quot;captions&quot; src=&quot;http://blog.test${vtt.url}`,
  );
  await setSettings(app, { offerMarkdown: true });
  expect((await ask("/story/flight.md")).body.toString()).toContain(
    `<track kind="captions" src="http://blog.test${vtt.url}" srclang="de">`,
  );
  expect((await ask(vtt.url)).headers.get("content-type")).toBe("text/vtt; charset=utf-8");
  expect((await admin.delete(`/api/admin/media/${vtt.id}`)).status).toBe(409);
});

test("a file in the trash answers nobody, and is deleted with its row", async () => {
  const { id, url } = (await upload("bird,day\n", "days.csv")).body;
  expect((await admin.delete(`/api/admin/media/${id}`)).status).toBe(204);
  expect((await ask(url)).status).toBe(404);
  await admin.post("/api/admin/media/bulk", { ids: [id], action: "restore" });
  expect((await ask(url)).status).toBe(200);
  await admin.post("/api/admin/media/bulk", { ids: [id], action: "trash" });
  await admin.post("/api/admin/media/bulk", { ids: [id], action: "delete" });
  expect([(await ask(url)).status, (await admin.get(`/api/admin/media/${id}`)).status]).toEqual([404, 404]);
});

test("a file of another site is fetched through the guard, by the rules of an upload", async () => {
  const [other, recording] = [await servePicture(), await serveFile(wav())];
  try {
    const fetched = await admin.post<Media>("/api/admin/media/files/fetch", { address: `${recording.origin}/Tone%201.bin?x=1` });
    expect([fetched.status, fetched.body.url]).toEqual([200, `/media/${fetched.body.id}/tone-1.wav`]);
    const { body } = await admin.post<ErrorBody>("/api/admin/media/files/fetch", { address: `${other.origin}/larks.mp3` });
    expect(body.details).toEqual([{ field: "address", rule: "is an image: upload it as one" }]);
    const inside = await admin.post<ErrorBody>("/api/admin/media/files/fetch", { address: "http://192.168.0.1/larks.mp3" });
    expect(inside.body.details).toEqual([{ field: "address", rule: expect.stringMatching(/private network/) }]);
  } finally {
    await other.close();
    await recording.close();
  }
});
