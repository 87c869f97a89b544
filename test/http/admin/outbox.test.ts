import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutboxMail, OutboxPage } from "../../../app/domain/mail/mail.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { type Actor, createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const PATH = "/api/admin/outbox";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const inState = (values: object) =>
  app.context.db
    .insertInto("outbox")
    .values({
      recipient: "ada@blog.test",
      kind: "recovery",
      subject: "Reset",
      body_text: "text",
      body_html: "<p>text</p>",
      useful_until: new Date(Date.now() + 60_000),
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

test("an empty outbox is an empty page", async () => {
  const { status, body, headers } = await admin.get<OutboxPage>(PATH);
  expect([status, body, headers.get("cache-control")]).toEqual([
    200,
    { items: [], total: 0, page: 1, pages: 0, limit: 20, counts: { all: 0, waiting: 0, "given up": 0, sent: 0, kept: 0 } },
    "no-store",
  ]);
});

test("it requires an admin", async () => {
  const nobody = await app.actors.anonymous.get<ErrorBody>(PATH);
  expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  const reader = await (await signedInUser(app)).actor.get<ErrorBody>(PATH);
  expect([reader.status, Object.keys(reader.body)]).toEqual([403, ["code", "message"]]);
});

test("an admin finds the link and the code of a sign-up", async () => {
  const email = "grace@blog.test";
  const signUp = await app.actors.anonymous.post("/auth/v1/signup", { email, password: "larks over the field" });
  expect(signUp.status).toBe(200);
  const { body } = await admin.get<OutboxPage>(PATH);
  const mail = body.items.find(({ recipient }) => recipient === email);
  expect(mail).toMatchObject({ kind: "confirm", link: expect.stringContaining("/confirm?token_hash="), last_error: null });
  expect(mail?.code).toMatch(/^[0-9]{6}$/);
  expect(mail?.body_text).toContain(mail?.link);
  expect(mail).not.toHaveProperty("body_html");
});

test("each mail has its state", async () => {
  const [now, secrets] = [new Date(), { link: "https://blog.test/confirm?token_hash=1", code: "123456" }];
  const made: [OutboxMail["state"], object][] = [
    ["waiting", secrets],
    ["given up", { ...secrets, given_up_at: now, last_error: "No such mailbox" }],
    ["sent", { sent_at: now }],
    ["kept", { ...secrets, sent_at: now }],
  ];
  for (const [state, values] of made) {
    const { id } = await inState(values);
    const { body } = await admin.get<OutboxPage>(`${PATH}?limit=50`);
    expect(body.items.find((mail) => mail.id === id)?.state).toBe(state);
  }
});

test("pages follow each other, the newest mail first; beyond the end there is none", async () => {
  await app.context.db.deleteFrom("outbox").execute();
  for (let day = 1; day <= 5; day++) await inState({ subject: `Mail ${day}`, created_at: new Date(Date.UTC(2025, 0, day)) });
  const page = async (number: number) => (await admin.get<OutboxPage>(`${PATH}?page=${number}&limit=2`)).body;
  const subjects = async (number: number) => (await page(number)).items.map(({ subject }) => subject);
  expect(await page(1)).toMatchObject({ total: 5, page: 1, pages: 3 });
  expect([await subjects(1), await subjects(2), await subjects(3)]).toEqual([
    ["Mail 5", "Mail 4"],
    ["Mail 3", "Mail 2"],
    ["Mail 1"],
  ]);
  expect(await page(4)).toMatchObject({ items: [], total: 5, page: 4, pages: 3, limit: 2 });
});

test("it can be filtered by state, and says how many mails are in each", async () => {
  const now = new Date();
  await app.context.db.deleteFrom("outbox").execute();
  await inState({ subject: "Stuck", given_up_at: now });
  await inState({ subject: "On its way" });
  await inState({ subject: "Here", code: "123456", sent_at: now });
  const { body } = await admin.get<OutboxPage>(`${PATH}?state=${encodeURIComponent("given up")}`);
  expect(body).toMatchObject({ total: 1, pages: 1, items: [{ subject: "Stuck", state: "given up" }] });
  expect(body.counts).toEqual({ all: 3, waiting: 1, "given up": 1, sent: 0, kept: 1 });
  const odd = await admin.get<ErrorBody>(`${PATH}?state=lost`);
  expect([odd.status, odd.body.details]).toEqual([
    400,
    [{ field: "state", rule: "must be one of waiting, given up, sent, kept" }],
  ]);
});

describe("sending again", () => {
  const retry = <T = OutboxMail>(id: string, actor = admin) => actor.post<T>(`${PATH}/${id}/retry`);
  const rowOf = (id: string) => app.context.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const entries = (id: string) =>
    app.context.db.selectFrom("audit_log").select(["action", "label", "after"]).where("entity_id", "=", id).execute();
  const past = new Date(Date.now() - 60_000);

  test("requires an admin", async () => {
    const { id } = await inState({ given_up_at: past });
    expect((await retry(id, app.actors.anonymous)).status).toBe(401);
    expect((await retry(id, (await signedInUser(app)).actor)).status).toBe(403);
    expect((await rowOf(id)).state).toBe("given up");
    expect(await entries(id)).toEqual([]);
  });

  test("makes a failed mail wait again, due now, and is logged", async () => {
    const { id } = await inState({ given_up_at: past, last_error: "No such mailbox", useful_until: past, subject: "Welcome" });
    const { status, body } = await retry(id);
    expect([status, body.state, body.last_error]).toEqual([200, "waiting", "No such mailbox"]);
    const row = await rowOf(id);
    expect(row.given_up_at).toBeNull();
    expect(row.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    expect(row.useful_until.getTime()).toBeGreaterThan(Date.now());
    expect(await entries(id)).toEqual([
      { action: "retried", label: "Welcome", after: { recipient: "ada@blog.test", kind: "recovery" } },
    ]);
  });

  test("shortens the pause of a waiting mail", async () => {
    const { id } = await inState({ next_attempt_at: new Date(Date.now() + 900_000), attempts: 5 });
    expect((await retry(id)).status).toBe(200);
    expect((await rowOf(id)).next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test("refuses mails that are sent, expired or don't exist", async () => {
    const sent = await inState({ sent_at: past });
    const expired = await inState({ code: "123456", given_up_at: past, useful_until: past });
    const refusal = async (id: string) => {
      const { status, body } = await retry<ErrorBody>(id);
      return [status, body.code];
    };
    expect(await refusal(sent.id)).toEqual([409, "mail_sent"]);
    expect(await refusal(expired.id)).toEqual([409, "mail_expired"]);
    expect(await refusal(crypto.randomUUID())).toEqual([404, "PGRST116"]);
    expect((await rowOf(expired.id)).state).toBe("given up");
  });
});

describe("a test email", () => {
  const TEST = `${PATH}/test`;
  const tests = () => app.context.db.selectFrom("outbox").select(["recipient", "state"]).where("kind", "=", "test").execute();

  test("requires an admin, a mail server, and no address", async () => {
    expect((await app.actors.anonymous.post(TEST)).status).toBe(401);
    expect((await (await signedInUser(app)).actor.post(TEST)).status).toBe(403);
    const elsewhere = await admin.post<ErrorBody>(`${TEST}?to=somebody@blog.test`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "invalid_input"]);
    expect(await tests()).toEqual([]);

    const plain = await createTestApp({ sendsMail: false });
    const { status, body } = await (await signedInUser(plain, { role: "admin" })).actor.post<ErrorBody>(TEST);
    expect([status, body.code]).toEqual([409, "mail_not_set_up"]);
    expect(await plain.context.db.selectFrom("outbox").select("id").execute()).toEqual([]);
    await plain.close();
  });

  test("goes to the admin who asked for it, five times an hour, and never counts as unsent", async () => {
    const { user, token } = await signedInUser(app, { role: "admin" });
    const asked = createActor(app.fetch, { headers: { authorization: `Bearer ${token}` }, address: "203.0.113.80" });
    for (let n = 0; n < 5; n++) {
      const { status, body } = await asked.post<OutboxMail>(TEST);
      expect([status, body.recipient, body.kind, body.state]).toEqual([202, user.email, "test", "waiting"]);
    }
    const sixth = await asked.post<ErrorBody>(TEST);
    expect([sixth.status, sixth.body.code]).toEqual([429, "over_request_rate_limit"]);
    expect(sixth.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await tests()).toHaveLength(5);
  });

  test("is read alone, with what to do about an error", async () => {
    const { id } = await inState({ kind: "test", given_up_at: new Date(), last_error: "EAUTH: Invalid login: 535 No" });
    const { body } = await admin.get<OutboxMail>(`${PATH}/${id}`);
    expect([body.id, body.state]).toEqual([id, "given up"]);
    expect(body.advice).toContain("Check user and password of SMTP_URL");
    expect((await app.actors.anonymous.get(`${PATH}/${id}`)).status).toBe(401);
    expect((await (await signedInUser(app)).actor.get(`${PATH}/${id}`)).status).toBe(403);
    expect((await admin.get(`${PATH}/${crypto.randomUUID()}`)).status).toBe(404);
  });
});
