import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BounceCounts } from "../../app/domain/newsletter/newsletter.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildSubscriber } from "../builders.ts";
import { complaint, delayed, exchange, exim, gmail, holiday, microsoft365, oldExim, postfix, ses } from "./bounce-reports.ts";
import { buildIssue } from "./build-subscribers.ts";

const PATH = "/api/newsletter/bounces";

let app: TestApp;
let admin: Actor;
let secret: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  secret = (await admin.post<{ secret: string }>("/api/admin/newsletter/bounces/secret")).body.secret;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("newsletter_issues").execute();
  await app.context.db.deleteFrom("subscribers").execute();
});

/** A subscriber to whom so many issues were sent. */
async function sentTo(email: string, issues = 1) {
  const { db } = app.context;
  const { id } = await buildSubscriber(db, { email });
  const about = [];
  for (let n = 0; n < issues; n++) {
    const issue = await buildIssue(db, { state: "sent", started_at: new Date(), mail: "{}" });
    const row = {
      issue_id: issue.id,
      subscriber_id: id,
      email,
      state: "sent",
      sent_at: new Date(Date.now() - (issues - n) * 1000),
    };
    const recipient = await db.insertInto("newsletter_recipients").values(row).returning("id").executeTakeFirstOrThrow();
    about.push({ email, messageId: `${issue.id}.${recipient.id}@blog.example` });
  }
  return about;
}

const send = (raw: string, headers: Record<string, string> = { "x-bounce-secret": secret }) =>
  app.actors.anonymous.send<BounceCounts & ErrorBody>("POST", PATH, {
    body: raw,
    headers: { "content-type": "message/rfc822", ...headers },
  });
const sendJson = (body: object) =>
  app.actors.anonymous.send<BounceCounts & ErrorBody>("POST", PATH, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-bounce-secret": secret },
  });
const subscriber = (email: string) =>
  app.context.db.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

test.each(Object.entries({ postfix, exim, oldExim, exchange, ses, gmail }))(
  "a mailbox that isn't there, as %s reports it, ends the subscription",
  async (_, report) => {
    const [about] = await sentTo("ada@reader.example");
    const { status, body } = await send(report(about as never));
    expect([status, body]).toEqual([200, { suppressed: 1, noted: 0, unknown: 0 }]);
    expect(await subscriber("ada@reader.example")).toMatchObject({ state: "suppressed", suppressed_for: "hard bounce" });
    const [row] = await app.context.db.selectFrom("newsletter_recipients").select("answer").execute();
    expect(row?.answer).toMatch(/5\.1\.1|5\.1\.10|No such user/);
  },
);

test.each(Object.entries({ microsoft365, delayed, holiday }))("%s ends nothing", async (_, report) => {
  const [about] = await sentTo("ada@reader.example");
  expect((await send(report(about as never))).body).toEqual({ suppressed: 0, noted: 0, unknown: 0 });
  expect((await subscriber("ada@reader.example")).state).toBe("confirmed");
});

test("a complaint ends the subscription at once", async () => {
  const [about] = await sentTo("ada@reader.example");
  expect((await send(complaint(about as never))).body).toMatchObject({ suppressed: 1 });
  expect((await subscriber("ada@reader.example")).suppressed_for).toBe("complaint");
});

test("the Message-ID tells whom it is about, also where another address failed behind it", async () => {
  const [about] = await sentTo("ada@reader.example");
  await send(postfix({ messageId: about?.messageId ?? "", email: "forwarded@elsewhere.example" }));
  expect((await subscriber("ada@reader.example")).state).toBe("suppressed");
});

test("a full mailbox ends the subscription after five issues in a row, and the same report twice counts once", async () => {
  const all = await sentTo("ada@reader.example", 6);
  const full = (about: { email: string; messageId: string }) => postfix(about, "5.2.2", "552 5.2.2 Mailbox full");
  for (const about of all.slice(1, 5)) {
    expect((await send(full(about))).body).toMatchObject({ noted: 1 });
    expect((await send(full(about))).body).toMatchObject({ noted: 1 });
  }
  expect((await subscriber("ada@reader.example")).state).toBe("confirmed");
  expect((await send(full(all[5] as never))).body).toMatchObject({ suppressed: 1 });
  expect((await subscriber("ada@reader.example")).suppressed_for).toBe("soft bounces");
});

test("soft bounces with a delivery in between end nothing", async () => {
  const all = await sentTo("ada@reader.example", 7);
  for (const about of all.filter((_, index) => index !== 3))
    await sendJson({ message_id: about.messageId, kind: "soft", reason: "Mailbox full" });
  expect(await subscriber("ada@reader.example")).toMatchObject({ state: "confirmed", soft_bounces: 3 });
});

test("JSON names the message or the address", async () => {
  await sentTo("ada@reader.example");
  expect((await sendJson({ kind: "hard" })).status).toBe(400);
  expect((await sendJson({ email: "nobody@reader.example", kind: "hard" })).body).toEqual({
    suppressed: 0,
    noted: 0,
    unknown: 1,
  });
  expect((await sendJson({ email: "ADA@reader.example", kind: "complaint", reason: "spam" })).body).toMatchObject({
    suppressed: 1,
  });
});

test("nothing is taken without the secret, or with another or an earlier one", async () => {
  const [about] = await sentTo("ada@reader.example");
  const raw = postfix(about as never);
  for (const headers of [{}, { "x-bounce-secret": "" }, { "x-bounce-secret": `${secret}0` }] as Record<string, string>[]) {
    const { status, body } = await send(raw, headers);
    expect([status, body.code]).toEqual([404, "bounce_secret"]);
  }
  const old = secret;
  secret = (await admin.post<{ secret: string }>("/api/admin/newsletter/bounces/secret")).body.secret;
  expect((await send(raw, { "x-bounce-secret": old })).status).toBe(404);
  expect((await subscriber("ada@reader.example")).state).toBe("confirmed");
  expect((await send(raw)).status).toBe(200);
});

test("a report of more than a megabyte is refused", async () => {
  expect((await send("x".repeat(1_100_000))).status).toBe(413);
});

test("an admin pastes addresses of a provider's list", async () => {
  await sentTo("ada@reader.example");
  const emails = ["ada@reader.example", "nobody@reader.example"];
  const { body } = await admin.post<BounceCounts>("/api/admin/newsletter/bounces", { emails });
  expect(body).toEqual({ suppressed: 1, noted: 0, unknown: 1 });
});

test("a secret, right or wrong, in the URL or in the header, never gets into the log", async () => {
  await sentTo("ada@reader.example");
  const wrong = "w".repeat(48);
  const { anonymous } = app.actors;
  const json = {
    body: JSON.stringify({ email: "ada@reader.example", kind: "soft" }),
    headers: { "content-type": "application/json" },
  };
  const report = { body: "not a report", headers: { "content-type": "message/rfc822" } };
  const before = app.logged.length;
  for (const one of [secret, wrong]) {
    for (const sent of [json, report, { ...json, body: "{" }]) {
      await anonymous.send("POST", `${PATH}?secret=${one}`, sent);
      await anonymous.send("POST", PATH, { ...sent, headers: { ...sent.headers, "x-bounce-secret": one } });
    }
    for (const path of [PATH, "/api/newsletter/bounce", "/newsletter/bounces"]) await anonymous.get(`${path}?secret=${one}`);
  }
  // In an outage, errors are logged with what they are about.
  await app.context.db.schema.alterTable("newsletter_upkeep").renameTo("upkeep_elsewhere").execute();
  const failed = await anonymous.send("POST", `${PATH}?secret=${secret}`, json);
  await app.context.db.schema.alterTable("upkeep_elsewhere").renameTo("newsletter_upkeep").execute();
  expect(failed.status).toBe(500);

  const lines = app.logged.slice(before).map((line) => JSON.stringify(line));
  expect(lines.filter((line) => line.includes(PATH)).length).toBeGreaterThan(12);
  expect(lines.filter((line) => line.includes(secret) || line.includes(wrong))).toEqual([]);
});
