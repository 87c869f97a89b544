import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media, MediaPage } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "./pictures.ts";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const upload = async (name: string, width = 60) =>
  (await admin.send<Media>("POST", `/api/admin/media?name=${name}`, { body: new Uint8Array(await jpeg(width, 40)) })).body;
const audit = (id: string) =>
  app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", id).orderBy("id").execute();

test("is closed to readers and anonymous visitors", async () => {
  const { id } = await upload("closed.jpg");
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [[app.actors.anonymous, 401] as const, [reader, 403] as const]) {
    expect((await actor.get("/api/admin/media")).status).toBe(status);
    expect((await actor.get(`/api/admin/media/${id}`)).status).toBe(status);
    expect((await actor.patch(`/api/admin/media/${id}`, { alt: "x" })).status).toBe(status);
    expect((await actor.delete(`/api/admin/media/${id}`)).status).toBe(status);
  }
});

describe("the list", () => {
  let own: TestApp;
  let keeper: Actor;
  beforeAll(async () => {
    own = await createTestApp();
    keeper = (await signedInUser(own, { role: "admin" })).actor;
    const row = (n: number) => ({
      name: n % 2 === 0 ? `Dawn ${n}.jpg` : `dusk_${n}.jpg`,
      alt: n === 7 ? "100% sky" : "",
      format: "jpg",
      width: 640,
      height: 360,
      bytes: 1000 + ((n * 7) % 30),
      created_at: new Date(Date.UTC(2026, 0, 1, 0, n)),
    });
    await own.context.db
      .insertInto("media")
      .values(Array.from({ length: 30 }, (_, n) => row(n)))
      .execute();
  });
  afterAll(() => own.close());
  const list = async (query: string) => (await keeper.get<MediaPage>(`/api/admin/media${query}`)).body;

  test("comes in pages, the newest first, with exact totals", async () => {
    const first = await list("");
    expect(first).toMatchObject({ total: 30, page: 1, pages: 2, limit: 20 });
    expect(first.items.map(({ name }) => name).slice(0, 2)).toEqual(["dusk_29.jpg", "Dawn 28.jpg"]);
    expect((await list("?page=2")).items).toHaveLength(10);
    expect(await list("?page=9&limit=100")).toMatchObject({ items: [], total: 30, page: 9, pages: 1, limit: 100 });
  });

  test.each([
    ["dawn", 15],
    ["DUSK", 15],
    ["100%25", 1],
    ["%25", 1],
    ["_", 15],
    ["%5C", 0],
    ["nothing like it", 0],
  ])("searches names and alternative texts for %s", async (search, total) => {
    expect((await list(`?search=${search}`)).total).toBe(total);
  });

  test("is filtered by unused, undescribed and trash, with the counts of each", async () => {
    const counts = { all: 30, unused: 30, undescribed: 29, trash: 0 };
    expect((await list("")).counts).toEqual(counts);
    const shown = (await list("?limit=1")).items[0]?.id ?? "";
    await buildPost(own.context.db, { featured_image: `/media/${shown}/640.jpg` });
    expect((await list("?show=unused")).counts).toEqual({ ...counts, unused: 29 });
    expect((await list("?show=unused&limit=100")).items.map(({ uses }) => uses)).toEqual(Array.from({ length: 29 }, () => 0));
    expect((await list("?limit=1")).items[0]).toMatchObject({ id: shown, uses: 1 });
    expect(await list("?show=undescribed&search=dawn")).toMatchObject({ total: 15 });
    expect(await list("?show=trash")).toMatchObject({ total: 0, items: [] });
    const wrong = await keeper.get<ErrorBody>("/api/admin/media?show=lost");
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "show"]);
  });

  test("sorts", async () => {
    const names = async (sort: string) => (await list(`?limit=2&sort=${sort}`)).items.map(({ name }) => name);
    expect(await names("created_at")).toEqual(["Dawn 0.jpg", "dusk_1.jpg"]);
    expect(await names("name")).toEqual(["Dawn 0.jpg", "Dawn 10.jpg"]);
    expect(await names("-name")).toEqual(["dusk_9.jpg", "dusk_7.jpg"]);
    const sizes = (await list("?sort=-bytes&limit=100")).items.map(({ bytes }) => bytes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const wrong = await keeper.get<ErrorBody>("/api/admin/media?sort=color");
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "sort"]);
  });
});

test("alternative text is changed and audited, up to 300 characters", async () => {
  const { id } = await upload("alt.jpg");
  const changed = await admin.patch<Media>(`/api/admin/media/${id}`, { alt: "  A field at dawn " });
  expect([changed.status, changed.body.alt]).toEqual([200, "A field at dawn"]);
  await admin.patch(`/api/admin/media/${id}`, { alt: "A field at dawn" });
  const entries = (await audit(id)).filter(({ action }) => action === "updated");
  expect(entries).toMatchObject([{ before: { alt: "" }, after: { alt: "A field at dawn" } }]);
  const long = await admin.patch<ErrorBody>(`/api/admin/media/${id}`, { alt: "x".repeat(301) });
  expect([long.status, long.body.details]).toEqual([
    400,
    [{ field: "alt", rule: "Alternative text must have at most 300 characters" }],
  ]);
  expect((await admin.patch(`/api/admin/media/${NOWHERE}`, { alt: "x" })).status).toBe(404);
});

test("name and focal point are changed independently, and refused outside their bounds", async () => {
  const { id, focus } = await upload("before.jpg");
  expect(focus).toEqual({ x: 0.5, y: 0.5 });
  await admin.patch(`/api/admin/media/${id}`, { alt: "Kept" });
  const changed = await admin.patch<Media>(`/api/admin/media/${id}`, { name: " folder/after.jpg ", focus_x: 0.25, focus_y: 1 });
  expect([changed.status, changed.body]).toMatchObject([200, { name: "after.jpg", alt: "Kept", focus: { x: 0.25, y: 1 } }]);
  for (const [field, value] of Object.entries({ focus_x: 1.01, focus_y: -0.1, name: "  ", color: "red" })) {
    const refused = await admin.patch<ErrorBody>(`/api/admin/media/${id}`, { [field]: value });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
  }
  expect((await admin.get<Media>(`/api/admin/media/${id}`)).body).toMatchObject(changed.body);
});

describe("deletion", () => {
  test("moves it to the trash: its URLs are gone, its files stay, and it is audited", async () => {
    const { id, url } = await upload("gone.jpg");
    const folder = dirname(app.media.path(id, "60.jpg"));
    expect([existsSync(folder), (await app.actors.anonymous.get(url)).status]).toEqual([true, 200]);
    expect((await admin.delete(`/api/admin/media/${id}`)).status).toBe(204);
    expect([existsSync(folder), (await app.actors.anonymous.get(url)).status]).toEqual([true, 404]);
    expect((await audit(id)).map(({ action }) => action)).toEqual(["uploaded", "trashed"]);
    expect((await admin.delete(`/api/admin/media/${id}`)).status).toBe(204);
    expect((await audit(id)).map(({ action }) => action)).toEqual(["uploaded", "trashed"]);
    expect((await admin.get<Media>(`/api/admin/media/${id}`)).body.trashed_at).toMatch(/^20/);
    expect((await admin.delete(`/api/admin/media/${NOWHERE}`)).status).toBe(404);
  });

  test("is refused while a post uses it, naming the posts of every status", async () => {
    const { db } = app.context;
    const { id, url, variants } = await upload("shown.jpg");
    const inText = await buildPost(db, { title: "In the text", content: `<p><img src="${variants[0]?.url}"></p>` });
    const onTop = await buildPost(db, { title: "On top", status: "draft", published_at: null, featured_image: url });
    const refused = await admin.delete<ErrorBody>(`/api/admin/media/${id}`);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: "in_use",
        message: "This image can’t be deleted: “In the text” and “On top” use it",
        details: [
          { field: "posts", rule: "“In the text” (published) uses it" },
          { field: "posts", rule: "“On top” (draft) uses it" },
        ],
      },
    ]);
    expect((await admin.get<{ posts: unknown[] }>(`/api/admin/media/${id}`)).body.posts).toEqual([
      { id: inText.id, title: "In the text", status: "published" },
      { id: onTop.id, title: "On top", status: "draft" },
    ]);
    await db.updateTable("posts").set({ content: "<p>Without</p>" }).where("id", "=", inText.id).execute();
    expect((await admin.delete(`/api/admin/media/${id}`)).status).toBe(409);
    await db.deleteFrom("posts").where("id", "=", onTop.id).execute();
    expect((await admin.delete(`/api/admin/media/${id}`)).status).toBe(204);
  });

  test("never leaves a post with a picture that disappears at that moment", async () => {
    const { db } = app.context;
    for (let round = 0; round < 10; round += 1) {
      const { id, url } = await upload(`race-${round}.jpg`);
      const [post, deletion] = await Promise.all([
        buildPost(db, { featured_image: url }).then(({ id: postId }) => postId),
        admin.delete(`/api/admin/media/${id}`),
      ]);
      const linked = await db.selectFrom("posts_media").select("media_id").where("post_id", "=", post).execute();
      // Whichever came first: the post has its picture, perhaps restored from the trash.
      expect([204, 409]).toContain(deletion.status);
      const { trashed_at } = (await admin.get<Media>(`/api/admin/media/${id}`)).body;
      expect([linked.length, trashed_at, existsSync(app.media.path(id, "60.jpg"))]).toEqual([1, null, true]);
    }
  });

  test("is refused by the database itself, too", async () => {
    const { db } = app.context;
    const { id, url } = await upload("kept.jpg");
    await buildPost(db, { featured_image: url });
    await expect(db.deleteFrom("media").where("id", "=", id).execute()).rejects.toThrow(/posts_media/);
  });
});
