import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { Staged, StagedEdit, Unfinished, UnfinishedRow } from "../../../app/domain/posts/staged-edits/staged-edit.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildClock, buildPost } from "../../builders.ts";
import { jpeg } from "../../media/pictures.ts";

const clock = buildClock();
let app: TestApp;
let admin: Actor;
let other: Actor;
let category_id: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
  admin = (await signedInUser(app, { role: "admin", full_name: "Ada" })).actor;
  other = (await signedInUser(app, { role: "admin", full_name: "Grace" })).actor;
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

const writing = (values: object = {}) => ({
  title: "",
  slug: "",
  description: "",
  excerpt: "",
  content: "",
  content_format: "html",
  status: "draft",
  featured: false,
  category_id: null,
  tags: [],
  featured_image: null,
  featured_image_alt: "",
  kind: "post",
  ...values,
});
const post = (id: string) => `/api/admin/posts/${id}`;
const read = async (id: string) => (await admin.get<AdminPost>(post(id))).body;
const stage = (id: string, values: object, { version = 0, base_version = 1, by = admin } = {}) =>
  by.put<Staged & ErrorBody>(`${post(id)}/edit`, { writing: writing(values), version, base_version });
const staged = (id: string) => admin.get<StagedEdit & ErrorBody>(`${post(id)}/edit`);
const publicTitle = async (slug: string) => (await app.actors.anonymous.get<{ title: string }>(`/api/posts/${slug}`)).body.title;
const entries = async (entity_id: string) => {
  const query = app.context.db.selectFrom("audit_log").select(["action", "actor_email", "before", "after"]);
  return query.where("entity_id", "=", entity_id).orderBy("id").execute();
};

describe("a staged edit", () => {
  test("waits next to the published post, complete or not, until it is saved", async () => {
    const { id, slug, title } = await buildPost(app.context.db);
    expect((await staged(id)).status).toBe(404);
    expect((await read(id)).staged_at).toBeNull();
    const first = await stage(id, { title: "", slug: "NOT a slug", content: "<p>half a sen", tags: ["a", "b"] });
    expect([first.status, first.body.version, first.body.editor?.full_name]).toEqual([200, 1, "Ada"]);
    expect((await stage(id, { title: "Two" }, { version: 1 })).body.version).toBe(2);
    expect(await publicTitle(slug)).toBe(title);
    const { body } = await staged(id);
    expect(body).toMatchObject({ version: 2, base_version: 1, base: { title }, writing: { title: "Two", tags: [] } });
    expect((await read(id)).staged_at).toBe(clock.now().toISOString());
    const saved = await admin.patch<AdminPost>(post(id), { title: "Two", version: 1, edit_version: 2 });
    expect([saved.status, saved.body.staged_at]).toEqual([200, null]);
    expect((await staged(id)).status).toBe(404);
    expect((await entries(id)).map(({ action }) => action)).toEqual(["staged", "updated"]);
  });

  test("of someone else is never overwritten: not by staging, not by saving, not by discarding", async () => {
    const { id } = await buildPost(app.context.db);
    await stage(id, { title: "Ada's" });
    const refusals = [
      await stage(id, { title: "Grace's" }, { by: other }),
      await stage(id, { title: "Grace's" }, { by: other, version: 2 }),
      await other.patch<ErrorBody>(post(id), { title: "Grace's", version: 1, edit_version: 0 }),
      await other.delete<ErrorBody>(`${post(id)}/edit?version=7`),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([409, "stale_edit"]));
    expect((await staged(id)).body.writing.title).toBe("Ada's");
    expect((await read(id)).version).toBe(1);
    // A save that doesn't know it leaves it alone, and it is recognized as older than the post.
    expect((await other.patch(post(id), { title: "By a program", version: 1 })).status).toBe(200);
    expect((await staged(id)).body).toMatchObject({ base_version: 1, writing: { title: "Ada's" } });
    expect((await stage(id, { title: "Ada's, on" }, { version: 1 })).status).toBe(200);
    expect((await admin.patch<ErrorBody>(post(id), { title: "Ada's", version: 1, edit_version: 2 })).body.code).toBe(
      "stale_version",
    );
    expect((await admin.delete(`${post(id)}/edit?version=2`)).status).toBe(204);
    expect((await read(id)).title).toBe("By a program");
  });

  test("begins with the current post; of two that begin at once only one succeeds", async () => {
    const { id } = await buildPost(app.context.db);
    await admin.patch(post(id), { title: "Moved on", version: 1 });
    expect((await stage(id, { title: "From before" })).body.code).toBe("stale_version");
    const both = await Promise.all([
      stage(id, { title: "a" }, { base_version: 2 }),
      stage(id, { title: "b" }, { base_version: 2, by: other }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("keeps the pictures that it shows", async () => {
    const { id } = await buildPost(app.context.db);
    const headers = { "content-type": "application/octet-stream" };
    const body = new Uint8Array(await jpeg(60, 40));
    const picture = (await admin.send<{ id: string; url: string }>("POST", "/api/admin/media?name=x.jpg", { body, headers }))
      .body;
    await stage(id, { content: `<p><img src="${picture.url}"></p>` });
    const refused = await admin.delete<ErrorBody>(`/api/admin/media/${picture.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
    await stage(id, {}, { version: 1 });
    expect((await admin.delete(`/api/admin/media/${picture.id}`)).status).toBe(204);
  });
});

describe("a draft that is saved during typing", () => {
  test("is one entry of the log for ten minutes of one person, from the first to the last", async () => {
    const { id } = await buildPost(app.context.db, { status: "draft", published_at: null, title: "Dawn" });
    const save = async (values: object, by = admin) => {
      const { version } = await read(id);
      return by.patch<AdminPost & ErrorBody>(post(id), { ...values, version, autosave: true });
    };
    for (const title of ["Dawn b", "Dawn br", "Dawn breaks"]) expect((await save({ title })).status).toBe(200);
    await save({ excerpt: "In short" });
    await save({ title: "Dusk" }, other);
    await save({ title: "Dusk falls" });
    clock.forward(10 * 60_000 + 1);
    await save({ title: "Night" });
    const logged = await entries(id);
    expect(logged.map(({ action }) => action)).toEqual(Array(4).fill("autosaved"));
    expect(logged[0]?.before).toMatchObject({ title: "Dawn" });
    expect(logged[0]?.after).toEqual({ title: "Dawn breaks", excerpt: "In short" });
  });

  test("leaves no slug behind that was replaced during typing", async () => {
    const { id } = await buildPost(app.context.db, { status: "draft", published_at: null });
    for (const [version, slug] of [
      [1, "dew-d"],
      [2, "dew-drops"],
    ])
      await admin.patch(post(id), { slug, version, autosave: true });
    const kept = await app.context.db.selectFrom("post_slugs").select("slug").where("post_id", "=", id).execute();
    expect(kept).toEqual([]);
  });

  test("is a draft and stays one", async () => {
    const { id } = await buildPost(app.context.db);
    const refused = await admin.patch<ErrorBody>(post(id), { title: "Public", version: 1, autosave: true });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "autosave"]);
    const draft = await buildPost(app.context.db, { status: "draft", published_at: null });
    expect((await admin.patch(post(draft.id), { status: "published", version: 1, autosave: true })).status).toBe(400);
    expect((await read(draft.id)).status).toBe("draft");
  });
});

describe("an unfinished post", () => {
  const id = () => `/api/admin/edits/${crypto.randomUUID()}`;
  const keep = (at: string, values: object, version = 0, by = admin) =>
    by.put<{ version: number } & ErrorBody>(at, { writing: writing(values), version });

  test("belongs to its author until it is saved, which ends it", async () => {
    const at = id();
    expect((await keep(at, { title: "Beg" })).body).toMatchObject({ title: "Beg", version: 1 });
    expect((await keep(at, { title: "Begun" }, 1)).body.version).toBe(2);
    expect((await keep(at, { title: "Other tab" }, 1)).body.code).toBe("stale_edit");
    const list = async (by: Actor) => (await by.get<{ items: UnfinishedRow[] }>("/api/admin/edits")).body.items;
    expect((await list(admin)).map(({ title }) => title)).toEqual(["Begun"]);
    expect(await list(other)).toEqual([]);
    expect([(await other.get(at)).status, (await other.delete(at)).status]).toEqual([404, 404]);
    expect((await keep(at, { title: "Mine now" }, 0, other)).status).toBe(409);
    expect((await admin.get<Unfinished>(at)).body.writing.title).toBe("Begun");
    const content = `<p>${"word ".repeat(20)}</p>`;
    const input = { title: "Begun", slug: "begun-and-done", description: "What was begun.", content, category_id };
    const created = await admin.post("/api/admin/posts", { ...input, edit_id: at.split("/").at(-1) });
    expect(created.status).toBe(201);
    expect((await admin.get(at)).status).toBe(404);
    // A concurrent save of the unfinished post doesn't restore it.
    expect((await keep(at, { title: "Late" }, 2)).status).toBe(409);
  });

  test("is listed with its first words, even without a title", async () => {
    const grace = (await signedInUser(app, { role: "admin" })).actor;
    await keep(id(), { title: "", content: `<h2>Dawn</h2>\n<p>Two <em>stations</em> long. ${"word ".repeat(20)}</p>` }, 0, grace);
    const { items } = (await grace.get<{ items: UnfinishedRow[] }>("/api/admin/edits")).body;
    expect(items).toMatchObject([
      { kind: "post", title: "", opening: "Dawn Two stations long. word word word word word word word…" },
    ]);
  });

  test("can be discarded, and their number is limited", async () => {
    const grace = (await signedInUser(app, { role: "admin" })).actor;
    const at = id();
    await keep(at, { title: "Nothing" }, 0, grace);
    expect((await grace.delete(at)).status).toBe(204);
    for (let n = 0; n < 100; n += 1) expect((await keep(id(), { title: `No ${n}` }, 0, grace)).status).toBe(200);
    expect((await keep(id(), {}, 0, grace)).body.code).toBe("too_many");
  });
});
