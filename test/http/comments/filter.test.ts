// slow: app/domain/comments/
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminComment, OwnComment } from "../../../app/domain/comments/comment.ts";
import type { FilterEffect, FilterState } from "../../../app/domain/comments/filter/filter.ts";
import { learnDecisions } from "../../../app/domain/comments/filter/learn-decisions.ts";
import { lookAgain } from "../../../app/domain/comments/filter/look-again.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { listed, say, setSettings } from "./comment-actions.ts";

const PATH = "/api/admin/comments/filter";

const SPAM = [
  "Cheap luxury watches, best replica prices at https://watches.shop.example",
  "Win money now in our casino, free bonus at http://casino.example/win",
  "Buy cheap pills without prescription, discreet shipping https://pills.example",
  "Best replica handbags and luxury watches, cheap prices, free shipping",
];
const GOOD = [
  "Thank you for this article, I have kept a journal for years and it helps.",
  "I disagree with the second paragraph: walking in the morning never worked for me.",
  "Could you write more about sleeping well? My sister asked me yesterday.",
  "What a lovely picture of the garden. Where was it taken?",
];

let app: TestApp;
let admin: Actor;
let moderator: Actor;
let reader: Actor;
let post: { id: string; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  moderator = (await signedInUser(app, { grants: ["moderator"] })).actor;
  reader = (await signedInUser(app)).actor;
});
beforeEach(async () => {
  const { db } = app.context;
  await db.deleteFrom("comments").execute();
  await db.deleteFrom("comment_filter_words").execute();
  await db.updateTable("comment_filter").set({ reset_at: null, started_at: null, ended_at: null }).execute();
  post = await buildPost(db);
  await setSettings(app, { moderateComments: true });
});
afterAll(() => app.close());

let made = 0;
/** Rows as they wait for a decision. */
async function waiting(texts: string[], values: object = {}): Promise<string[]> {
  const rows = texts.map((content) => ({
    content,
    post_id: post.id,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, ++made)),
    ...values,
  }));
  return (await app.context.db.insertInto("comments").values(rows).returning("id").execute()).map(({ id }) => id);
}
const repeated = (texts: string[], times: number) =>
  Array.from({ length: times }, (_, n) => `${texts[n % texts.length]} ${"abcdefghij"[n % 10]}${n}`);
/** @returns the decision */
const decide = async (ids: string[], action: string): Promise<string> => {
  const { status, body } = await admin.post<{ decision: string }>("/api/admin/comments/bulk", { ids, action });
  expect(status).toBe(200);
  await learnDecisions(app.context);
  return body.decision;
};
const words = () => app.context.db.selectFrom("comment_filter_words").selectAll().orderBy("feature").execute();
const state = async () => (await moderator.get<FilterState>(PATH)).body;
async function teach(times = 20) {
  const good = await waiting(repeated(GOOD, times));
  const spam = await waiting(repeated(SPAM, times));
  await decide(good, "approve");
  await decide(spam, "spam");
  return { good, spam };
}
const found = async (id: string, query = "") =>
  (await listed(admin, `?limit=100${query}`)).items.find((one) => one.id === id) as AdminComment;

test("only moderators see the filter, and only admins set it up", async () => {
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await actor.get(`${PATH}/effect`)).status).toBe(status);
    expect((await actor.post(`${PATH}/looks`, { view: "pending" })).status).toBe(status);
    expect((await actor.delete(PATH)).status).toBe(status);
  }
  expect((await moderator.get(`${PATH}/effect`)).status).toBe(403);
  expect((await moderator.delete(PATH)).status).toBe(403);
  expect((await moderator.post(`${PATH}/looks`, { view: "approved" })).status).toBe(400);
  expect(await state()).toEqual({ learned: { good: 0, spam: 0 }, ready: false, look: null });
});

describe("what it learns", () => {
  test("follows decisions, their change and their undo, and leaves nothing of what was undone", async () => {
    await teach(25);
    const before = await words();
    expect(await state()).toMatchObject({ learned: { good: 25, spam: 25 }, ready: true });
    const ids = await waiting(repeated(SPAM, 200));
    await decide(ids, "approve");
    expect(await state()).toMatchObject({ learned: { good: 225, spam: 25 } });
    expect(await words()).not.toEqual(before);
    await decide(ids.slice(0, 100), "spam");
    expect(await state()).toMatchObject({ learned: { good: 125, spam: 125 } });
    await decide(ids, "pending");
    expect(await words()).toEqual(before);
  });

  test("200 pieces of spam that were approved by mistake leave nothing behind when that is undone", async () => {
    await teach(25);
    const before = await words();
    const decision = await decide(await waiting(repeated(SPAM, 200)), "approve");
    expect(await state()).toMatchObject({ learned: { good: 225, spam: 25 } });
    expect((await admin.post(`/api/admin/comments/decisions/${decision}/undo`, {})).body).toMatchObject({ restored: 200 });
    await learnDecisions(app.context);
    expect(await words()).toEqual(before);
  });

  test("from a rejection without the mark is half as much, and its undo leaves nothing of it", async () => {
    await teach(25);
    const before = await words();
    const lottery = async () => (await words()).find(({ feature }) => feature === "word:lottery")?.spam ?? 0;
    const ids = await waiting(repeated(["The lottery of our village"], 4));
    const decision = await decide(ids, "reject");
    expect(await state()).toMatchObject({ learned: { good: 25, spam: 29 } });
    const half = await lottery();
    expect(half).toBeGreaterThan(0);
    await decide(ids, "spam");
    expect(await state()).toMatchObject({ learned: { good: 25, spam: 29 } });
    expect((await lottery()) / half).toBeCloseTo(2, 2);
    await decide(ids, "pending");
    expect(await words()).toEqual(before);
    const again = await decide(ids, "reject");
    expect(again).not.toBe(decision);
    expect((await admin.post(`/api/admin/comments/decisions/${again}/undo`, {})).body).toMatchObject({ restored: 4 });
    await learnDecisions(app.context);
    expect(await words()).toEqual(before);
  });

  test("isn't the same lesson twice", async () => {
    const { good } = await teach();
    const before = await words();
    await decide(good, "approve");
    await learnDecisions(app.context);
    await Promise.all([learnDecisions(app.context), learnDecisions(app.context)]);
    expect(await words()).toEqual(before);
  });

  test("an edit takes back what was learned from the text before", async () => {
    await setSettings(app, { moderateComments: false });
    const { body } = await say(reader, post.slug, "The journal helps me sleep");
    await decide([body.id], "approve");
    expect(await state()).toMatchObject({ learned: { good: 1 } });
    expect((await reader.patch(`/api/comments/${body.id}`, { content: "Something else entirely" })).status).toBe(200);
    expect(await state()).toMatchObject({ learned: { good: 0 } });
    expect(await words()).toEqual([]);
  });

  test("can be reset by an admin, in the activity log, and undo after it takes nothing away", async () => {
    const { good } = await teach();
    expect((await admin.delete(PATH)).status).toBe(204);
    expect(await state()).toMatchObject({ learned: { good: 0, spam: 0 }, ready: false });
    const [entry] = await app.context.db
      .selectFrom("audit_log")
      .select(["action", "entity", "before"])
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(entry).toMatchObject({ action: "reset", entity: "comment filter", before: { good: 20, spam: 20 } });
    await learnDecisions(app.context);
    expect(await words()).toEqual([]);
    await teach(2);
    const before = await words();
    await decide(good, "pending");
    expect(await words()).toEqual(before);
  });
});

describe("a new comment", () => {
  const CASINO = "Free casino bonus, win money at https://www.casino.example/now";

  test("isn't judged before there are 20 lessons of each kind", async () => {
    await teach(19);
    await setSettings(app, { moderateComments: false });
    const { body } = await say(reader, post.slug, CASINO);
    expect(body.status).toBe("approved");
    expect(await found(body.id)).toMatchObject({ spam_score: null, held_because: null, is_spam: false });
  });

  test("waits with reasons if it is like spam, also where nothing else waits", async () => {
    await teach();
    await setSettings(app, { moderateComments: false });
    const { body } = await say(reader, post.slug, CASINO);
    expect(body.status).toBe("pending");
    const comment = await found(body.id);
    expect(comment.spam_score).toBeGreaterThan(0.95);
    expect(comment).toMatchObject({ is_spam: true, spam_reason: null });
    expect(comment.held_because).toContainEqual({ kind: "host", host: "casino.example", times: 5 });
    expect(comment.held_because?.find(({ kind }) => kind === "words")).toBeDefined();
    const good = await say(reader, post.slug, "Thank you, the article about the journal helps my sister");
    expect(good.body.status).toBe("approved");
    expect(await found(good.body.id)).toMatchObject({ held_because: null, is_spam: false });
  });

  test("never appears by its score alone where all wait", async () => {
    await teach();
    const { body } = await say(reader, post.slug, "Thank you, the article about the journal helps my sister");
    expect(body.status).toBe("pending");
    expect((await found(body.id)).spam_score).toBeLessThan(0.5);
  });

  test("of the team isn't judged", async () => {
    await teach();
    const { body } = await say(moderator, post.slug, CASINO);
    expect(body.status).toBe("approved");
    expect(await found(body.id)).toMatchObject({ spam_score: null, is_spam: false });
  });

  test("is recognized in disguise, and any text is borne", async () => {
    await teach();
    await setSettings(app, { moderateComments: false });
    // Cyrillic а, е, і, о and с; invisible spaces.
    const disguised = await say(reader, post.slug, "Frее саsіnо bo\u200bnus, win mo\u200bney now");
    expect(disguised.body.status).toBe("pending");
    for (const text of ["😀".repeat(5000), "\u200b.\u200b", "x".repeat(5000), "…!?".repeat(100), "文".repeat(5000)])
      expect((await say(reader, post.slug, text)).status, text.slice(0, 5)).toBe(201);
  });

  test("that is edited is judged again", async () => {
    await teach();
    await setSettings(app, { moderateComments: false });
    const { body } = await say(reader, post.slug, "Thank you, the article about the journal helps my sister");
    expect(body.status).toBe("approved");
    const edited = await reader.patch<OwnComment>(`/api/comments/${body.id}`, { content: CASINO });
    expect(edited.body.status).toBe("pending");
    expect((await found(body.id)).held_because).toContainEqual({ kind: "host", host: "casino.example", times: 5 });
  });
});

describe("looking again", () => {
  const settings = { filterStrictness: 5 };

  test("scores what waits by what was learned since, marks and unmarks, and approves nothing", async () => {
    const [spam = "", good = ""] = await waiting(["Win in our casino http://casino.example", "Thank you for the article"]);
    const [byHand = ""] = await waiting(["Thank you for the article, again"], { is_spam: true, spam_reason: "marked_by_admin" });
    await teach();
    expect((await moderator.post<FilterState>(`${PATH}/looks`, { view: "pending" })).body.look).toMatchObject({
      total: 3,
      done: 0,
    });
    expect((await moderator.post(`${PATH}/looks`, { view: "spam" })).status).toBe(409);
    await lookAgain(app.context, "pending", settings);
    expect((await state()).look).toMatchObject({ view: "pending", total: 3, done: 3, ended_at: expect.any(String) });
    expect(await found(spam)).toMatchObject({
      status: "pending",
      is_spam: true,
      held_because: [{ kind: "host" }, { kind: "words" }],
    });
    expect(await found(good)).toMatchObject({ status: "pending", is_spam: false, held_because: null });
    expect(await found(byHand)).toMatchObject({ status: "pending", is_spam: true });
    await decide(await waiting(repeated(["Our casino http://casino.example is in Rome"], 60)), "approve");
    await lookAgain(app.context, "pending", settings);
    expect(await found(spam, "&status=pending")).toMatchObject({ status: "pending", is_spam: false });
  });

  test("leaves the mark of rejected spam", async () => {
    await teach();
    const [rejected = ""] = await waiting(["Thank you for the article"], { is_spam: true, status: "rejected" });
    await lookAgain(app.context, "spam", settings);
    const comment = await found(rejected, "&status=spam");
    expect(comment).toMatchObject({ status: "rejected", is_spam: true });
    expect(comment.spam_score).toBeLessThan(0.5);
  });

  test("goes through several batches", async () => {
    await teach();
    await waiting(repeated(SPAM, 250));
    await moderator.post(`${PATH}/looks`, { view: "pending" });
    await lookAgain(app.context, "pending", settings);
    expect((await state()).look).toMatchObject({ total: 250, done: 250 });
    expect((await listed(admin, "?status=spam")).counts.spam).toBe(270);
  });
});

test("the effect of each strictness is counted on others' lessons", async () => {
  await teach();
  const { body } = await admin.get<FilterEffect>(`${PATH}/effect`);
  expect(body).toMatchObject({ comments: 40, approved: 20, marked: 20, ready: true });
  expect(body.levels.map(({ strictness }) => strictness)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const [mild, strict] = [body.levels[0], body.levels[8]];
  expect(strict?.held).toBeGreaterThanOrEqual(mild?.held ?? 0);
  expect(body.levels[4]).toMatchObject({ held: 20, good_held: 0, spam_passed: 0 });
});

describe("comments that are alike", () => {
  test("are counted in the view, and decided together by author, words or host", async () => {
    await setSettings(app, { moderateComments: true });
    const ada = await signedInUser(app);
    const link = await say(ada.actor, post.slug, "Look at https://casino.example/1");
    const same = await say(reader, post.slug, "Look  AT https://www.casino.example/2, please");
    const author = await say(ada.actor, post.slug, "Good morning");
    const words = await say((await signedInUser(app)).actor, post.slug, "good Mörning!");
    const other = await say((await signedInUser(app)).actor, post.slug, "Something else");
    expect(await found(link.body.id, "&status=pending")).toMatchObject({ alike: 2 });
    expect(await found(author.body.id, "&status=pending")).toMatchObject({ alike: 1 });
    expect(await found(other.body.id, "&status=pending")).toMatchObject({ alike: 0 });
    expect(await found(link.body.id)).toMatchObject({ alike: null });
    const filter = { status: "pending", alike: link.body.id };
    expect((await admin.post("/api/admin/comments/bulk", { filter, action: "spam" })).body).toMatchObject({ changed: 3 });
    expect(await found(same.body.id)).toMatchObject({ is_spam: true });
    expect(await found(words.body.id)).toMatchObject({ is_spam: false });
  });

  test("a wave of 5,000 is decided in one step, and undone in one", async () => {
    await sql`
      insert into comments (content, post_id, status, hosts, text_key, created_at)
      select 'Casino ' || n, ${post.id}, 'pending', array['casino.example'], 'key' || n % 1000, now() from generate_series(1, 5000) n`.execute(
      app.context.db,
    );
    const page = await listed(admin, "?status=pending&limit=100");
    expect(page.counts.pending).toBe(5000);
    expect(page.items.every(({ alike }) => alike === 200)).toBe(true);
    const filter = { status: "pending", alike: page.items[0]?.id };
    const { body } = await admin.post<{ decision: string }>("/api/admin/comments/bulk", { filter, action: "spam" });
    expect(body).toMatchObject({ changed: 5000 });
    expect((await listed(admin)).counts).toMatchObject({ pending: 0, spam: 5000 });
    const undone = await admin.post(`/api/admin/comments/decisions/${body.decision}/undo`, {});
    expect(undone.body).toEqual({ restored: 5000, changed: 0 });
    expect((await listed(admin)).counts).toMatchObject({ pending: 5000, spam: 0 });
  });
});
