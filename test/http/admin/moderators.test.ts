import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminComment } from "../../../app/domain/comments/comment.ts";
import type { Grant } from "../../../app/domain/users/grants/grant-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { listed, say, setSettings } from "../comments/comment-actions.ts";

const PATH = "/api/admin/comments";
const READER = "nameless.heron@reeds.test";

let app: TestApp;
let admin: Actor;
let reader: Awaited<ReturnType<typeof signedInUser>>;
let author: Awaited<ReturnType<typeof signedInUser>>;
let moderator: Actor;
/** The author's own article, and another's. */
let own: { id: string; slug: string };
let foreign: { id: string; slug: string };
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  reader = await signedInUser(app, { full_name: null, email: READER });
  author = await signedInUser(app, { grants: ["author"], full_name: "Ada" });
  moderator = (await signedInUser(app, { grants: ["moderator"], full_name: "Mo" })).actor;
});
beforeEach(async () => {
  await app.context.db.deleteFrom("posts").execute();
  own = await buildPost(app.context.db, { title: "On larks", author_id: author.user.id });
  foreign = await buildPost(app.context.db, { title: "On herons", author_id: reader.user.id });
});
afterAll(() => app.close());

const withGrants = async (...grants: Grant[]) => (await signedInUser(app, { grants })).actor;

let made = 0;
const comment = async (post: { id: string }, values: object = {}): Promise<string> => {
  made += 1;
  const row = { content: `Comment ${made}`, post_id: post.id, author_id: reader.user.id, ...values };
  return (await app.context.db.insertInto("comments").values(row).returning("id").executeTakeFirstOrThrow()).id;
};
const report = (comment_id: string) =>
  app.context.db.insertInto("comment_reports").values({ comment_id, user_id: author.user.id, reason: "Rude" }).execute();
const statusOf = async (id: string) =>
  (await app.context.db.selectFrom("comments").select(["status", "is_spam"]).where("id", "=", id).executeTakeFirstOrThrow()) as {
    status: string;
    is_spam: boolean;
  };
const restore = (actor: Actor, id: string) =>
  actor.post<{ restored: number; missing: number }>("/api/admin/trash/restore", { items: [{ kind: "comment", id }] });

describe("authors", () => {
  test("list and count only the comments on their own articles, with every filter and search", async () => {
    const [mine, spam] = [await comment(own), await comment(own, { is_spam: true, status: "rejected" })];
    const [others] = [await comment(foreign), await comment(foreign, { is_spam: true, status: "rejected" })];
    for (const id of [mine, others]) await report(id);
    const idsOf = async (query: string) => (await listed(author.actor, query)).items.map(({ id }) => id).sort();
    expect(await idsOf("")).toEqual([mine, spam].sort());
    for (const [query, id] of [
      ["?status=pending", mine],
      ["?status=reported", mine],
      ["?status=spam", spam],
      ["?status=rejected", spam],
    ])
      expect([query, await idsOf(query ?? "")]).toEqual([query, [id]]);
    const counts = { all: 2, pending: 1, approved: 0, rejected: 1, spam: 1, reported: 1 };
    expect(await listed(author.actor)).toMatchObject({ total: 2, counts });
    expect(await listed(author.actor, "?search=comment")).toMatchObject({ total: 2, counts });
    expect(await listed(author.actor, "?search=herons")).toMatchObject({ total: 0, counts: { all: 0, reported: 0 } });
  });

  test("get the answer of a comment that doesn't exist for one on another's article, and nothing changes", async () => {
    const id = await comment(foreign);
    await report(id);
    const before = await statusOf(id);
    const answers = async (one: string) => [
      await author.actor.patch<ErrorBody>(`${PATH}/${one}`, { status: "approved" }),
      await author.actor.delete<ErrorBody>(`${PATH}/${one}`),
      await author.actor.post<ErrorBody>(`${PATH}/${one}/replies`, { content: "Hello" }),
      await author.actor.post<ErrorBody>(`${PATH}/bulk`, { ids: [one], action: "delete" }),
      await restore(author.actor, one),
    ];
    const shown = (all: Awaited<ReturnType<typeof answers>>) => all.map(({ status, body }) => [status, body]);
    const unknown = shown(await answers(crypto.randomUUID()));
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 200, 200]);
    expect(shown(await answers(id))).toEqual(unknown);
    expect(await statusOf(id)).toEqual(before);
    await admin.delete(`${PATH}/${id}`);
    expect((await restore(author.actor, id)).body).toMatchObject({ restored: 0, missing: 1 });
    expect((await statusOf(id)).status).toBe("trashed");
  });

  test("approve, reject, mark as spam, answer, delete and restore on their own articles", async () => {
    const id = await comment(own);
    await report(id);
    const change = async (body: object) => (await author.actor.patch<AdminComment>(`${PATH}/${id}`, body)).body;
    expect(await change({ is_spam: true })).toMatchObject({ status: "rejected", is_spam: true, reports: [] });
    expect(await change({ status: "approved" })).toMatchObject({ status: "approved", is_spam: false });
    expect((await author.actor.post(`${PATH}/${id}/replies`, { content: "Thank you" })).status).toBe(201);
    expect((await author.actor.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await restore(author.actor, id)).body).toMatchObject({ restored: 1, missing: 0 });
    expect((await statusOf(id)).status).toBe("approved");
  });

  test("change nothing outside of their articles by a filter", async () => {
    const [mine, others] = [await comment(own), await comment(foreign)];
    const { body } = await author.actor.post(`${PATH}/bulk`, { filter: { status: "pending" }, action: "approve" });
    expect(body).toMatchObject({ changed: 1 });
    expect([(await statusOf(mine)).status, (await statusOf(others)).status]).toEqual(["approved", "pending"]);
  });

  test("find them in the trash alone, and delete nothing else there", async () => {
    const [mine, others] = [await comment(own), await comment(foreign)];
    for (const id of [mine, others]) await admin.delete(`${PATH}/${id}`);
    const found = async (actor: Actor) => {
      const { items } = (await actor.get<{ items: { id: string }[] }>("/api/admin/trash?kind=comment")).body;
      return items.map(({ id }) => id).filter((id) => [mine, others].includes(id));
    };
    expect([await found(author.actor), (await found(moderator)).length]).toEqual([[mine], 2]);
    expect((await author.actor.delete(`/api/admin/trash/comment/${others}`)).status).toBe(404);
    expect((await author.actor.post("/api/admin/trash/empty", { kind: "comment" })).body).toEqual({ deleted: 1 });
    expect([await found(author.actor), await found(moderator)]).toEqual([[], [others]]);
  });

  test("lose what they could do with the article, at once", async () => {
    const id = await comment(own);
    await app.context.db.updateTable("posts").set({ author_id: reader.user.id }).where("id", "=", own.id).execute();
    expect((await author.actor.patch(`${PATH}/${id}`, { status: "approved" })).status).toBe(404);
    expect((await listed(author.actor)).total).toBe(0);
  });
});

test("moderators do all of it with everybody's comments, and an author who moderates does too", async () => {
  for (const actor of [moderator, await withGrants("author", "moderator")]) {
    const [one, two] = [await comment(own), await comment(foreign)];
    for (const id of [one, two]) {
      expect((await actor.post(`${PATH}/${id}/replies`, { content: `Thank you, ${id}` })).status).toBe(201);
      expect((await actor.patch(`${PATH}/${id}`, { status: "rejected" })).status).toBe(200);
      expect((await actor.delete(`${PATH}/${id}`)).status).toBe(204);
      expect((await restore(actor, id)).body).toMatchObject({ restored: 1 });
    }
    expect((await actor.post(`${PATH}/bulk`, { ids: [one, two], action: "spam" })).body).toMatchObject({ changed: 2 });
  }
});

test("contributors and editors have nothing to do with comments, also on their own articles", async () => {
  for (const grant of ["contributor", "editor"] as const) {
    const { user, actor } = await signedInUser(app, { grants: [grant] });
    const id = await comment(await buildPost(app.context.db, { author_id: user.id }));
    expect((await actor.get(PATH)).status).toBe(403);
    expect((await actor.patch(`${PATH}/${id}`, { status: "approved" })).status).toBe(403);
    await admin.delete(`${PATH}/${id}`);
    expect((await restore(actor, id)).body).toMatchObject({ restored: 0, missing: 1 });
  }
});

test("moderators don’t read the titles of posts that aren’t published, nor find comments by them", async () => {
  const [id, trashed] = [await comment(own), await comment(own)];
  await admin.delete(`${PATH}/${trashed}`);
  const changes = { title: "Unseen wrens", slug: "unseen-wrens", status: "draft", published_at: null };
  await app.context.db.updateTable("posts").set(changes).where("id", "=", own.id).execute();
  const pages = [PATH, "/api/admin/dashboard", "/api/admin/trash"];
  const all = async (actor: Actor) => (await Promise.all(pages.map((path) => actor.get(path)))).map(({ text }) => text);
  const found = async (actor: Actor) =>
    (await actor.get<{ total: number }>(`${PATH}?search=wrens`)).body.total +
    (await actor.get<{ counts: { all: number } }>("/api/admin/trash?search=wrens")).body.counts.all;
  for (const text of await all(moderator)) {
    expect(text).toContain("An unpublished post");
    expect(text.toLowerCase()).not.toContain("wrens");
  }
  expect(await found(moderator)).toBe(0);
  expect((await moderator.patch<AdminComment>(`${PATH}/${id}`, { status: "approved" })).body.post).toEqual({
    id: own.id,
    title: "An unpublished post",
    slug: own.id,
    status: "draft",
  });
  for (const actor of [admin, author.actor]) {
    for (const text of await all(actor)) expect(text).toContain("Unseen wrens");
    expect(await found(actor)).toBe(2);
  }
});

test("posts and categories stay in the trash for those who may not restore them", async () => {
  const post = await buildPost(app.context.db);
  await admin.delete(`/api/admin/posts/${post.id}`);
  const items = [{ kind: "post", id: post.id }];
  expect((await moderator.post("/api/admin/trash/restore", { items })).body).toMatchObject({ restored: 0, missing: 1 });
});

test("only admins see readers' email addresses, and find comments by them", async () => {
  const id = await comment(own, { status: "approved" });
  await comment(own, { parent_id: id, reply_to_id: id, is_reply: true, author_id: author.user.id });
  for (const [actor, email, found] of [
    [admin, READER, 1],
    [moderator, null, 0],
    [author.actor, null, 0],
  ] as const) {
    const { items } = await listed(actor, "?sort=created_at");
    expect(items[0]?.author).toEqual({ id: reader.user.id, full_name: null, email, is_team: false, ban: null });
    for (const search of [READER, "nameless.her", "@reeds", "he", "d"])
      expect([search, (await listed(actor, `?search=${search}&sort=created_at`)).items.some((one) => one.id === id)]).toEqual([
        search,
        found === 1,
      ]);
    const filter = { search: READER };
    expect((await actor.post(`${PATH}/bulk`, { filter, action: "approve" })).body).toMatchObject({ changed: found });
    const { text } = await actor.patch(`${PATH}/${id}`, { status: "approved" });
    expect(text.includes(READER)).toBe(found === 1);
  }
});

test("names are found by everybody who moderates", async () => {
  const { user } = await signedInUser(app, { full_name: "Zoë Dobson" });
  const id = await comment(own, { author_id: user.id });
  for (const actor of [admin, moderator, author.actor])
    for (const search of ["zoë dobson", "zoe", "ob"])
      expect((await listed(actor, `?search=${encodeURIComponent(search)}`)).items.map((one) => one.id)).toEqual([id]);
});

test("what they write themselves is published at once where they decide about comments", async () => {
  await setSettings(app, { moderateComments: true });
  const links = "https://a.test https://b.test https://c.test https://d.test https://e.test";
  const told = async (actor: Actor, post: { slug: string }) => (await say(actor, post.slug, `Look ${links}`)).body.status;
  expect([await told(author.actor, own), await told(author.actor, foreign)]).toEqual(["approved", "pending"]);
  expect([await told(moderator, own), await told(reader.actor, foreign)]).toEqual(["approved", "pending"]);
});
