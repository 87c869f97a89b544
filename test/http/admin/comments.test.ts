import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminComment } from "../../../app/domain/comments/comment.ts";
import { COMMENT_STATUSES } from "../../../app/domain/comments/comment-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildUser } from "../../builders.ts";
import { listed } from "../comments/comment-actions.ts";

const PATH = "/api/admin/comments";

let app: TestApp;
let admin: Actor;
let reader: Actor;
let post: { id: string; slug: string; title: string };
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", email: "keeper@blog.test" })).actor;
  reader = (await signedInUser(app)).actor;
});
beforeEach(async () => {
  await app.context.db.deleteFrom("comments").execute();
  await app.context.db.deleteFrom("audit_log").execute();
  post = await buildPost(app.context.db, { title: "On larks" });
});
afterAll(() => app.close());

let made = 0;
const comment = async (values: object = {}): Promise<string> => {
  made += 1;
  const row = { content: `Comment ${made}`, post_id: post.id, created_at: new Date(Date.UTC(2025, 0, 1, 0, 0, made)), ...values };
  return (await app.context.db.insertInto("comments").values(row).returning("id").executeTakeFirstOrThrow()).id;
};
const counter = async () =>
  (await app.context.db.selectFrom("posts").select("comments_count").where("id", "=", post.id).executeTakeFirstOrThrow())
    .comments_count;
const audited = () =>
  app.context.db
    .selectFrom("audit_log")
    .select(["actor_email", "action", "entity", "entity_id", "before", "after"])
    .orderBy("id")
    .execute();
const change = (id: string, body: object) => admin.patch<AdminComment>(`${PATH}/${id}`, body);
const bulk = (body: object) => admin.post<{ changed: number }>(`${PATH}/bulk`, body);

test("it requires an admin", async () => {
  const id = await comment();
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await actor.patch(`${PATH}/${id}`, { status: "approved" })).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
    expect((await actor.post(`${PATH}/bulk`, { ids: [id], action: "delete" })).status).toBe(status);
  }
  expect(await listed(admin)).toMatchObject({ total: 1, items: [{ id, status: "pending" }] });
});

describe("the list", () => {
  test("shows comments with article, author and parent, the newest first, in pages", async () => {
    const ada = await buildUser(app.context.db, { full_name: "Ada" });
    const first = await comment({ author_id: ada.id, content: "First" });
    const answer = await comment({ content: "Answer", parent_id: first, reply_to_id: first, is_reply: true });
    const page = await listed(admin);
    expect(page).toMatchObject({ total: 2, page: 1, pages: 1, limit: 20 });
    expect(page.items).toMatchObject([
      { id: answer, author: null, parent: { id: first, content: "First", author: { full_name: "Ada" } }, is_reply: true },
      { id: first, author: { id: ada.id, full_name: "Ada", email: ada.email }, post: { title: "On larks", slug: post.slug } },
    ]);
    expect((await listed(admin, "?sort=created_at&limit=1")).items).toMatchObject([{ id: first }]);
    expect(await listed(admin, "?limit=1&page=9")).toMatchObject({ items: [], total: 2, page: 9, pages: 2 });
  });

  test("filters by status, spam and reports, and counts each within the search", async () => {
    const approved = await comment({ status: "approved" });
    await comment({ status: "approved", content: "A needle in here" });
    await comment({ status: "pending", is_spam: true });
    await comment({ status: "rejected" });
    const { id: user_id } = await buildUser(app.context.db);
    await app.context.db.insertInto("comment_reports").values({ comment_id: approved, user_id, reason: "Rude" }).execute();
    const counts = { all: 4, pending: 1, approved: 2, rejected: 1, spam: 1, reported: 1 };
    for (const [query, total] of [
      ["", 4],
      ["?status=pending", 1],
      ["?status=approved", 2],
      ["?status=rejected", 1],
    ] as const)
      expect(await listed(admin, query)).toMatchObject({ total, counts });
    expect(await listed(admin, "?status=spam")).toMatchObject({ total: 1, items: [{ is_spam: true }] });
    expect(await listed(admin, "?status=reported")).toMatchObject({
      total: 1,
      items: [{ id: approved, reports: [{ reason: "Rude" }] }],
    });
    expect(await listed(admin, "?search=NEEDLE")).toMatchObject({
      total: 1,
      counts: { all: 1, pending: 0, approved: 1, rejected: 0, spam: 0, reported: 0 },
    });
  });

  test("finds words of the text, of the author's name and address, and of the article", async () => {
    const author = await buildUser(app.context.db, { full_name: "Zuleika Dobson", email: "zd@oxford.test" });
    const elsewhere = await buildPost(app.context.db, { title: "A walk by the Isis" });
    const byHer = await comment({ author_id: author.id });
    const there = await comment({ post_id: elsewhere.id });
    const percent = await comment({ content: "100% sure_thing" });
    for (const [search, id] of [
      ["zuleika", byHer],
      ["ZD@oxford", byHer],
      ["by the isis", there],
      ["100%", percent],
      ["sure_", percent],
    ])
      expect((await listed(admin, `?search=${encodeURIComponent(search ?? "")}`)).items.map((one) => one.id)).toEqual([id]);
    for (const search of ["1%250", "sureXthing", "%25%25"]) expect((await listed(admin, `?search=${search}`)).total).toBe(0);
  });

  test("finds the same whether few or many have the words, on every page", async () => {
    const { db } = app.context;
    const few = (await buildUser(db, { full_name: "Rare Crowd" })).id;
    const there = await buildPost(db, { title: "Crowd control" });
    const rows = Array.from({ length: 90 }, (_, n) => ({
      content: n % 3 === 0 ? `A crowd, number ${n}` : `Number ${n}`,
      author_id: n % 3 === 1 ? few : null,
      post_id: n % 3 === 2 ? there.id : post.id,
      status: n % 5 === 0 ? "pending" : "approved",
      created_at: new Date(Date.UTC(2025, 1, 1, 0, 0, n >> 1)),
    }));
    await db.insertInto("comments").values(rows).execute();
    await comment({ content: "Nothing of the kind" });
    const all = async (query: string, limit: number) => {
      const first = await listed(admin, `?search=crowd&limit=${limit}${query}`);
      const items = [...first.items];
      for (let page = 2; page <= first.pages; page++) {
        items.push(...(await listed(admin, `?search=crowd&limit=${limit}${query}&page=${page}`)).items);
      }
      return { counts: first.counts, total: first.total, ids: items.map(({ id }) => id) };
    };
    const [newest, oldest, pending] = [await all("", 100), await all("&sort=created_at", 100), await all("&status=pending", 100)];
    expect(newest).toMatchObject({
      total: 90,
      counts: { all: 90, pending: 18, approved: 72, rejected: 0, spam: 0, reported: 0 },
    });
    expect([new Set(newest.ids).size, pending.ids.length]).toEqual([90, 18]);
    expect(oldest.ids).toEqual(newest.ids.toReversed());
    expect(await all("", 1)).toEqual(newest);
    // More than are named one by one, of whom one has written.
    const crowd = Array.from({ length: 5001 }, (_, n) => ({ email: `crowd-${n}@blog.test`, full_name: `Crowd ${n}` }));
    await db.insertInto("users").values(crowd).execute();
    expect(await all("", 1)).toEqual(newest);
    expect(await all("", 100)).toEqual(newest);
    expect(await all("&status=pending", 1)).toEqual(pending);
    expect(await listed(admin, "?search=cr&limit=1")).toMatchObject({ total: 90, items: [{ id: newest.ids[0] }] });
  });
});

describe("moderation", () => {
  test.each(COMMENT_STATUSES.flatMap((from) => COMMENT_STATUSES.map((to) => [from, to] as const)))(
    "moves a comment from %s to %s, counts it right and notes who did it",
    async (from, to) => {
      const id = await comment({ status: from });
      const { status, body } = await change(id, { status: to });
      expect([status, body.status, await counter()]).toEqual([200, to, to === "approved" ? 1 : 0]);
      const entry = { actor_email: "keeper@blog.test", action: "updated", entity: "comment", entity_id: id };
      expect(await audited()).toEqual(from === to ? [] : [{ ...entry, before: { status: from }, after: { status: to } }]);
    },
  );

  test("rejects spam, unless it is set to pending; an approved comment is no spam", async () => {
    const id = await comment({ status: "approved" });
    expect((await change(id, { is_spam: true })).body).toMatchObject({
      status: "rejected",
      is_spam: true,
      spam_reason: "marked_by_admin",
    });
    expect((await change(id, { status: "pending" })).body).toMatchObject({ status: "pending", is_spam: true });
    expect((await change(id, { status: "approved" })).body).toMatchObject({ is_spam: false, spam_reason: null });
    const both = await admin.patch<ErrorBody>(`${PATH}/${id}`, { status: "approved", is_spam: true });
    expect([both.status, both.body.details]).toEqual([
      400,
      [{ field: "is_spam", rule: "must be false for an approved comment" }],
    ]);
    expect((await admin.patch<ErrorBody>(`${PATH}/${id}`, {})).body.details).toMatchObject([{ field: "status" }]);
  });

  test("notes what the last decision says: approved ones are good, rejected ones are spam only with the mark, pending ones are neither", async () => {
    const id = await comment();
    const decided = async () =>
      (await app.context.db.selectFrom("comments").select("decided_as").where("id", "=", id).executeTakeFirstOrThrow())
        .decided_as;
    expect(await decided()).toBeNull();
    for (const [body, says] of [
      [{ status: "rejected" }, "rejected"],
      [{ status: "approved" }, "good"],
      [{ status: "rejected" }, "rejected"],
      [{ is_spam: true }, "spam"],
      [{ is_spam: false, status: "pending" }, null],
      [{ is_spam: true, status: "pending" }, null],
      [{ status: "rejected" }, "spam"],
      [{ status: "approved" }, "good"],
      [{ is_spam: true }, "spam"],
    ] as const) {
      expect((await change(id, body)).status).toBe(200);
      expect([body, await decided()]).toEqual([body, says]);
    }
    await bulk({ ids: [id], action: "pending" });
    expect(await decided()).toBeNull();
    await bulk({ ids: [id], action: "approve" });
    expect(await decided()).toBe("good");
  });

  test("decides about a comment that appeared by itself when it is approved, and not about the text after an edit", async () => {
    const { user, actor } = await signedInUser(app);
    const id = await comment({ status: "approved", author_id: user.id, created_at: new Date() });
    const decided = async () =>
      (await app.context.db.selectFrom("comments").select(["status", "decided_as"]).where("id", "=", id).execute())[0];
    expect(await decided()).toEqual({ status: "approved", decided_as: null });
    await change(id, { status: "approved" });
    expect(await decided()).toEqual({ status: "approved", decided_as: "good" });
    expect((await actor.patch(`/api/comments/${id}`, { content: "Buy my pills" })).status).toBe(200);
    expect((await decided())?.decided_as).toBeNull();
  });

  test("settles reports by approving again or rejecting, not by setting to pending", async () => {
    const id = await comment({ status: "approved" });
    const report = async () => (await reader.post(`/api/comments/${id}/report`, { reason: "Rude" })).status;
    expect([await report(), await report()]).toEqual([204, 409]);
    expect((await change(id, { status: "pending" })).body.reports).toHaveLength(1);
    expect((await change(id, { status: "approved" })).body.reports).toEqual([]);
    expect(await report()).toBe(409);
    expect((await audited()).at(-1)).toMatchObject({ before: { open_reports: 1 }, after: { open_reports: 0 } });
  });

  test("moves a deleted comment to the trash, and logs it", async () => {
    const id = await comment({ status: "approved", content: "Gone" });
    expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
    expect([(await admin.delete(`${PATH}/${id}`)).status, await counter()]).toEqual([404, 0]);
    expect((await change(id, { status: "approved" })).status).toBe(404);
    expect(await audited()).toMatchObject([{ action: "trashed", before: { content: "Gone", status: "approved" }, after: null }]);
  });
});

describe("many at once", () => {
  test("applies each action to the selected ones, and logs each", async () => {
    const ids = [await comment(), await comment(), await comment({ status: "rejected" })];
    const other = await comment();
    for (const [action, status, is_spam] of [
      ["approve", "approved", false],
      ["pending", "pending", false],
      ["reject", "rejected", false],
      ["spam", "rejected", true],
    ] as const) {
      expect((await bulk({ ids: [...ids, crypto.randomUUID()], action })).body).toMatchObject({ changed: 3 });
      const { items } = await listed(admin);
      expect(items.filter(({ id }) => ids.includes(id)).map((one) => [one.status, one.is_spam])).toEqual(
        ids.map(() => [status, is_spam]),
      );
      expect(await counter()).toBe(status === "approved" ? 3 : 0);
    }
    expect((await bulk({ ids, action: "delete" })).body).toMatchObject({ changed: 3 });
    expect((await listed(admin)).items.map(({ id }) => id)).toEqual([other]);
    expect((await audited()).filter(({ action }) => action === "trashed")).toHaveLength(3);
  });

  test("applies it to all that match a filter, however many, and to nothing else", async () => {
    const rows = Array.from({ length: 1203 }, (_, n) => ({ post_id: post.id, content: `Buy pills ${n}` }));
    await app.context.db.insertInto("comments").values(rows).execute();
    const approved = await comment({ status: "approved", content: "I don't buy pills" });
    const good = await comment({ content: "Lovely" });
    const done = await bulk({ filter: { status: "pending", search: "buy PILLS" }, action: "spam" });
    expect(done.body).toMatchObject({ changed: 1203 });
    expect(await listed(admin)).toMatchObject({ counts: { all: 1205, pending: 1, approved: 1, rejected: 1203, spam: 1203 } });
    expect((await bulk({ filter: { status: "spam" }, action: "delete" })).body).toMatchObject({ changed: 1203 });
    expect((await listed(admin)).items.map(({ id }) => id).sort()).toEqual([approved, good].sort());
    expect(await audited()).toHaveLength(2406);
  });

  test.each([
    ["nothing said of which", { action: "approve" }, "ids"],
    ["both", { ids: [crypto.randomUUID()], filter: {}, action: "approve" }, "filter"],
    ["501 ids", { ids: Array.from({ length: 501 }, () => crypto.randomUUID()), action: "approve" }, "ids"],
    ["an unknown action", { filter: {}, action: "praise" }, "action"],
    ["an unknown part of a filter", { filter: { color: "red" }, action: "approve" }, "color"],
  ])("%s is refused by name", async (_, body, field) => {
    const { status, body: answer } = await admin.post<ErrorBody>(`${PATH}/bulk`, body);
    expect([status, answer.details?.[0]?.field]).toEqual([400, field]);
  });

  test("two admins on the same comments finish one after the other", async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => comment()));
    const answers = await Promise.all([
      bulk({ ids, action: "approve" }),
      bulk({ ids: [...ids].reverse(), action: "reject" }),
      bulk({ filter: {}, action: "approve" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { counts } = await listed(admin);
    expect(await counter()).toBe(counts.approved);
  });
});
