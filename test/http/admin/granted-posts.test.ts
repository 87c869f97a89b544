import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import { carryOutPlans } from "../../../app/domain/posts/schedule/carry-out-plans.ts";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildUser } from "../../builders.ts";

const PATH = "/api/admin/posts";
type Answer = AdminPost & ErrorBody;

let app: TestApp;
let admin: Actor;
let category_id: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

const DRAFT = { status: "draft", published_at: null };
const grantedTo = (...grants: Grant[]) => signedInUser(app, { grants });
const ownOf = async (user: { id: string }, values: Parameters<typeof buildPost>[1] = {}) =>
  (
    await buildPost(app.context.db, {
      author_id: user.id,
      category_id,
      content: `<p>${"Larks at dawn. ".repeat(9)}</p>`,
      ...values,
    })
  ).id;
const stored = (id: string) =>
  app.context.db
    .selectFrom("posts")
    .select(["status", "featured", "author_id", "version", "kind"])
    .where("id", "=", id)
    .executeTakeFirst();
const inOneHour = () => ({ kind: "publish", at: new Date(Date.now() + 3_600_000).toISOString() });
const writing = (title: string) => ({
  title,
  slug: title.toLowerCase().replaceAll(" ", "-"),
  description: "What it is about, in a line.",
  content: `<p>${"Larks at dawn. ".repeat(9)}</p>`,
  category_id,
});
const refused = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code,
  body.details?.map(({ field }) => field) ?? body.message,
];
const CHANGE = "This post was published or has a plan, so only an author or editor can change it";

describe("a contributor", () => {
  test("can’t publish, plan, feature, or make a page, and nothing changes", async () => {
    const { user, actor } = await grantedTo("contributor");
    const id = await ownOf(user, DRAFT);
    const before = await stored(id);
    for (const [changes, field] of [
      [{ status: "published" }, "status"],
      [{ status: "archived" }, "status"],
      [{ featured: true }, "featured"],
      [{ kind: "page" }, "kind"],
    ] as const) {
      const created = await actor.post<Answer>(PATH, { ...writing(`Refused ${field}`), ...changes });
      expect([changes, refused(created)]).toEqual([changes, [403, "42501", [field]]]);
      const updated = await actor.patch<Answer>(`${PATH}/${id}`, { ...changes, version: 1 });
      expect([changes, refused(updated)]).toEqual([changes, [403, "42501", [field]]]);
    }
    for (const action of ["publish", "archive"])
      expect(refused(await actor.post<Answer>(`${PATH}/bulk`, { ids: [id], action }))).toEqual([403, "42501", ["status"]]);
    expect((await actor.put(`${PATH}/${id}/schedule`, inOneHour())).status).toBe(403);
    const { id: other } = await buildUser(app.context.db, { role: "admin" });
    for (const author_id of [other, null])
      expect(refused(await actor.patch<Answer>(`${PATH}/${id}/options`, { author_id }))).toEqual([403, "42501", ["author_id"]]);
    expect(await stored(id)).toEqual(before);
  });

  test("can’t leave another status in a staged edit, except one that an editor has put there", async () => {
    const { user, actor } = await grantedTo("contributor");
    const id = await ownOf(user, DRAFT);
    const others = { excerpt: "", content_format: "html", tags: [], featured_image: null, featured_image_alt: "" };
    const fields = { ...writing("Staged"), ...others, kind: "post", featured: false };
    const stage = (who: Actor, status: string, version: number) =>
      who.put<Answer>(`${PATH}/${id}/edit`, { writing: { ...fields, status }, version, base_version: 1 });
    for (const status of ["published", "archived"])
      expect(refused(await stage(actor, status, 0))).toEqual([403, "42501", ["status"]]);
    expect((await stage(actor, "draft", 0)).status).toBe(200);
    expect((await stage(admin, "published", 1)).status).toBe(200);
    expect((await stage(actor, "published", 2)).status).toBe(200);
    expect((await stage(actor, "draft", 3)).status).toBe(200);
  });

  test.each([
    ["published", {}],
    ["archived", { status: "archived", published_at: null }],
  ])("can’t change or trash a post of theirs that is %s", async (_, values) => {
    const { user, actor } = await grantedTo("contributor");
    const id = await ownOf(user, values);
    const before = await stored(id);
    const body = (await actor.get<Answer>(`${PATH}/${id}`)).body;
    expect(body.id).toBe(id);
    const {
      title,
      slug,
      description,
      excerpt,
      content,
      content_format,
      kind,
      featured,
      status,
      featured_image,
      featured_image_alt,
    } = body;
    const whole = { title, slug, description, excerpt, content, content_format, kind, featured, status, category_id, tags: [] };
    const edit = { writing: { ...whole, featured_image, featured_image_alt }, version: 0, base_version: 1 };
    for (const answer of [
      await actor.patch<Answer>(`${PATH}/${id}`, { title: "Another", version: 1 }),
      await actor.patch<Answer>(`${PATH}/${id}`, { status: "draft", version: 1 }),
      await actor.put<Answer>(`${PATH}/${id}/edit`, edit),
      await actor.patch<Answer>(`${PATH}/${id}/options`, { comments_open: false }),
      await actor.delete<Answer>(`${PATH}/${id}`),
      await actor.post<Answer>(`${PATH}/bulk`, { ids: [id], action: "draft" }),
      await actor.post<Answer>(`${PATH}/bulk`, { ids: [await ownOf(user, DRAFT), id], action: "delete" }),
    ])
      expect(refused(answer)).toEqual([403, "42501", CHANGE]);
    expect(await stored(id)).toEqual(before);
  });

  test("can’t change a draft that an editor has planned, nor the plan", async () => {
    const { user, actor } = await grantedTo("contributor");
    const id = await ownOf(user, DRAFT);
    const { actor: editor } = await grantedTo("editor");
    expect((await editor.put(`${PATH}/${id}/schedule`, inOneHour())).status).toBe(200);
    expect(refused(await actor.patch<Answer>(`${PATH}/${id}`, { title: "Unread", version: 1 }))).toEqual([403, "42501", CHANGE]);
    expect((await actor.delete(`${PATH}/${id}/schedule`)).status).toBe(403);
    expect((await editor.delete(`${PATH}/${id}/schedule`)).status).toBe(204);
    expect((await actor.patch(`${PATH}/${id}`, { title: "Read again", version: 1 })).status).toBe(200);
  });

  test("doesn’t bring back what was published from the trash, and finds their drafts there", async () => {
    const { user, actor } = await grantedTo("contributor");
    const [published, draft] = [await ownOf(user), await ownOf(user, DRAFT)];
    for (const id of [published, draft]) await admin.delete(`${PATH}/${id}`);
    const items = [published, draft].map((id) => ({ kind: "post", id }));
    expect((await actor.get<{ items: { id: string }[] }>("/api/admin/trash")).body.items.map(({ id }) => id)).toEqual([draft]);
    expect((await actor.delete(`/api/admin/trash/post/${published}`)).status).toBe(404);
    expect((await actor.post("/api/admin/trash/restore", { items })).body).toEqual({ restored: 1, missing: 1, renamed: [] });
    expect([await stored(published), await stored(draft)]).toMatchObject([{ status: "trashed" }, { status: "draft" }]);
    await actor.delete(`${PATH}/${draft}`);
    expect((await actor.post("/api/admin/trash/empty", {})).body).toEqual({ deleted: 1 });
    expect(await stored(published)).toMatchObject({ status: "trashed" });
  });

  test("writes, saves, shares and trashes drafts", async () => {
    const { user, actor } = await grantedTo("contributor");
    const { status, body } = await actor.post<Answer>(PATH, writing("A contributed draft"));
    expect([status, body.author?.id, body.status]).toEqual([201, user.id, "draft"]);
    const saved = await actor.patch<Answer>(`${PATH}/${body.id}`, {
      ...writing("A contributed draft"),
      status: "draft",
      featured: false,
      version: 1,
    });
    expect(saved.status).toBe(200);
    expect((await actor.post(`${PATH}/${body.id}/previews`, { lasts: "7d", may_note: true })).status).toBe(201);
    expect((await actor.patch(`${PATH}/${body.id}/options`, { comments_open: false })).status).toBe(200);
    expect((await actor.delete(`${PATH}/${body.id}`)).status).toBe(204);
  });
});

describe("an author", () => {
  test("publishes, edits and plans their own, and can’t feature it or give it away", async () => {
    const { user, actor } = await grantedTo("author");
    const { body } = await actor.post<Answer>(PATH, { ...writing("An author’s own".replace("’", "")), status: "published" });
    expect(body.status).toBe("published");
    const saved = await actor.patch<Answer>(`${PATH}/${body.id}`, { title: "Still their own", version: 1 });
    expect([saved.status, saved.body.status]).toEqual([200, "published"]);
    expect(refused(await actor.patch<Answer>(`${PATH}/${body.id}`, { featured: true, version: 2 }))).toEqual([
      403,
      "42501",
      ["featured"],
    ]);
    const other = (await grantedTo("author")).user.id;
    expect(refused(await actor.patch<Answer>(`${PATH}/${body.id}/options`, { author_id: other }))).toEqual([
      403,
      "42501",
      ["author_id"],
    ]);
    expect((await actor.patch(`${PATH}/${body.id}/options`, { author_id: user.id })).status).toBe(200);
    const draft = await ownOf(user, DRAFT);
    expect((await actor.put(`${PATH}/${draft}/schedule`, inOneHour())).status).toBe(200);
    expect((await actor.delete(`${PATH}/${draft}`)).status).toBe(204);
  });

  test("can’t put what they may not save into a staged edit, except what an editor has put there", async () => {
    const { user, actor } = await grantedTo("author");
    const id = await ownOf(user);
    const { body } = await actor.get<Answer>(`${PATH}/${id}`);
    const { title, slug, description, excerpt, content, content_format, kind, status, featured_image, featured_image_alt } = body;
    const fields = {
      title,
      slug,
      description,
      excerpt,
      content,
      content_format,
      kind,
      status,
      featured_image,
      featured_image_alt,
    };
    const stage = (who: Actor, featured: boolean, version: number) =>
      who.put<Answer>(`${PATH}/${id}/edit`, {
        writing: { ...fields, category_id, tags: [], featured },
        version,
        base_version: 1,
      });
    expect(refused(await stage(actor, true, 0))).toEqual([403, "42501", ["featured"]]);
    expect((await stage(admin, true, 0)).status).toBe(200);
    expect((await stage(actor, true, 1)).status).toBe(200);
  });

  test("restores a revision from before an editor featured the post, which stays featured", async () => {
    const { user, actor } = await grantedTo("author");
    for (const values of [{}, DRAFT]) {
      const id = await ownOf(user, values);
      expect((await actor.patch(`${PATH}/${id}`, { title: "Second words", version: 1 })).status).toBe(200);
      expect((await admin.patch(`${PATH}/${id}`, { featured: true, version: 2 })).status).toBe(200);
      const { items } = (await actor.get<{ items: { id: string }[] }>(`${PATH}/${id}/revisions`)).body;
      const restored = await actor.post<ErrorBody>(`${PATH}/${id}/revisions/${items.at(-1)?.id}/restore`, { version: 3 });
      expect([restored.status, (await stored(id))?.featured]).toEqual([200, true]);
    }
  });

  test("has no part in the newsletter", async () => {
    const { user, actor } = await grantedTo("author", "editor", "moderator", "contributor");
    const post_id = await ownOf(user);
    expect((await actor.post("/api/admin/newsletter/issues", { kind: "post", post_id })).status).toBe(403);
  });
});

describe("an editor", () => {
  test("edits, publishes and gives away everybody’s posts and pages", async () => {
    const { actor } = await grantedTo("editor");
    const { user: writer } = await grantedTo("contributor");
    const id = await ownOf(writer, DRAFT);
    const saved = await actor.patch<Answer>(`${PATH}/${id}`, { status: "published", featured: true, version: 1 });
    expect([saved.status, saved.body.status, saved.body.featured, saved.body.author?.id]).toEqual([
      200,
      "published",
      true,
      writer.id,
    ]);
    const given = await actor.patch<Answer>(`${PATH}/${id}/options`, { author_id: (await grantedTo("author")).user.id });
    expect(given.status).toBe(200);
    for (const to of [(await grantedTo("moderator")).user.id, (await signedInUser(app)).user.id])
      expect((await actor.patch(`${PATH}/${id}/options`, { author_id: to })).status).toBe(400);
    const { items } = (await actor.get<{ items: { id: string }[] }>("/api/admin/authors")).body;
    const ids = items.map((one) => one.id);
    expect([ids.includes(writer.id), ids.includes((await signedInUser(app)).user.id)]).toEqual([true, false]);
    const page = await actor.post<Answer>(PATH, { ...writing("An own page"), kind: "page" });
    expect(page.status).toBe(201);
    expect((await actor.get<{ items: { id: string }[] }>("/api/admin/pages")).body.items.map((one) => one.id)).toContain(
      page.body.id,
    );
  });
});

describe("when a grant is taken away", () => {
  const take = (id: string) => admin.put(`/api/admin/users/${id}/grants`, { grants: [] });

  test("the next save is refused and loses nothing", async () => {
    const { user, actor } = await grantedTo("author");
    const id = await ownOf(user, DRAFT);
    await take(user.id);
    expect(refused(await actor.patch<Answer>(`${PATH}/${id}`, { title: "Lost?", version: 1 }))).toEqual([
      403,
      "42501",
      expect.stringContaining("grant"),
    ]);
    expect((await stored(id))?.version).toBe(1);
  });

  test("a plan that was made before is carried out, in the name of its maker", async () => {
    const { user, actor } = await grantedTo("author");
    const id = await ownOf(user, DRAFT);
    expect((await actor.put(`${PATH}/${id}/schedule`, inOneHour())).status).toBe(200);
    await take(user.id);
    await app.context.db
      .updateTable("post_schedules")
      .set({ next_at: new Date(0) })
      .where("post_id", "=", id)
      .execute();
    await carryOutPlans(app.context, { site: app.settings.site(), settings: app.settings.get(), editPath: (one) => `/${one}` });
    expect(await stored(id)).toMatchObject({ status: "published", author_id: user.id });
    const entry = await app.context.db
      .selectFrom("audit_log")
      .select(["actor_id"])
      .where("entity_id", "=", id)
      .where("action", "=", "published")
      .executeTakeFirst();
    expect(entry).toEqual({ actor_id: user.id });
  });

  test("at the moment of publishing, the post is either published or untouched, and says so", async () => {
    for (let round = 0; round < 8; round++) {
      const { user, actor } = await grantedTo("author");
      const id = await ownOf(user, DRAFT);
      const publish = () => actor.patch<Answer>(`${PATH}/${id}`, { status: "published", version: 1 });
      const answers = await Promise.all(round % 2 ? [publish(), take(user.id)] : [take(user.id), publish()]);
      const { status } = answers[round % 2 ? 0 : 1] as { status: number };
      expect([200, 403]).toContain(status);
      expect((await stored(id))?.status).toBe(status === 200 ? "published" : "draft");
      expect((await publish()).status).toBe(403);
    }
  });
});

describe("what was published stays as it is for a contributor", () => {
  test("no draft joins its translations", async () => {
    const { user, actor } = await grantedTo("contributor");
    const [published, draft] = [await ownOf(user), await ownOf(user, DRAFT)];
    const groups = () =>
      app.context.db.selectFrom("posts").select("translation_group").where("id", "in", [published, draft]).execute();
    const link = () => actor.patch<Answer>(`${PATH}/${draft}/options`, { translation_of: published });
    expect(refused(await link())).toEqual([403, "42501", CHANGE]);
    expect(refused(await actor.post<Answer>(`${PATH}/${published}/translations`, { language: "de" }))).toEqual([
      403,
      "42501",
      CHANGE,
    ]);
    expect(await groups()).toEqual([{ translation_group: null }, { translation_group: null }]);
    const mate = await ownOf(user, { ...DRAFT, language: "fr" });
    await admin.patch(`${PATH}/${mate}/options`, { translation_of: published });
    expect(refused(await actor.patch<Answer>(`${PATH}/${draft}/options`, { translation_of: mate }))).toEqual([
      403,
      "42501",
      CHANGE,
    ]);
    expect((await actor.post(`${PATH}/${draft}/translations`, { language: "de" })).status).toBe(201);
  });

  test("a draft among its translations keeps its language, and is written otherwise", async () => {
    const { user, actor } = await grantedTo("contributor");
    const [published, draft] = [await ownOf(user), await ownOf(user, { ...DRAFT, language: "fr" })];
    const save = (changes: object) => actor.patch<Answer>(`${PATH}/${draft}`, changes);
    const before = (await save({ version: 1, language: "it" })).body;
    expect(before.language).toBe("it");
    await admin.patch(`${PATH}/${draft}/options`, { translation_of: published });
    const { version } = before;
    expect(refused(await save({ version, language: "es" }))).toEqual([403, "42501", ["language"]]);
    expect((await save({ version, language: "it", title: "Allodole" })).body).toMatchObject({
      language: "it",
      title: "Allodole",
    });
    const { body } = await admin.patch<Answer>(`${PATH}/${draft}`, { version: version + 1, language: "es" });
    expect(body.language).toBe("es");
  });

  test("its versions keep their names", async () => {
    const { user, actor } = await grantedTo("contributor");
    const id = await ownOf(user);
    await admin.patch(`${PATH}/${id}`, { version: 1, title: "Another title" });
    const { items } = (await actor.get<{ items: { id: string; name: string | null }[] }>(`${PATH}/${id}/revisions`)).body;
    const name = () => actor.patch<Answer>(`${PATH}/${id}/revisions/${items[0]?.id}`, { name: "Mine" });
    expect(refused(await name())).toEqual([403, "42501", CHANGE]);
    const after = (await actor.get<{ items: { name: string | null }[] }>(`${PATH}/${id}/revisions`)).body.items;
    expect(after.map((revision) => revision.name)).toEqual(items.map((revision) => revision.name));
  });
});

test("the export of a former contributor has their own texts, and no drafts of others", async () => {
  const { user, actor } = await grantedTo("contributor");
  const { id: first } = await buildUser(app.context.db);
  const own = await ownOf(user, { ...DRAFT, title: "My draft" });
  const [secret, public_] = [await ownOf({ id: first }, { ...DRAFT, title: "A secret" }), await ownOf({ id: first })];
  for (const id of [secret, public_]) await admin.patch(`${PATH}/${id}/options`, { coauthors: [user.id] });
  type Export = { posts: { id: string }[] };
  const ids = async () => (await actor.get<Export>("/api/account/export")).body.posts.map(({ id }) => id).sort();
  expect(await ids()).toEqual([own, secret, public_].sort());
  await app.context.db.deleteFrom("grants").where("user_id", "=", user.id).execute();
  expect(await ids()).toEqual([own, public_].sort());
  expect((await actor.get("/api/account/export")).text).not.toContain("A secret");
});
