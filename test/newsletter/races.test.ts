import { sql } from "kysely";
import { simpleParser } from "mailparser";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newsletterTools, startNewsletter } from "../../app/boot/start-newsletter.ts";
import type { Issue } from "../../app/domain/newsletter/newsletter.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { setUpNewsletter } from "../http/newsletter-operations.ts";
import { buildSubscribers } from "./build-subscribers.ts";
import { receiveMail } from "./receive-mail.ts";

const ISSUES = "/api/admin/newsletter/issues";
const SUBSCRIBERS = 30;

let app: TestApp;
let admin: Actor;
const ending: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const { db } = app.context;
  await setUpNewsletter({ app, db });
  const fast = { newsletterPerSecond: 1000, newsletterConnections: 2 };
  await db
    .updateTable("settings")
    .set({ value: sql`value || ${JSON.stringify(fast)}::jsonb` })
    .execute();
  await app.settings.renew();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["newsletter_issues", "subscribers", "newsletter_minutes"] as const)
    await app.context.db.deleteFrom(table).execute();
  await buildSubscribers(app.context.db, SUBSCRIBERS);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** What sends issues in the product, as another instance. @param smtpUrl of the mail server */
function startInstance(smtpUrl: string): void {
  const { context: ctx, settings, media } = app;
  const tools = newsletterTools(ctx, { config: { smtpUrl, bounceAddress: undefined }, settings, media });
  ending.push(startNewsletter(ctx, tools, { busyMs: 50, idleMs: 50 }).stop);
}

async function server(message: (count: number) => void | Promise<void> = () => {}) {
  const started = await receiveMail({ message });
  ending.push(started.close);
  return started;
}

const newIssueOf = (post_id: string) =>
  admin.post<Issue & ErrorBody>(ISSUES, { kind: "post", post_id, audience: "all", category_id: null });
const start = (id: string) => admin.post<Issue & ErrorBody>(`${ISSUES}/${id}/start`, { when: "now" });
const stateOf = async (id: string) => (await admin.get<Issue>(`${ISSUES}/${id}`)).body.state;

test("two clicks at once make one issue of a post, and start it once: each subscriber gets one copy", async () => {
  const post = await buildPost(app.context.db);
  const made = await Promise.all([newIssueOf(post.id), newIssueOf(post.id)]);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(made.find(({ status }) => status === 409)?.body.code).toBe("already_sent");
  const id = made.find(({ status }) => status === 201)?.body.id ?? "";
  const { url, copies } = await server();
  startInstance(url);
  startInstance(url);
  const clicks = await Promise.all([start(id), start(id), start(id)]);
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(clicks.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(["wrong_state", "wrong_state"]);
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe("sent");
  expect([copies.size, ...new Set(copies.values())]).toEqual([SUBSCRIBERS, 1]);
  expect((await start(id)).status).toBe(409);
});

type Meddling = (id: string) => Promise<number>;

const edit: Meddling = async (id) => {
  const { version } = (await admin.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
  const changed = { title: "Changed meanwhile", content: "<p>Nothing of what was sent.</p>", version };
  return (await admin.patch(`/api/admin/posts/${id}`, changed)).status;
};
const unpublish: Meddling = async (id) => (await admin.post("/api/admin/posts/bulk", { ids: [id], action: "archive" })).status;
const trash: Meddling = async (id) => (await admin.delete(`/api/admin/posts/${id}`)).status;
const deletePermanently: Meddling = async (id) => {
  await trash(id);
  return (await app.context.db.deleteFrom("posts").where("id", "=", id).executeTakeFirstOrThrow()).numDeletedRows > 0n ? 200 : 0;
};

test.each(Object.entries({ edit, unpublish, trash, deletePermanently }))(
  "%s while the issue is being sent: everybody gets what was fixed when it started",
  async (_, meddle) => {
    const text = "The lark sings what was fixed.";
    const post = await buildPost(app.context.db, { title: "As it was fixed", content_html: `<p>${text}</p>` });
    const { id } = (await newIssueOf(post.id)).body;
    let goOn = () => {};
    let reach = () => {};
    const meddled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const midway = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const { url, raws, copies } = await server((count) => {
      if (count < SUBSCRIBERS / 3) return;
      reach();
      return meddled;
    });
    startInstance(url);
    expect((await start(id)).status).toBe(200);
    await midway;
    expect([200, 204]).toContain(await meddle(post.id));
    expect(await stateOf(id)).toBe("sending");
    goOn();
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe("sent");
    expect([copies.size, ...new Set(copies.values())]).toEqual([SUBSCRIBERS, 1]);
    const mails = await Promise.all(raws.map((raw) => simpleParser(raw)));
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(["As it was fixed"]));
    expect(mails.filter((mail) => !mail.text?.includes(text) || !String(mail.html).includes(text))).toEqual([]);
  },
);

test.each([
  ["unpublished", unpublish, "The post is not published any more, so the issue was not sent."],
  ["trashed", trash, "The post was moved to the trash before the issue was sent."],
] as const)(
  "a post that is %s between the click and the start is sent to nobody, and the issue says why",
  async (_, meddle, why) => {
    const post = await buildPost(app.context.db);
    const { id } = (await newIssueOf(post.id)).body;
    expect((await start(id)).status).toBe(200);
    expect([200, 204]).toContain(await meddle(post.id));
    const { url, raws } = await server();
    startInstance(url);
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe("canceled");
    const issue = (await admin.get<Issue>(`${ISSUES}/${id}`)).body;
    expect([issue.reason, issue.started_at, raws.length]).toEqual([why, null, 0]);
  },
);
