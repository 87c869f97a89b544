import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanMedia } from "../../app/domain/media/delete-media.ts";
import type { Media, MediaPage } from "../../app/domain/media/picture.ts";
import type { BulkResult } from "../../app/domain/media/trash-media.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "./pictures.ts";

const DAY = 86_400_000;
let app: TestApp;
let admin: Actor;
let file: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  file = new Uint8Array(await jpeg(60, 40));
});
afterAll(() => app.close());

const upload = async (name = "a.jpg") =>
  (await admin.send<Media>("POST", `/api/admin/media?name=${name}`, { body: file.slice() })).body;
const bulk = (action: string, ids: string[]) => admin.post<BulkResult>("/api/admin/media/bulk", { ids, action });
const statusOf = async (url: string) => (await app.actors.anonymous.get(url)).status;
const hasFiles = (id: string) => existsSync(dirname(app.media.path(id, "60.jpg")));
const trash = async () => (await admin.get<MediaPage>("/api/admin/media?show=trash&limit=100")).body.items.map(({ id }) => id);
const actions = async (id: string) =>
  (await app.context.db.selectFrom("audit_log").select("action").where("entity_id", "=", id).orderBy("id").execute()).map(
    ({ action }) => action,
  );

test("a deleted picture is only in the trash, and is restored completely", async () => {
  const [one, two] = [await upload("one.jpg"), await upload("two.jpg")];
  await admin.patch(`/api/admin/media/${one.id}`, { alt: "One", focus_x: 0.2 });
  expect((await bulk("trash", [one.id, two.id, one.id])).body).toEqual({ changed: 2, unchanged: 0, in_use: 0 });
  expect([await trash(), await statusOf(one.url)]).toEqual([expect.arrayContaining([one.id, two.id]), 404]);
  for (const { url } of one.variants) expect(await statusOf(url)).toBe(404);
  expect((await admin.get<MediaPage>("/api/admin/media?search=one")).body.items).toEqual([]);
  expect((await bulk("trash", [one.id])).body).toEqual({ changed: 0, unchanged: 1, in_use: 0 });

  expect((await bulk("restore", [one.id])).body).toEqual({ changed: 1, unchanged: 0, in_use: 0 });
  expect([await statusOf(one.url), await statusOf(two.url)]).toEqual([200, 404]);
  expect((await admin.get<Media>(`/api/admin/media/${one.id}`)).body).toMatchObject({
    alt: "One",
    focus: { x: 0.2, y: 0.5 },
    trashed_at: null,
  });
  expect(await actions(one.id)).toEqual(["uploaded", "updated", "trashed", "restored"]);
});

test("an admin sees thumbnails of the trash; nobody else does", async () => {
  const { id } = await upload();
  await bulk("trash", [id]);
  const seen = await admin.get(`/api/admin/media/${id}/thumbnail`);
  const headers = { authorization: (await signedInUser(app, { role: "admin" })).token };
  const response = await app.fetch(
    new Request(`http://blog.test/api/admin/media/${id}/thumbnail`, {
      headers: { authorization: `Bearer ${headers.authorization}` },
    }),
  );
  expect([seen.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(app.media.path(id, "60.webp")))).toBe(true);
  expect((await app.actors.anonymous.get(`/api/admin/media/${id}/thumbnail`)).status).toBe(401);
  expect((await (await signedInUser(app)).actor.get(`/api/admin/media/${id}/thumbnail`)).status).toBe(403);
});

test("of many, those that a post shows stay where they are", async () => {
  const [used, free] = [await upload("used.jpg"), await upload("free.jpg")];
  await buildPost(app.context.db, { content: `<p><img src="${used.url}"></p>`, status: "draft", published_at: null });
  const gone = "00000000-0000-4000-8000-000000000000";
  expect((await bulk("trash", [used.id, free.id, gone])).body).toEqual({ changed: 1, unchanged: 1, in_use: 1 });
  expect([await statusOf(used.url), await statusOf(free.url)]).toEqual([200, 404]);
});

test("staged and unfinished posts use their pictures, too", async () => {
  const { id, url } = await upload("staged.jpg");
  const { user } = await signedInUser(app, { role: "admin" });
  const writing = JSON.stringify({ title: "Not yet", content: `<p><img src="${url}"></p>` });
  await app.context.db.insertInto("post_edits").values({ author_id: user.id, writing }).execute();
  expect((await admin.get(`/api/admin/media/${id}`)).body).toMatchObject({
    uses: 1,
    posts: [{ id: null, title: "Not yet", status: "draft" }],
  });
  const refused = await admin.delete<ErrorBody>(`/api/admin/media/${id}`);
  expect([refused.status, refused.body.details]).toEqual([409, [{ field: "posts", rule: "“Not yet” (draft) uses it" }]]);
  expect((await bulk("trash", [id])).body).toEqual({ changed: 0, unchanged: 0, in_use: 1 });
  expect((await admin.get<MediaPage>("/api/admin/media?show=unused&search=staged")).body.total).toBe(0);
});

test("a post that shows a picture of the trash restores it", async () => {
  const { id, url } = await upload();
  await bulk("trash", [id]);
  await buildPost(app.context.db, { featured_image: url });
  await app.app.contentChanged();
  expect([(await trash()).includes(id), await statusOf(url)]).toEqual([false, 200]);
});

describe("permanent deletion", () => {
  test("removes a picture of the trash with its files, and nothing else", async () => {
    const [here, there] = [await upload(), await upload()];
    await bulk("trash", [there.id]);
    expect((await bulk("delete", [here.id, there.id])).body).toEqual({ changed: 1, unchanged: 1, in_use: 0 });
    expect([hasFiles(here.id), hasFiles(there.id), await statusOf(here.url)]).toEqual([true, false, 200]);
    expect((await admin.get(`/api/admin/media/${there.id}`)).status).toBe(404);
    expect(await actions(there.id)).toEqual(["uploaded", "trashed", "deleted"]);
    expect((await bulk("restore", [there.id])).body).toEqual({ changed: 0, unchanged: 1, in_use: 0 });
  });

  test("empties the whole trash", async () => {
    const both = [await upload(), await upload()].map(({ id }) => id);
    await bulk("trash", both);
    const before = (await trash()).length;
    expect((await admin.delete("/api/admin/media/trash")).body).toEqual({ deleted: before });
    expect([await trash(), both.map(hasFiles)]).toEqual([[], [false, false]]);
  });

  test("happens automatically after 30 days, and no sooner", async () => {
    const [old, young] = [await upload(), await upload()];
    const { db, clock } = app.context;
    const at = (days: number) => new Date(clock.now().getTime() - days * DAY);
    await db
      .updateTable("media")
      .set({ trashed_at: at(30.01) })
      .where("id", "=", old.id)
      .execute();
    await db
      .updateTable("media")
      .set({ trashed_at: at(29.99) })
      .where("id", "=", young.id)
      .execute();
    await cleanMedia(app.context, app.media);
    expect([hasFiles(old.id), hasFiles(young.id), await trash()]).toEqual([false, true, [young.id]]);
    await cleanMedia(app.context, app.media);
    expect(hasFiles(young.id)).toBe(true);
  });
});

test.each([
  [{ ids: [], action: "trash" }, "ids"],
  [{ ids: ["x"], action: "trash" }, "ids.0"],
  [{ ids: Array.from({ length: 501 }, () => "00000000-0000-4000-8000-000000000000"), action: "trash" }, "ids"],
  [{ ids: ["00000000-0000-4000-8000-000000000000"], action: "burn" }, "action"],
])("%j is refused", async (body, field) => {
  const refused = await admin.post<ErrorBody>("/api/admin/media/bulk", body);
  expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
});
