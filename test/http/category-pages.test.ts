import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminCategory } from "../../app/domain/categories/category.ts";
import type { Media, MediaUse } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";

let app: TestApp;
let admin: Actor;
let wellness: { id: string };
let photo: Media;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const { db } = app.context;
  wellness = await buildCategory(db, { name: "Wellness", slug: "wellness", description: "Body and mind." });
  const tech = await buildCategory(db, { name: "Tech", slug: "tech", description: "" });
  for (let n = 1; n <= 8; n++) await buildPost(db, { title: `Story ${n}`, category_id: wellness.id });
  await buildPost(db, { title: "A machine", category_id: tech.id });
  const file = { body: new Uint8Array(await jpeg(900, 600)), headers: { "content-type": "application/octet-stream" } };
  photo = (await admin.send<Media>("POST", "/api/admin/media?name=dawn.jpg", file)).body;
});
afterAll(() => app.close());
const NOTHING = { heading: "", intro: "", picture: null, picture_alt: "", description: "Body and mind." };
beforeEach(async () => {
  await change(NOTHING);
});

const change = async (fields: object, actor = admin) => {
  const answer = await actor.patch<AdminCategory & ErrorBody>(`/api/admin/categories/${wellness.id}`, fields);
  await app.app.contentChanged();
  return answer;
};
const read = async (path: string) => (await app.actors.anonymous.get(path)).text;
const listing = (query = "?category=wellness") => read(`/view-all${query}`);
const h1 = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const meta = (html: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test("readers can't change them, and what can't be taken is refused by field", async () => {
  const reader = (await signedInUser(app)).actor;
  expect((await change({ heading: "Mine" }, app.actors.anonymous)).status).toBe(401);
  expect((await change({ heading: "Mine" }, reader)).status).toBe(403);
  for (const [fields, field, rule] of [
    [{ heading: "x".repeat(121) }, "heading", "must have at most 120 characters"],
    [{ intro: "x".repeat(3001) }, "intro", "must have at most 3000 characters"],
    [{ intro: "a\0b" }, "intro", "must be text without NUL characters or broken ones"],
    [{ picture: "https://elsewhere.example/a.jpg" }, "picture", "Image must be in this site’s media library"],
    [{ picture: `/media/${crypto.randomUUID()}/900.jpg` }, "picture", "Image must be in this site’s media library"],
    [{ picture_alt: "x".repeat(301) }, "picture_alt", "must have at most 300 characters"],
  ] as const) {
    const { status, body } = await change(fields);
    expect([status, body.details]).toEqual([400, [{ field, rule }]]);
  }
  expect(h1(await listing())).toBe("Wellness");
});

test("without anything of its own, no byte of the page or the API differs, and others never carry what one has", async () => {
  const paths = [
    "/view-all?category=tech",
    "/view-all",
    "/api/categories",
    "/api/posts?category=tech",
    "/category/tech/feed.xml",
  ];
  const before = await Promise.all([...paths, "/view-all?category=wellness", "/api/posts?category=wellness"].map(read));
  expect(before.join()).not.toContain("category_page");
  await change({ heading: "Being well", intro: "One.", picture: photo.url });
  expect(await Promise.all(paths.map(read))).toEqual(before.slice(0, paths.length));
  await change(NOTHING);
  expect(await Promise.all(["/view-all?category=wellness", "/api/posts?category=wellness"].map(read))).toEqual(
    before.slice(paths.length),
  );
});

test("heading, text and picture are on the page of the category, and what is shared of it", async () => {
  const intro = "Sleep, breath & <b>bread</b>.\n\nThen a walk.";
  await change({ heading: "Being well", intro, picture: photo.url, picture_alt: "A lake at dawn" });
  const html = await listing();
  expect(h1(html)).toBe("Being well");
  expect(html).toMatch(
    /<div class="listing-intro" dir="auto"><p>Sleep, breath &amp; &lt;b&gt;bread&lt;\/b&gt;\.<\/p><p>Then a walk\.<\/p>/,
  );
  expect(html).toMatch(/<source type="image\/avif" srcSet="\/media\/[^"]* 480w/);
  expect(html).toMatch(/<img class="picture" src="\/media\/[^"]*\/900\.jpg" alt="A lake at dawn" width="900" height="600"/);
  expect(/<title>([^<]*)/.exec(html)?.[1]).toMatch(/^Being well · /);
  expect(meta(html, "og:image")).toMatch(/^https?:\/\/[^/]+\/media\/[^/]+\/900\.jpg$/);
  expect([meta(html, "og:image:width"), meta(html, "og:image:height"), meta(html, "og:image:alt")]).toEqual([
    "900",
    "600",
    "A lake at dawn",
  ]);
  expect(meta(html, "description")).toBe("Body and mind.");
  // The text is on the first page only; the rest of the page is as it was.
  const second = await listing("?category=wellness&page=2");
  expect([h1(second), second.includes("listing-intro")]).toEqual(["Being well", false]);
  expect(h1(await listing("?category=wellness&search=story"))).toContain("Results for");
  expect(html).toContain("Showing 8 articles in Wellness");
  expect(await read("/category/wellness/feed.xml")).toContain("<description>Body and mind.</description>");

  await change({ description: "" });
  expect(meta(await listing(), "description")).toBe("Sleep, breath &amp; &lt;b&gt;bread&lt;/b&gt;.");
  expect(await read("/category/wellness/feed.xml")).toContain(
    "<description>Sleep, breath &amp; &lt;b&gt;bread&lt;/b&gt;.</description>",
  );
  await admin.patch(`/api/admin/media/${photo.id}`, { focus_x: 0, focus_y: 1 });
  await app.app.contentChanged();
  expect(await listing()).toContain('<img class="picture focus fx-0 fy-20"');
  await admin.patch(`/api/admin/media/${photo.id}`, { focus_x: 0.5, focus_y: 0.5 });
});

test("a picture that a category shows can't be deleted, and a restored category has what it had", async () => {
  await change({ heading: "Being well", intro: "One.", picture: photo.url, picture_alt: "A lake" });
  const used = await admin.get<Media & { posts: MediaUse[] }>(`/api/admin/media/${photo.id}`);
  expect([used.body.uses, used.body.posts]).toEqual([1, [{ id: null, title: "Wellness", status: "category" }]]);
  const refused = await admin.delete<ErrorBody>(`/api/admin/media/${photo.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
  expect(refused.body.message).toBe("This image can’t be deleted: the category “Wellness” uses it");

  expect((await admin.delete(`/api/admin/categories/${wellness.id}`)).status).toBe(204);
  const items = [{ kind: "category", id: wellness.id }];
  expect((await admin.post<{ restored: number }>("/api/admin/trash/restore", { items })).body.restored).toBe(1);
  await app.app.contentChanged();
  expect(h1(await listing())).toBe("Being well");
  expect(await listing()).toContain('alt="A lake"');
  expect((await admin.delete(`/api/admin/media/${photo.id}`)).status).toBe(409);

  await change({ picture: null });
  expect((await admin.delete(`/api/admin/media/${photo.id}`)).status).toBe(204);
});
