import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type {
  Issue,
  IssuePage,
  IssuePreview,
  NewsletterAudience,
  NewsletterState,
  RecipientPage,
} from "../../../app/domain/newsletter/newsletter.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildSubscriber } from "../../builders.ts";
import { buildIssue } from "../../newsletter/build-subscribers.ts";
import { setUpNewsletter } from "../newsletter-operations.ts";

const ISSUES = "/api/admin/newsletter/issues";
const LETTER = { kind: "letter", subject: "On larks", content: "<p>Larks sing.</p>", audience: "all", category_id: null };

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.context;
  await db.deleteFrom("newsletter_issues").execute();
  await db.deleteFrom("subscribers").execute();
  await db.updateTable("settings").set({ value: "{}" }).execute();
  await app.settings.renew();
});

const ready = () => setUpNewsletter({ app, db: app.context.db });
const create = async (body: object = LETTER) => (await admin.post<Issue>(ISSUES, body)).body;
const act = <Body = Issue>(id: string, action: string, body?: object) => admin.post<Body>(`${ISSUES}/${id}/${action}`, body);

test("an issue can't be started before all that it needs is set, and the answer names what is missing", async () => {
  const { id } = await create();
  const { status, body } = await act<ErrorBody>(id, "start", { when: "now" });
  expect([status, body.code]).toEqual([409, "newsletter_not_ready"]);
  expect(body.message).toBe(
    "The newsletter can’t be sent yet. It needs the sender’s address, the reply address, your postal address.",
  );
  const state = await admin.get<NewsletterState>("/api/admin/newsletter");
  expect(state.body).toEqual({
    missing: ["newsletterSender", "newsletterReplyTo", "postalAddress"],
    message: body.message,
    bounce_secret_at: null,
  });
  await ready();
  expect((await act(id, "start", { when: "now" })).body).toMatchObject({ id, state: "sending", started_at: null });
  expect((await admin.get<NewsletterState>("/api/admin/newsletter")).body).toMatchObject({ missing: [], message: null });
});

test("without a mail server nothing can be started", async () => {
  const other = await createTestApp({ sendsMail: false });
  const owner = (await signedInUser(other, { role: "admin" })).actor;
  await setUpNewsletter({ app: other, db: other.context.db });
  const { body } = await owner.post<Issue>(ISSUES, LETTER);
  const refused = await owner.post<ErrorBody>(`${ISSUES}/${body.id}/start`, { when: "now" });
  expect(refused.body.message).toBe("The newsletter can’t be sent yet. It needs a mail server (SMTP_URL).");
  await other.close();
});

test("a post is sent once, unless its issue was canceled before it began", async () => {
  await ready();
  const post = await buildPost(app.context.db, { title: "Dawn" });
  const ofPost = { kind: "post", post_id: post.id, audience: "all", category_id: null };
  const first = await create(ofPost);
  expect(first).toMatchObject({ kind: "post", subject: "", post: { id: post.id, title: "Dawn" } });
  const again = await admin.post<ErrorBody>(ISSUES, ofPost);
  expect([again.status, again.body.code]).toEqual([409, "already_sent"]);
  await act(first.id, "start", { when: "now" });
  expect((await act(first.id, "cancel")).body.state).toBe("canceled");
  expect((await admin.post(ISSUES, ofPost)).status).toBe(201);
});

test("a draft can be sent neither now nor with a publication that isn't planned", async () => {
  await ready();
  const post = await buildPost(app.context.db, { status: "draft", published_at: null });
  const { id } = await create({ kind: "post", post_id: post.id, audience: "all", category_id: null });
  for (const when of ["now", "with post"]) {
    const { status, body } = await act<ErrorBody>(id, "start", { when });
    expect([status, body.code]).toEqual([409, "post_not_published"]);
  }
  const at = new Date(Date.now() + 3_600_000);
  const plan = { post_id: post.id, kind: "publish", at, next_at: at };
  await app.context.db.insertInto("post_schedules").values(plan).execute();
  expect((await act(id, "start", { when: "with post" })).body).toMatchObject({ state: "scheduled", when: "with post", at: null });
});

test("an issue is scheduled for a time in the future", async () => {
  await ready();
  const { id } = await create();
  const past = await act<ErrorBody>(id, "start", { when: "time", at: "2020-01-01T00:00:00Z" });
  expect([past.status, past.body.details]).toEqual([400, [{ field: "at", rule: "must be a time in the future" }]]);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  expect((await act(id, "start", { when: "time", at })).body).toMatchObject({ state: "scheduled", when: "time", at });
});

test("an issue is paused, resumed and canceled, and nothing else happens to one that is over", async () => {
  await ready();
  const { id } = await create();
  await act(id, "start", { when: "now" });
  expect((await act(id, "pause")).body.state).toBe("paused");
  expect((await act(id, "resume")).body.state).toBe("sending");
  expect((await act(id, "cancel")).body.state).toBe("canceled");
  for (const action of ["pause", "resume", "cancel"]) {
    const { status, body } = await act<ErrorBody>(id, action);
    expect([action, status, body.code]).toEqual([action, 409, "wrong_state"]);
  }
  expect((await admin.patch(`${ISSUES}/${id}`, { subject: "Too late" })).status).toBe(409);
});

test("followers of a category need a category", async () => {
  const missing = await admin.post<ErrorBody>(ISSUES, { ...LETTER, audience: "category" });
  expect([missing.status, missing.body.details?.[0]?.field]).toEqual([400, "category_id"]);
  const { id: category_id } = await buildCategory(app.context.db);
  expect(await create({ ...LETTER, audience: "category", category_id })).toMatchObject({ audience: "category", category_id });
});

test("the report counts the recipients and says the server's words, and only an uncertain one gets it again", async () => {
  await ready();
  const { db } = app.context;
  const { id } = await buildIssue(db, { state: "sent", started_at: new Date(), mail: "{}" });
  const rows = { sent: null, refused: "550 5.1.1 User unknown", uncertain: null, left: null } as const;
  const ids = new Map<string, string>();
  for (const [state, answer] of Object.entries(rows)) {
    const { id: subscriber_id, email } = await buildSubscriber(db, { email: `${state}@blog.example` });
    const row = { issue_id: id, subscriber_id, email, state, answer, ended_at: new Date() };
    const left_at = state === "sent" ? new Date() : null;
    const added = await db
      .insertInto("newsletter_recipients")
      .values({ ...row, left_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.set(state, added.id);
  }
  const bounces = { hard: 0, soft: 0, complaint: 0 };
  const counts = { all: 4, waiting: 0, sent: 1, refused: 1, uncertain: 1, left: 1, departed: 1, bounced: 0, bounces };
  expect((await admin.get<Issue>(`${ISSUES}/${id}`)).body.counts).toEqual(counts);
  expect((await admin.get<IssuePage>(ISSUES)).body.items.map(({ counts: of }) => of)).toEqual([counts]);
  const refused = await admin.get<RecipientPage>(`${ISSUES}/${id}/recipients?state=refused`);
  expect(refused.body.items).toMatchObject([{ email: "refused@blog.example", answer: "550 5.1.1 User unknown" }]);
  expect(refused.body.total).toBe(1);
  expect((await act<ErrorBody>(id, `recipients/${ids.get("sent")}/resend`)).body.code).toBe("wrong_state");
  const again = await act(id, `recipients/${ids.get("uncertain")}/resend`);
  expect(again.body).toMatchObject({ state: "sending", counts: { ...counts, waiting: 1, uncertain: 0 } });
});

test("the preview shows the email as it would go out now", async () => {
  await ready();
  const { id } = await create();
  const { body } = await admin.get<IssuePreview>(`${ISSUES}/${id}/preview`);
  expect(body.subject).toBe("On larks");
  expect(body.html).toContain("Larks sing.");
  expect(body.html).toContain("1 Lark Lane");
  expect(body.bytes).toBe(Buffer.byteLength(body.html));
});

test("a digest is listed, previewed as somebody without choices would get it, and says how many get it", async () => {
  await ready();
  const { db } = app.context;
  const { id: category_id } = await buildCategory(db);
  const dawn = await buildPost(db, { title: "Dawn", category_id });
  const dusk = await buildPost(db, { title: "Dusk" });
  await buildSubscriber(db);
  await buildSubscriber(db, { frequency: "weekly" });
  const follower = await buildSubscriber(db, { frequency: "weekly", all_categories: false });
  await db.insertInto("subscriber_categories").values({ subscriber_id: follower.id, category_id }).execute();
  await buildSubscriber(db, { frequency: "weekly", all_categories: false });
  const { id } = await buildIssue(db, { kind: "digest", subject: "New", state: "paused", articles: [dusk.id, dawn.id] });
  const { body } = await admin.get<IssuePage>(ISSUES);
  expect(body.items).toMatchObject([{ id, kind: "digest", subject: "New", post: null }]);
  expect((await admin.get<Issue>(`${ISSUES}/${id}`)).body.counts.all).toBe(2);
  const preview = (await admin.get<IssuePreview>(`${ISSUES}/${id}/preview`)).body;
  expect(preview.text.indexOf("Dusk")).toBeLessThan(preview.text.indexOf("Dawn"));
  expect(preview.html).not.toContain("[[");
  expect((await act(id, "resume")).body.state).toBe("sending");
});

test("issues of subjects with line breaks, and unknown fields, are refused", async () => {
  for (const body of [
    { ...LETTER, subject: " " },
    { ...LETTER, state: "sent" },
    { ...LETTER, kind: "digest" },
  ])
    expect((await admin.post(ISSUES, body)).status).toBe(400);
});

test("says how many would get a post, by category and language, as its issue does", async () => {
  const { db } = app.context;
  const AUDIENCE = "/api/admin/newsletter/audience";
  for (const query of ["?category_id=x", "?language=klingon", "?audience=all"])
    expect((await admin.get(AUDIENCE + query)).status, query).toBe(400);
  const walks = await buildCategory(db);
  const count = async (query: object) =>
    (await admin.get<NewsletterAudience>(`${AUDIENCE}?${new URLSearchParams({ ...query })}`)).body.subscribers;
  expect(await count({})).toBe(0);
  await buildSubscriber(db);
  await buildSubscriber(db, { language: "de" });
  const follower = await buildSubscriber(db, { all_categories: false });
  await db.insertInto("subscriber_categories").values({ subscriber_id: follower.id, category_id: walks.id }).execute();
  await buildSubscriber(db, { all_categories: false });
  await buildSubscriber(db, { frequency: "weekly" });
  await buildSubscriber(db, { state: "pending", confirmed_at: null });
  expect(await count({})).toBe(3);
  expect(await count({ language: "de" })).toBe(4);
  expect(await count({ category_id: walks.id })).toBe(2);
  expect(await count({ category_id: walks.id, language: "de" })).toBe(3);
  expect(await count({ category_id: crypto.randomUUID() })).toBe(1);
  const post = await buildPost(db, { category_id: walks.id });
  const { id } = await create({ kind: "post", post_id: post.id, audience: "category", category_id: walks.id });
  expect((await admin.get<Issue>(`${ISSUES}/${id}`)).body.counts.all).toBe(2);
});
