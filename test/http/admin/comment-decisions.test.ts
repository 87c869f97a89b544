import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteOldDecisions } from "../../../app/domain/comments/undo-decision.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

const PATH = "/api/admin/comments";
const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let moderator: Awaited<ReturnType<typeof signedInUser>>;
let author: Awaited<ReturnType<typeof signedInUser>>;
let reader: Awaited<ReturnType<typeof signedInUser>>;
let post: { id: string };
let own: { id: string };
beforeAll(async () => {
  app = await createTestApp();
  moderator = await signedInUser(app, { grants: ["moderator"] });
  author = await signedInUser(app, { grants: ["author"] });
  reader = await signedInUser(app);
});
beforeEach(async () => {
  await app.context.db.deleteFrom("posts").execute();
  post = await buildPost(app.context.db);
  own = await buildPost(app.context.db, { author_id: author.user.id });
});
afterAll(() => app.close());

type Row = { status: string; is_spam: boolean; spam_reason: string | null; decided_as: string | null };

const comments = async (count: number, values: object = {}): Promise<string[]> => {
  const rows = Array.from({ length: count }, (_, n) => ({ content: `Words ${n}`, post_id: post.id, ...values }));
  return (await app.context.db.insertInto("comments").values(rows).returning("id").execute()).map(({ id }) => id);
};
const rowOf = (id: string): Promise<Row> =>
  app.context.db
    .selectFrom("comments")
    .select(["status", "is_spam", "spam_reason", "decided_as"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const decide = async (actor: Actor, body: object) => {
  const { status, body: answer } = await actor.post<{ changed: number; decision: string }>(`${PATH}/bulk`, body);
  expect(status).toBe(200);
  return answer.decision;
};
const undo = (actor: Actor, decision: string) =>
  actor.post<{ restored: number; changed: number } & ErrorBody>(`${PATH}/decisions/${decision}/undo`);
const statuses = async () => {
  const { db } = app.context;
  const rows = await db
    .selectFrom("comments")
    .select("status")
    .select(db.fn.countAll<string>().as("n"))
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
};

describe("who may undo", () => {
  test("nobody who couldn't decide, and the answer of an unknown decision where one comment is out of reach", async () => {
    const [theirs] = await comments(1, { post_id: own.id });
    const [other] = await comments(1);
    const decision = await decide(moderator.actor, { ids: [theirs, other], action: "approve" });
    expect((await undo(app.actors.anonymous, decision)).status).toBe(401);
    expect((await undo(reader.actor, decision)).status).toBe(403);
    const unknown = await undo(author.actor, crypto.randomUUID());
    const refused = await undo(author.actor, decision);
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    expect((await rowOf(theirs as string)).status).toBe("approved");
  });

  test("a former moderator doesn't, and another moderator does", async () => {
    const lost = await signedInUser(app, { grants: ["moderator"] });
    const ids = await comments(2);
    const decision = await decide(lost.actor, { ids, action: "reject" });
    await app.context.db.deleteFrom("grants").where("user_id", "=", lost.user.id).execute();
    expect((await undo(lost.actor, decision)).status).toBe(403);
    expect(await statuses()).toEqual({ rejected: 2 });
    expect((await undo(moderator.actor, decision)).body).toEqual({ restored: 2, changed: 0 });
    expect(await statuses()).toEqual({ pending: 2 });
  });

  test("an author undoes what they decided on their own posts, until a post is no longer theirs", async () => {
    await comments(2, { post_id: own.id });
    await comments(1);
    const first = await decide(author.actor, { filter: {}, action: "approve" });
    expect((await undo(author.actor, first)).body).toEqual({ restored: 2, changed: 0 });
    const second = await decide(author.actor, { filter: {}, action: "approve" });
    await app.context.db.updateTable("posts").set({ author_id: reader.user.id }).where("id", "=", own.id).execute();
    expect((await undo(author.actor, second)).status).toBe(404);
    expect(await statuses()).toEqual({ approved: 2, pending: 1 });
  });
});

describe("undo", () => {
  test("gives each comment its former state after any action, and logs each", async () => {
    const before: Row[] = [
      { status: "pending", is_spam: false, spam_reason: null, decided_as: null },
      { status: "pending", is_spam: true, spam_reason: "too_fast", decided_as: null },
      { status: "approved", is_spam: false, spam_reason: null, decided_as: "good" },
      { status: "rejected", is_spam: true, spam_reason: "marked_by_admin", decided_as: "spam" },
    ];
    const ids = (await Promise.all(before.map((row) => comments(1, row)))).flat();
    for (const [action, changed] of [
      ["approve", 3],
      ["pending", 2],
      ["reject", 3],
      ["spam", 3],
      ["delete", 4],
    ] as const) {
      const decision = await decide(moderator.actor, { ids, action });
      await app.context.db.deleteFrom("audit_log").execute();
      expect([action, (await undo(moderator.actor, decision)).body]).toEqual([action, { restored: changed, changed: 0 }]);
      expect(await Promise.all(ids.map(rowOf))).toEqual(before);
      const logged = await app.context.db.selectFrom("audit_log").select(["actor_email", "entity"]).execute();
      expect(logged.filter(({ entity }) => entity === "comment").length).toBeGreaterThan(0);
      expect(new Set(logged.map(({ actor_email }) => actor_email))).toEqual(new Set([moderator.user.email]));
    }
  });

  test("leaves what somebody has changed or deleted since, and says how many", async () => {
    const ids = await comments(5, { status: "approved" });
    const decision = await decide(moderator.actor, { ids, action: "reject" });
    await moderator.actor.patch(`${PATH}/${ids[0]}`, { status: "approved" });
    // The same again, but by somebody else's decision.
    await moderator.actor.patch(`${PATH}/${ids[1]}`, { status: "pending" });
    await moderator.actor.patch(`${PATH}/${ids[1]}`, { status: "rejected" });
    await moderator.actor.delete(`${PATH}/${ids[2]}`);
    await app.context.db
      .deleteFrom("comments")
      .where("id", "=", ids[3] as string)
      .execute();
    expect((await undo(moderator.actor, decision)).body).toEqual({ restored: 1, changed: 4 });
    expect((await Promise.all([0, 1, 2, 4].map((n) => rowOf(ids[n] as string)))).map(({ status }) => status)).toEqual([
      "approved",
      "rejected",
      "trashed",
      "approved",
    ]);
  });

  test("says plainly the second time that it has been undone, and changes nothing", async () => {
    const ids = await comments(2);
    const decision = await decide(moderator.actor, { ids, action: "spam" });
    expect((await undo(moderator.actor, decision)).status).toBe(200);
    await decide(moderator.actor, { ids, action: "spam" });
    const again = await undo(moderator.actor, decision);
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      "decision_undone",
      "This has already been undone.",
    ]);
    expect(await statuses()).toEqual({ rejected: 2 });
  });

  test("restores from the trash with the replies, except what was deleted again and what is on a post in the trash", async () => {
    const [parent, again] = (await comments(2, { status: "approved" })) as [string, string];
    const [reply] = (await comments(1, { status: "approved", parent_id: parent, reply_to_id: parent, is_reply: true })) as [
      string,
    ];
    const [gone] = (await comments(1, { status: "approved", post_id: own.id })) as [string];
    const decision = await decide(moderator.actor, { ids: [parent, again, gone], action: "delete" });
    await moderator.actor.post("/api/admin/trash/restore", { items: [{ kind: "comment", id: again }] });
    await moderator.actor.delete(`${PATH}/${again}`);
    await author.actor.delete(`/api/admin/posts/${own.id}`);
    expect((await undo(moderator.actor, decision)).body).toEqual({ restored: 1, changed: 2 });
    const found = await Promise.all([parent, reply, again, gone].map(rowOf));
    expect(found.map(({ status }) => status)).toEqual(["approved", "approved", "trashed", "trashed"]);
  });

  test("opens the reports again that the decision has settled, and no others", async () => {
    const ids = (await comments(2, { status: "approved" })) as [string, string];
    const report = (comment_id: string, settled_at: Date | null) =>
      app.context.db.insertInto("comment_reports").values({ comment_id, user_id: reader.user.id, settled_at }).execute();
    await report(ids[0], null);
    await report(ids[1], new Date(0));
    const open = async () =>
      (await app.context.db.selectFrom("comment_reports").select("comment_id").where("settled_at", "is", null).execute()).map(
        (row) => row.comment_id,
      );
    const decision = await decide(moderator.actor, { ids, action: "approve" });
    expect(await open()).toEqual([]);
    await undo(moderator.actor, decision);
    expect(await open()).toEqual([ids[0]]);
  });

  test("is gone after 30 days", async () => {
    const decision = await decide(moderator.actor, { ids: await comments(2), action: "approve" });
    const days = (count: number) => ({ ...app.context, clock: { now: () => new Date(Date.now() + count * DAY_MS) } });
    await deleteOldDecisions(days(29) as typeof app.context);
    expect(await app.context.db.selectFrom("comment_decision_rows").select("comment_id").execute()).toHaveLength(2);
    await deleteOldDecisions(days(31) as typeof app.context);
    expect(await app.context.db.selectFrom("comment_decision_rows").select("comment_id").execute()).toEqual([]);
    expect((await undo(moderator.actor, decision)).status).toBe(404);
  });

  test("a change that changed nothing is no decision", async () => {
    const ids = await comments(2, { status: "approved", decided_as: "good" });
    const { body } = await moderator.actor.post(`${PATH}/bulk`, { ids, action: "approve" });
    expect(body).toEqual({ changed: 2, decision: null });
    expect(await app.context.db.selectFrom("comment_decisions").select("id").where("undone_at", "is", null).execute()).toEqual(
      [],
    );
  });
});

describe("at once", () => {
  test("2,000 comments are one decision, and its undo works once by two moderators", async () => {
    await comments(2000);
    await comments(3, { status: "approved" });
    const decision = await decide(moderator.actor, { filter: { status: "pending" }, action: "approve" });
    expect(await statuses()).toEqual({ approved: 2003 });
    const other = await signedInUser(app, { role: "admin" });
    const answers = await Promise.all([undo(moderator.actor, decision), undo(other.actor, decision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ restored: 2000, changed: 0 });
    expect(await statuses()).toEqual({ approved: 3, pending: 2000 });
    const { comments_count } = await app.context.db
      .selectFrom("posts")
      .select("comments_count")
      .where("id", "=", post.id)
      .executeTakeFirstOrThrow();
    expect(comments_count).toBe(3);
  });

  test("two moderators decide, and both undo: the first decision's comments stay with the second", async () => {
    const ids = await comments(40);
    const other = await signedInUser(app, { grants: ["moderator"] });
    const [one, two] = await Promise.all([
      decide(moderator.actor, { ids, action: "approve" }),
      decide(other.actor, { ids: [...ids].reverse(), action: "spam" }),
    ]);
    const undone = await Promise.all([undo(moderator.actor, one), undo(other.actor, two)]);
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of undone) expect(body.restored + body.changed).toBe(40);
    const rows = await Promise.all(ids.map(rowOf));
    for (const row of rows)
      expect([
        { status: "pending", is_spam: false, spam_reason: null, decided_as: null },
        { status: "approved", is_spam: false, spam_reason: null, decided_as: "good" },
        { status: "rejected", is_spam: true, spam_reason: "marked_by_admin", decided_as: "spam" },
      ]).toContainEqual(row);
    expect(undone.reduce((sum, { body }) => sum + body.restored, 0)).toBeGreaterThanOrEqual(40);
  });
});
