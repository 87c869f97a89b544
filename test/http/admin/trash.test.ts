import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import { expireTrash } from "../../../app/domain/trash/manage-trash.ts";
import type { RestoreResult, TrashPage } from "../../../app/domain/trash/trash.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
let reader: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", full_name: "Ada" })).actor;
  reader = (await signedInUser(app)).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  await admin.post("/api/admin/trash/empty", {});
});

const db = () => app.context.db;
const trash = async (query = "") => (await admin.get<TrashPage>(`/api/admin/trash${query}`)).body;
const statusOf = async (path: string) => (await app.actors.anonymous.get(path)).status;
const say = async (post_id: string, values: object = {}) =>
  (
    await db()
      .insertInto("comments")
      .values({ post_id, content: "So it is.", status: "approved", ...values })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
const restore = (kind: string, id: string) =>
  admin.post<RestoreResult & ErrorBody>("/api/admin/trash/restore", { items: [{ kind, id }] });
const row = (id: string) => db().selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirst();
const commentStatus = async (id: string) =>
  (await db().selectFrom("comments").select("status").where("id", "=", id).executeTakeFirst())?.status;

describe("a post", () => {
  test("is nowhere while it is in the trash, and is restored as it was", async () => {
    const category = await buildCategory(db());
    const tag = await buildTag(db());
    const post = await buildPost(db(), { slug: "larks-at-dawn", category_id: category.id, tags: [tag.id], featured: true });
    const comment = await say(post.id);
    await say(post.id, { status: "pending", content: "Wait." });
    const counters = async () => ({
      category: (await db().selectFrom("categories").select("published_count").where("id", "=", category.id).executeTakeFirst())
        ?.published_count,
      tag: await db().selectFrom("tags").select(["published_count", "linked_count"]).where("id", "=", tag.id).executeTakeFirst(),
      site: (await db().selectFrom("site_counts").select("count").executeTakeFirst())?.count,
      listed: (await app.actors.anonymous.get<{ total: number }>("/api/posts")).body.total,
      all: (await admin.get<{ total: number }>("/api/admin/posts")).body.total,
      comments: (await admin.get<{ total: number }>("/api/admin/comments")).body.total,
      dashboard: (await admin.get<Dashboard>("/api/admin/dashboard")).body.posts?.total ?? 0,
    });
    const before = await counters();
    const stood = await row(post.id);
    expect(stood?.comments_count).toBe(1);

    expect((await admin.delete(`/api/admin/posts/${post.id}`)).status).toBe(204);
    const gone = await counters();
    expect(gone).toMatchObject({
      category: 0,
      tag: { published_count: 0, linked_count: 0 },
      site: (before.site ?? 0) - 1,
      listed: before.listed - 1,
      all: before.all - 1,
      comments: before.comments - 2,
      dashboard: before.dashboard - 1,
    });
    for (const path of [
      "/story/larks-at-dawn",
      `/story/${post.id}`,
      "/api/posts/larks-at-dawn",
      `/api/posts/${post.id}/comments`,
    ])
      expect(await statusOf(path), path).toBe(404);
    for (const path of ["/feed.xml", "/sitemap.xml", "/api/posts?search=dawn", `/category/${category.slug}/feed.xml`])
      expect((await app.actors.anonymous.get(path)).text, path).not.toContain("larks-at-dawn");
    expect(await commentStatus(comment)).toBe("trashed");

    const back = await restore("post", post.id);
    expect([back.status, back.body]).toEqual([200, { restored: 1, missing: 0, renamed: [] }]);
    expect(await counters()).toEqual(before);
    expect(await row(post.id)).toEqual(stood);
    expect(await statusOf("/story/larks-at-dawn")).toBe(200);
    expect(await commentStatus(comment)).toBe("approved");
  });

  test("releases its slug: another post may take it, and the restored one reports its new slug", async () => {
    const post = await buildPost(db(), { slug: "two-of-a-kind" });
    await admin.delete(`/api/admin/posts/${post.id}`);
    await buildPost(db(), { slug: "two-of-a-kind-2" });
    const category = await buildCategory(db());
    const input = {
      title: "Two of a kind",
      slug: "two-of-a-kind",
      description: "Another of the same name.",
      content: `<p>${"word ".repeat(20)}</p>`,
      category_id: category.id,
      status: "published",
    };
    expect((await admin.post("/api/admin/posts", input)).status).toBe(201);
    const { body } = await restore("post", post.id);
    expect(body).toEqual({
      restored: 1,
      missing: 0,
      renamed: [{ kind: "post", id: post.id, title: post.title, slug: "two-of-a-kind-3" }],
    });
    expect(await statusOf("/story/two-of-a-kind-3")).toBe(200);
    expect((await row(post.id))?.version).toBe(post.version + 1);
  });

  test("keeps its former slugs, which lead nowhere in the meantime", async () => {
    const post = await buildPost(db(), { slug: "before-it-moved" });
    await db().updateTable("posts").set({ slug: "after-it-moved" }).where("id", "=", post.id).execute();
    await admin.delete(`/api/admin/posts/${post.id}`);
    expect(await statusOf("/story/before-it-moved")).toBe(404);
    await restore("post", post.id);
    expect(await statusOf("/story/before-it-moved")).toBe(301);
    const slugs = await db().selectFrom("post_slugs").select("slug").where("post_id", "=", post.id).execute();
    expect(slugs).toEqual([{ slug: "before-it-moved" }]);
  });

  test("can't be saved or published there; an author who has it open can continue once it is restored", async () => {
    const post = await buildPost(db());
    await admin.delete(`/api/admin/posts/${post.id}`);
    const save = () => admin.patch<ErrorBody>(`/api/admin/posts/${post.id}`, { version: post.version, title: "Typed on" });
    const refused = await save();
    expect([refused.status, refused.body.message]).toEqual([404, "This post is in the trash. Restore it to continue writing."]);
    expect((await admin.get(`/api/admin/posts/${post.id}`)).status).toBe(404);
    expect((await admin.delete(`/api/admin/posts/${post.id}`)).status).toBe(404);
    const many = await admin.post("/api/admin/posts/bulk", { ids: [post.id], action: "publish" });
    expect(many.body).toEqual({ changed: 0, unchanged: 1 });
    await restore("post", post.id);
    expect((await save()).status).toBe(200);
  });
});

describe("a comment", () => {
  test("takes its replies along and is restored with them; the counter is right all the time", async () => {
    const post = await buildPost(db());
    const first = await say(post.id);
    const reply = await say(post.id, { parent_id: first, reply_to_id: first, is_reply: true });
    const pending = await say(post.id, { parent_id: first, reply_to_id: reply, is_reply: true, status: "pending" });
    const count = async () => (await row(post.id))?.comments_count;
    expect((await admin.delete(`/api/admin/comments/${first}`)).status).toBe(204);
    expect([await count(), await commentStatus(reply), await commentStatus(pending)]).toEqual([0, "trashed", "trashed"]);
    const { items } = await trash("?kind=comment");
    expect(items).toMatchObject([{ id: first, title: "So it is.", note: post.title, was: "approved", along: 2 }]);
    expect((await admin.get<{ total: number }>(`/api/posts/${post.slug}/comments`)).body.total).toBe(0);
    expect((await admin.patch(`/api/admin/comments/${first}`, { status: "approved" })).status).toBe(404);
    expect((await restore("comment", reply)).body).toMatchObject({ restored: 0, missing: 1 });

    expect((await restore("comment", first)).body.restored).toBe(1);
    expect([await count(), await commentStatus(reply), await commentStatus(pending)]).toEqual([2, "approved", "pending"]);
  });

  test("waits for its post, and is deleted permanently with its replies", async () => {
    const post = await buildPost(db());
    const first = await say(post.id);
    await admin.delete(`/api/admin/comments/${first}`);
    await admin.delete(`/api/admin/posts/${post.id}`);
    const refused = await restore("comment", first);
    expect([refused.status, refused.body.code]).toEqual([409, "post_trashed"]);
    const both = {
      items: [
        { kind: "comment", id: first },
        { kind: "post", id: post.id },
      ],
    };
    expect((await admin.post<RestoreResult>("/api/admin/trash/restore", both)).body).toMatchObject({ restored: 2, missing: 0 });

    const reply = await say(post.id, { parent_id: first, reply_to_id: first, is_reply: true });
    await admin.delete(`/api/admin/comments/${first}`);
    expect((await admin.delete(`/api/admin/trash/comment/${first}`)).status).toBe(204);
    expect([await commentStatus(first), await commentStatus(reply)]).toEqual([undefined, undefined]);
  });

  test("deleted by its author is gone at once, from the trash too; the replies of others stay there", async () => {
    const post = await buildPost(db());
    const { user, actor } = await signedInUser(app);
    const own = await say(post.id, { author_id: user.id });
    expect((await actor.delete(`/api/comments/${own}`)).status).toBe(204);
    expect((await trash("?kind=comment")).total).toBe(0);
    const second = await say(post.id, { author_id: user.id });
    const reply = await say(post.id, { parent_id: second, reply_to_id: second, is_reply: true });
    await admin.delete(`/api/admin/comments/${second}`);
    expect((await actor.delete(`/api/comments/${second}`)).status).toBe(204);
    expect((await trash("?kind=comment")).items).toMatchObject([{ id: reply }]);
    expect((await restore("comment", reply)).body.restored).toBe(1);
  });

  test("deleted in bulk is restored in bulk", async () => {
    const post = await buildPost(db());
    const ids = [await say(post.id), await say(post.id, { content: "Not so." })];
    await admin.post("/api/admin/comments/bulk", { ids, action: "delete" });
    const items = ids.map((id) => ({ kind: "comment", id }));
    expect((await admin.post<RestoreResult>("/api/admin/trash/restore", { items })).body.restored).toBe(2);
    expect((await row(post.id))?.comments_count).toBe(2);
  });
});

describe("a category", () => {
  test("is restored with the posts that nobody has moved since", async () => {
    const [birds, fish] = [await buildCategory(db(), { name: "Birds", color: "#112233" }), await buildCategory(db())];
    const [stays, moved] = [await buildPost(db(), { category_id: birds.id }), await buildPost(db(), { category_id: birds.id })];
    const other = await buildCategory(db());
    await admin.delete(`/api/admin/categories/${birds.id}?move_to=${fish.id}`);
    await db().updateTable("posts").set({ category_id: other.id }).where("id", "=", moved.id).execute();
    expect((await trash("?kind=category")).items).toMatchObject([{ title: "Birds", note: birds.slug, along: 2, was: null }]);

    expect((await restore("category", birds.id)).body).toEqual({ restored: 1, missing: 0, renamed: [] });
    expect([(await row(stays.id))?.category_id, (await row(moved.id))?.category_id]).toEqual([birds.id, other.id]);
    const again = await db().selectFrom("categories").selectAll().where("id", "=", birds.id).executeTakeFirst();
    expect(again).toEqual({ ...birds, published_count: 1 });
  });

  test("gets another slug when its own is taken; a post that nobody moved is in it again", async () => {
    const birds = await buildCategory(db(), { slug: "birds-of-prey" });
    const post = await buildPost(db(), { category_id: birds.id });
    await admin.delete(`/api/admin/categories/${birds.id}`);
    await buildCategory(db(), { slug: "birds-of-prey" });
    const { body } = await restore("category", birds.id);
    expect(body.renamed).toEqual([{ kind: "category", id: birds.id, title: birds.name, slug: "birds-of-prey-2" }]);
    expect((await row(post.id))?.category_id).toBe(birds.id);
  });
});

test("the list says what, when, by whom and for how long, by kind and by words", async () => {
  const post = await buildPost(db(), { title: "The nightjar" });
  await admin.delete(`/api/admin/posts/${post.id}`);
  const category = await buildCategory(db(), { name: "Owls" });
  await admin.delete(`/api/admin/categories/${category.id}`);
  const { items, counts, total } = await trash();
  expect([total, counts]).toEqual([2, { all: 2, post: 1, comment: 0, category: 1 }]);
  expect(items.map(({ kind, title, was }) => [kind, title, was])).toEqual([
    ["category", "Owls", null],
    ["post", "The nightjar", "published"],
  ]);
  expect(items[1]).toMatchObject({ note: post.slug, trashed_by: { full_name: "Ada" }, days_left: 30, along: 0 });
  expect((await trash("?search=nightj")).items).toHaveLength(1);
  expect((await trash("?kind=post")).total).toBe(1);
});

test("permanently deleted items are gone, and so is everything older than thirty days", async () => {
  const [one, old, young] = [await buildPost(db()), await buildPost(db()), await buildPost(db())];
  const comment = await say(old.id);
  for (const { id } of [one, old, young]) await admin.delete(`/api/admin/posts/${id}`);
  expect((await admin.delete(`/api/admin/trash/post/${one.id}`)).status).toBe(204);
  expect((await admin.delete(`/api/admin/trash/post/${one.id}`)).status).toBe(404);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000);
  await db()
    .updateTable("posts")
    .set({ trashed_at: ago(30) })
    .where("id", "=", old.id)
    .execute();
  await db()
    .updateTable("posts")
    .set({ trashed_at: ago(29) })
    .where("id", "=", young.id)
    .execute();
  expect(await expireTrash(app.context)).toBe(1);
  expect([await row(one.id), await row(old.id), await commentStatus(comment)]).toEqual([undefined, undefined, undefined]);
  expect((await trash()).items).toMatchObject([{ id: young.id, days_left: 1 }]);
  const entry = await db().selectFrom("audit_log").select(["actor_email", "action"]).orderBy("id", "desc").executeTakeFirst();
  expect(entry).toEqual({ actor_email: "(by itself)", action: "deleted" });
  // Items outside the trash can't be deleted in this way.
  const post = await buildPost(db());
  expect((await admin.delete(`/api/admin/trash/post/${post.id}`)).status).toBe(404);
});

test("a user's data and public figures leave the trash out", async () => {
  const author = await buildUser(db());
  const post = await buildPost(db(), { author_id: author.id });
  await admin.delete(`/api/admin/posts/${post.id}`);
  const { body } = await admin.get<{ items: { id: string; posts_count: number }[] }>(`/api/admin/users?search=${author.email}`);
  expect(body.items).toMatchObject([{ id: author.id, posts_count: 0 }]);
});

test("only admins see the trash or move anything in it", async () => {
  const post = await buildPost(db());
  await admin.delete(`/api/admin/posts/${post.id}`);
  for (const { status } of [
    await reader.get("/api/admin/trash"),
    await reader.post("/api/admin/trash/restore", { items: [{ kind: "post", id: post.id }] }),
    await reader.delete(`/api/admin/trash/post/${post.id}`),
    await reader.post("/api/admin/trash/empty", {}),
  ])
    expect(status).toBe(403);
  expect((await trash()).total).toBe(1);
});
