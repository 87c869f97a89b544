import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminTag, AdminTagPage } from "../../../app/domain/tags/tag.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../../builders.ts";

const PATH = "/api/admin/tags";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
beforeEach(async () => {
  for (const table of ["posts", "tags", "audit_log"] as const) await app.context.db.deleteFrom(table).execute();
});
afterAll(() => app.close());

const tag = (name: string) => buildTag(app.context.db, { name, slug: name.toLowerCase().replaceAll(" ", "-") });
const list = async (query = "") => (await admin.get<AdminTagPage>(PATH + query)).body;
const audit = async () => (await app.context.db.selectFrom("audit_log").selectAll().orderBy("id").execute()).at(-1);
const tagsOf = async (id: string) => {
  const links = app.context.db
    .selectFrom("posts_tags")
    .innerJoin("tags", "tags.id", "tag_id")
    .select("slug")
    .where("post_id", "=", id);
  return (await links.orderBy("slug").execute()).map(({ slug }) => slug);
};
const versionOf = async (id: string) =>
  (await app.context.db.selectFrom("posts").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;

test("they require an admin", async () => {
  const { id } = await tag("Habits");
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await actor.patch(`${PATH}/${id}`, { name: "Mine" })).status).toBe(status);
    expect((await actor.post(`${PATH}/${id}/merge`, { into: id })).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
  }
  expect((await list()).items).toHaveLength(1);
});

test("they are listed by name with their numbers of posts, also those that no reader sees", async () => {
  const [b, a] = [await tag("beta"), await tag("Alpha")];
  await buildPost(app.context.db, { tags: [a.id] });
  await buildPost(app.context.db, { tags: [a.id], status: "draft", published_at: null });
  expect((await list()).items.map(({ name, posts_count, published_count }) => [name, posts_count, published_count])).toEqual([
    ["Alpha", 2, 1],
    ["beta", 0, 0],
  ]);
  expect((await list("?sort=-name")).items[0]?.id).toBe(b.id);
  expect((await list("?sort=-posts_count")).items[0]?.id).toBe(a.id);
  expect(await list("?search=ALP")).toMatchObject({ total: 1, items: [{ id: a.id }] });
  expect(await list("?limit=1&page=2")).toMatchObject({ total: 2, pages: 2, items: [{ id: b.id }] });
});

test("renaming one changes its slug; an admin who edits one of its posts gets a conflict", async () => {
  const habits = await tag("Habits");
  const post = await buildPost(app.context.db, { tags: [habits.id] });
  const { status, body } = await admin.patch<AdminTag>(`${PATH}/${habits.id}`, { name: " Good  Habits " });
  expect([status, body.name, body.slug]).toEqual([200, "Good  Habits", "good-habits"]);
  expect(await tagsOf(post.id)).toEqual(["good-habits"]);
  expect(await versionOf(post.id)).toBe(post.version + 1);
  expect(await audit()).toMatchObject({ action: "updated", before: { name: "Habits" }, after: { slug: "good-habits" } });
  const { body: seen } = await app.actors.anonymous.get<{ slug: string }[]>("/api/tags");
  expect(seen.map(({ slug }) => slug)).toEqual(["good-habits"]);
});

test("a name of another tag is refused; so is an empty one", async () => {
  const [one] = [await tag("One"), await tag("Two Three")];
  const taken = await admin.patch<ErrorBody>(`${PATH}/${one.id}`, { name: "TWO three" });
  expect([taken.status, taken.body.code, taken.body.message]).toEqual([
    409,
    "23505",
    "A tag with this name already exists. Merge the two instead.",
  ]);
  const empty = await admin.patch<ErrorBody>(`${PATH}/${one.id}`, { name: "  " });
  expect([empty.status, empty.body.details]).toEqual([400, [{ field: "name", rule: "Name is required" }]]);
  expect((await admin.patch(`${PATH}/${one.id}`, { name: "ONE" })).body).toMatchObject({ name: "ONE", slug: "one" });
});

const COMPOSED = "Caf\u00e9";
const APART = "Cafe\u0301";

test("names whose letters are composed in another way are one tag", async () => {
  const category_id = (await buildCategory(app.context.db)).id;
  const write = async (slug: string, tags: string[]) => {
    const text = "<p>Write one line in the morning and one at night, and look at them on Sunday.</p>";
    const made = await admin.post<{ id: string }>("/api/admin/posts", {
      ...{ title: slug, slug, description: "Two ways to write a name", category_id },
      ...{ content: text, tags },
    });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  };
  const first = await write("in-parts", [APART]);
  const second = await write("in-one", [COMPOSED, APART, APART.toUpperCase()]);
  expect((await list()).items.map(({ name, slug, posts_count }) => [name, slug, posts_count])).toEqual([
    [COMPOSED, COMPOSED.toLowerCase(), 2],
  ]);
  for (const id of [first, second]) expect(await tagsOf(id)).toEqual([COMPOSED.toLowerCase()]);
  const other = await tag("Tea");
  expect((await admin.patch(`${PATH}/${other.id}`, { name: APART })).status).toBe(409);
});

test("tags that were stored twice, with letters composed in both ways, become one, and its posts and old slugs follow", async () => {
  const { db } = app.context;
  const [twin, kept, lone] = [await tag(APART), await tag(COMPOSED), await tag("Zoe\u0308")];
  const posts = [
    await buildPost(db, { tags: [twin.id] }),
    await buildPost(db, { tags: [twin.id, kept.id] }),
    await buildPost(db, { tags: [lone.id] }),
  ];
  const migration = await readFile("db/migrations/0075_folded_searches.sql", "utf8");
  await sql.raw(migration.slice(migration.indexOf("do $$"))).execute(db);
  expect((await list()).items.map(({ id, name, posts_count }) => [id, name, posts_count])).toEqual([
    [kept.id, COMPOSED, 2],
    [lone.id, "Zo\u00eb", 1],
  ]);
  for (const { id, version } of posts) expect(await versionOf(id)).toBe(version + 1);
  expect((await tagsOf(posts[1]?.id ?? "")).length).toBe(1);
  const old = await app.actors.anonymous.get<{ total: number }>(`/api/posts?tag=${encodeURIComponent(APART.toLowerCase())}`);
  expect(old.body.total).toBe(2);
});

test("a merge gives each of its posts the other tag once, and the counts are right", async () => {
  const [habit, habits] = [await tag("Habit"), await tag("Habits")];
  const { db } = app.context;
  const only = await buildPost(db, { tags: [habit.id] });
  const both = await buildPost(db, { tags: [habit.id, habits.id] });
  const draft = await buildPost(db, { tags: [habit.id], status: "draft", published_at: null });
  const { status, body } = await admin.post<AdminTag>(`${PATH}/${habit.id}/merge`, { into: habits.id });
  expect([status, body]).toEqual([200, expect.objectContaining({ slug: "habits", posts_count: 3, published_count: 2 })]);
  for (const { id } of [only, both, draft]) expect(await tagsOf(id)).toEqual(["habits"]);
  expect((await list()).total).toBe(1);
  expect(await audit()).toMatchObject({ action: "merged", label: "Habit", before: { slug: "habit" }, after: { slug: "habits" } });
  const found = await app.actors.anonymous.get<{ total: number }>("/api/posts?tag=habits");
  expect(found.body.total).toBe(2);
});

test("a tag can't be merged into itself or a missing one", async () => {
  const { id } = await tag("Alone");
  expect((await admin.post<ErrorBody>(`${PATH}/${id}/merge`, { into: id })).body.details?.[0]?.field).toBe("into");
  expect((await admin.post(`${PATH}/${id}/merge`, { into: crypto.randomUUID() })).status).toBe(404);
  expect((await admin.post(`${PATH}/${crypto.randomUUID()}/merge`, { into: id })).status).toBe(404);
});

test("deletion keeps its posts", async () => {
  const [gone, stays] = [await tag("Gone"), await tag("Stays")];
  const post = await buildPost(app.context.db, { tags: [gone.id, stays.id] });
  expect((await admin.delete(`${PATH}/${gone.id}`)).status).toBe(204);
  expect(await tagsOf(post.id)).toEqual(["stays"]);
  expect((await admin.delete(`${PATH}/${gone.id}`)).status).toBe(404);
  expect(await audit()).toMatchObject({ action: "deleted", entity: "tag", label: "Gone", before: { posts: 1 }, after: null });
});
