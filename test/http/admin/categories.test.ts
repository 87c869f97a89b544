import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminCategory, AdminCategoryPage } from "../../../app/domain/categories/category.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";

const PATH = "/api/admin/categories";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
beforeEach(async () => {
  await app.context.db.deleteFrom("posts").execute();
  await app.context.db.deleteFrom("categories").execute();
  await app.context.db.deleteFrom("audit_log").execute();
});
afterAll(() => app.close());

const create = (values: object) => admin.post<AdminCategory & ErrorBody>(PATH, values);
const list = async (query = "") => (await admin.get<AdminCategoryPage>(PATH + query)).body;
const audit = () => app.context.db.selectFrom("audit_log").selectAll().orderBy("id").execute();

test("they require an admin", async () => {
  const { id } = await buildCategory(app.context.db);
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await actor.post(PATH, { name: "Mine" })).status).toBe(status);
    expect((await actor.patch(`${PATH}/${id}`, { name: "Mine" })).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
  }
  expect((await list()).items).toHaveLength(1);
});

describe("creation", () => {
  test("takes the slug from the name and the color from the default", async () => {
    const { status, body } = await create({ name: " Slow  Living & Café " });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "Slow  Living & Café",
        slug: "slow-living--cafe",
        description: "",
        color: "#3b82f6",
        heading: "",
        intro: "",
        picture: null,
        picture_alt: "",
        created_at: expect.any(String),
        posts_count: 0,
        published_count: 0,
      },
    ]);
    expect(await audit()).toMatchObject([{ action: "created", entity: "category", label: "Slow  Living & Café", before: null }]);
  });

  test("names each field that is wrong", async () => {
    const { status, body } = await create({ name: " ", slug: "Ü", color: "blue", description: "x".repeat(501) });
    expect([status, body.details]).toEqual([
      400,
      [
        { field: "name", rule: "Name is required" },
        { field: "slug", rule: "Slug can only contain lowercase letters, numbers, and hyphens" },
        { field: "description", rule: "must have at most 500 characters" },
        { field: "color", rule: "Color must be of the form #rrggbb" },
      ],
    ]);
    expect((await create({ name: "🎉" })).body.details).toEqual([{ field: "slug", rule: "Slug is required" }]);
  });

  test("makes a slug of a name in any script", async () => {
    for (const [name, slug] of [
      ["日本", "ri-ben"],
      ["Новости и спорт", "novosti-i-sport"],
      ["Große Straßen", "grosse-strassen"],
    ]) {
      const { status, body } = await create({ name });
      expect([status, body.name, body.slug]).toEqual([201, name, slug]);
    }
    const same = await create({ name: "日本" });
    expect([same.status, same.body.code]).toEqual([409, "23505"]);
  });

  test("gives a name that suggests a taken slug a free one, but refuses the same name", async () => {
    const slugs = [];
    for (const name of ["Rust", "Rust!", "Rust#"]) slugs.push((await create({ name })).body.slug);
    expect(slugs).toEqual(["rust", "rust-2", "rust-3"]);
    expect((await create({ name: "RUST" })).status).toBe(409);
  });

  test("refuses a slug that is taken", async () => {
    await create({ name: "Tech" });
    const again = await create({ name: "tech" });
    expect([again.status, again.body.code]).toEqual([409, "23505"]);
    expect(again.body.message).toBe("A category with this slug already exists. Please choose a different slug.");
  });
});

test("they are listed by name with their numbers of posts, and searched", async () => {
  const { db } = app.context;
  const [b, a] = [
    await buildCategory(db, { name: "beta", slug: "b" }),
    await buildCategory(db, { name: "Alpha", slug: "a", description: "First things" }),
  ];
  await buildPost(db, { category_id: b.id });
  await buildPost(db, { category_id: b.id, status: "draft", published_at: null });
  expect((await list()).items.map(({ name, posts_count, published_count }) => [name, posts_count, published_count])).toEqual([
    ["Alpha", 0, 0],
    ["beta", 2, 1],
  ]);
  expect((await list("?sort=-posts_count")).items[0]?.id).toBe(b.id);
  expect(await list("?search=FIRST")).toMatchObject({ total: 1, items: [{ id: a.id }] });
  expect(await list("?search=%25")).toMatchObject({ total: 0, items: [] });
  expect(await list("?limit=1&page=2")).toMatchObject({ total: 2, pages: 2, items: [{ id: b.id }] });
});

test("a change shows at once to readers, and in the log", async () => {
  const { body: one } = await create({ name: "Tech" });
  const { body: other } = await create({ name: "Life" });
  const changed = await admin.patch<AdminCategory>(`${PATH}/${one.id}`, { name: "Technology", color: "#AA00AA" });
  expect([changed.status, changed.body]).toEqual([200, { ...one, name: "Technology", color: "#aa00aa" }]);
  const { body: seen } = await app.actors.anonymous.get<{ name: string; color: string }[]>("/api/categories");
  expect(seen).toContainEqual(expect.objectContaining({ name: "Technology", color: "#aa00aa" }));
  expect((await audit()).at(-1)).toMatchObject({
    action: "updated",
    before: { name: "Tech", color: "#3b82f6" },
    after: { name: "Technology", color: "#aa00aa" },
  });
  const taken = await admin.patch<ErrorBody>(`${PATH}/${one.id}`, { slug: other.slug });
  expect([taken.status, taken.body.code]).toEqual([409, "23505"]);
  expect((await admin.patch(`${PATH}/${crypto.randomUUID()}`, { name: "Gone" })).status).toBe(404);
});

describe("deletion", () => {
  const full = async () => {
    const { db } = app.context;
    const [from, to] = [await buildCategory(db), await buildCategory(db)];
    const posts = [
      await buildPost(db, { category_id: from.id }),
      await buildPost(db, { category_id: from.id, status: "archived" }),
    ];
    return { from, to, posts: posts.map(({ id }) => id) };
  };
  const categoriesOf = async (ids: string[]) =>
    (await app.context.db.selectFrom("posts").select(["category_id", "version"]).where("id", "in", ids).execute()).map(
      ({ category_id, version }) => [category_id, version],
    );

  test("gives its posts to another category, whose counts follow", async () => {
    const { from, to, posts } = await full();
    expect((await admin.delete(`${PATH}/${from.id}?move_to=${to.id}`)).status).toBe(204);
    expect(await categoriesOf(posts)).toEqual([
      [to.id, 2],
      [to.id, 2],
    ]);
    expect((await list()).items).toMatchObject([{ id: to.id, posts_count: 2, published_count: 1 }]);
    expect((await audit()).at(-1)).toMatchObject({ action: "trashed", before: { posts: 2, moved_to: to.name }, after: null });
  });

  test("or leaves them without one", async () => {
    const { from, posts } = await full();
    expect((await admin.delete(`${PATH}/${from.id}`)).status).toBe(204);
    expect(await categoriesOf(posts)).toEqual([
      [null, 2],
      [null, 2],
    ]);
  });

  test("requires another category that exists", async () => {
    const { from, posts } = await full();
    expect((await admin.delete<ErrorBody>(`${PATH}/${from.id}?move_to=${from.id}`)).body.details?.[0]?.field).toBe("move_to");
    expect((await admin.delete(`${PATH}/${from.id}?move_to=${crypto.randomUUID()}`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${crypto.randomUUID()}`)).status).toBe(404);
    expect(await categoriesOf(posts)).toEqual([
      [from.id, 1],
      [from.id, 1],
    ]);
  });
});
