import { tmpdir } from "node:os";
import { simpleParser } from "mailparser";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { finishIssues, prepareIssues } from "../../app/domain/newsletter/prepare-issues.ts";
import { testIssue } from "../../app/domain/newsletter/preview-issue.ts";
import { type SendingTools, sendIssues } from "../../app/domain/newsletter/send-issues.ts";
import { createMailConnection } from "../../app/platform/smtp-connection.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { buildSubscriber, buildUser } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { buildIssue, buildSubscribers } from "./build-subscribers.ts";
import { receiveMail, smtpError } from "./receive-mail.ts";
import { SENDER, SETTINGS, SITE } from "./sender-options.ts";

type Server = Awaited<ReturnType<typeof receiveMail>>;

let opened: Awaited<ReturnType<typeof openTestContext>>;
let server: Server;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  for (const table of ["newsletter_issues", "subscribers", "newsletter_minutes", "admin_notices"] as const)
    await db.deleteFrom(table).execute();
  await db
    .updateTable("newsletter_upkeep")
    .set({ next_at: new Date(0) })
    .execute();
});
afterEach(() => server.close());

const mail = {
  subject: "On larks\r\nBcc: eve@example.org",
  html: "<p>Larks. [[choices]] [[unsubscribe]]</p>",
  text: "Larks. [[choices]] [[unsubscribe]]",
  isCut: false,
};

/** One round of sending. */
const send = (changes: Partial<SendingTools> = {}) =>
  sendIssues(opened.ctx, {
    connect: () => createMailConnection(server.url, () => "blog.example"),
    connections: () => 2,
    limits: () => ({ perSecond: 1000, perHour: 100_000, perDay: 100_000 }),
    sender: () => SENDER,
    site: () => SITE,
    settings: () => SETTINGS,
    signal: new AbortController().signal,
    pauseOf: () => 0.05,
    ...changes,
  });

/** A letter whose recipients are fixed. */
async function startLetter(subscribers: number): Promise<string> {
  const { db, ctx } = opened;
  await buildSubscribers(db, subscribers);
  const { id } = await buildIssue(db);
  await prepareIssues(ctx, { compose: async () => mail, site: () => SITE, settings: () => SETTINGS });
  return id;
}

const issueOf = (id: string) =>
  opened.db.selectFrom("newsletter_issues").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const recipientsOf = (id: string) =>
  opened.db.selectFrom("newsletter_recipients").selectAll().where("issue_id", "=", id).orderBy("email").execute();
async function statesOf(id: string): Promise<Record<string, number>> {
  const states: Record<string, number> = {};
  for (const { state } of await recipientsOf(id)) states[state] = (states[state] ?? 0) + 1;
  return states;
}
const suppressed = async () =>
  (await opened.db.selectFrom("subscribers").select("id").where("state", "=", "suppressed").execute()).length;

test("each recipient gets a message of their own, with the headers of a list, over kept-open connections", async () => {
  server = await receiveMail();
  const id = await startLetter(30);
  await send();
  await finishIssues(opened.db);
  expect([await statesOf(id), (await issueOf(id)).state]).toEqual([{ sent: 30 }, "sent"]);
  expect(server.connections()).toBeLessThanOrEqual(2);
  const recipients = await recipientsOf(id);
  const [one] = recipients;
  const raw = server.raws.find((text) => text.includes(`To: ${one?.email}`)) ?? "";
  const { headers, messageId, subject } = await simpleParser(raw);
  expect(messageId).toBe(`<${id}.${one?.id}@blog.example>`);
  expect(subject).toBe("On larks Bcc: eve@example.org");
  expect(headers.has("bcc")).toBe(false);
  expect(headers.get("precedence")).toBe("bulk");
  expect(raw).toMatch(/^List-ID: <newsletter\.blog\.example>/im);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(raw.replace(/\r\n(?=[ \t])/g, "")).toContain(`List-Unsubscribe: <https://blog.example/newsletter/unsubscribe?token=`);
  expect(raw).toMatch(/^From: "?Larks & Co"? <news@blog.example>/m);
  expect(raw).toMatch(/^Reply-To: ada@blog.example/m);
  expect(server.senders).toEqual(new Set(["bounces@blog.example"]));
  expect(new Set(server.raws.map((text) => /^Message-ID:\s+(\S+)/m.exec(text)?.[1])).size).toBe(30);
});

test("a test email has the headers of a list, too", async () => {
  server = await receiveMail();
  const { ctx, db } = opened;
  const { id } = await buildIssue(db, { state: "draft" });
  const { email } = await buildUser(db, { role: "admin" });
  await testIssue(ctx, { kind: "user", id: crypto.randomUUID(), email, role: "admin", sessionId: "" }, id, {
    site: SITE,
    settings: SETTINGS,
    media: createFolderStore(tmpdir()),
    connect: () => createMailConnection(server.url, () => "blog.example"),
    bounces: "bounces@blog.example",
  });
  expect([[...server.copies.keys()], [...server.senders]]).toEqual([[email], ["bounces@blog.example"]]);
  expect(server.raws[0]).toMatch(/^List-Unsubscribe:\s+<https:\/\/blog\.example\/newsletter\/unsubscribe\?/m);
  expect(server.raws[0]).toMatch(/^List-Unsubscribe-Post:\s+List-Unsubscribe=One-Click/m);
});

test("a refusal of the sender that is coded as one of the address suppresses nobody", async () => {
  server = await receiveMail({
    recipient() {
      throw smtpError(550, "5.1.0 192.0.2.222 is not allowed to send from <blog.example> per its SPF Record");
    },
  });
  const id = await startLetter(2);
  await send();
  expect([await statesOf(id), await suppressed()]).toEqual([{ refused: 2 }, 0]);
});

test("refusals by policy end those recipients alone, and pause the issue once there are many", async () => {
  let refuses = true;
  server = await receiveMail({
    recipient() {
      if (refuses) throw smtpError(550, "5.7.26 Unauthenticated email is not accepted");
    },
  });
  const id = await startLetter(120);
  await send();
  const issue = await issueOf(id);
  expect([issue.state, issue.reason]).toEqual(["paused", "550 5.7.26 Unauthenticated email is not accepted"]);
  const { refused = 0, waiting } = await statesOf(id);
  expect(refused).toBeGreaterThanOrEqual(4);
  expect(refused).toBeLessThanOrEqual(5);
  expect(waiting).toBe(120 - refused);
  expect(await suppressed()).toBe(0);
  const notices = await opened.db.selectFrom("admin_notices").select("text").execute();
  expect(notices).toEqual([{ text: issue.reason }]);
  // Once it is resumed, what was refused before doesn't count.
  refuses = false;
  const afresh = { state: "sending", refused_in_row: 0, resumed_at: new Date() };
  await opened.db.updateTable("newsletter_issues").set(afresh).where("id", "=", id).execute();
  await send();
  expect(await statesOf(id)).toEqual({ refused, sent: 120 - refused });
});

test("twenty refusals by policy in a row pause an issue of many, before they are 3 % of it", async () => {
  let count = 0;
  server = await receiveMail({
    recipient() {
      count += 1;
      if (count !== 10) throw smtpError(550, "5.7.1 Rejected by policy");
    },
  });
  const id = await startLetter(1500);
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  await send({ connections: () => 1 });
  process.off("warning", warn);
  // Such as one about listeners that a connection collects.
  expect(warnings).toEqual([]);
  expect(await issueOf(id)).toMatchObject({ state: "paused", reason: "550 5.7.1 Rejected by policy" });
  expect(await statesOf(id)).toEqual({ sent: 1, refused: 29, waiting: 1470 });
});

test.each([
  ["the sender", 553, "5.1.8 Sender address rejected"],
  ["the message", 554, "5.6.0 Message refused"],
])("a refusal of %s pauses the issue with the server's words, and nobody is done with", async (of, code, words) => {
  const refuse = () => {
    throw smtpError(code, words);
  };
  server = await receiveMail(of === "the sender" ? { sender: refuse } : { message: refuse });
  const id = await startLetter(10);
  await send({ connections: () => 1 });
  expect(await issueOf(id)).toMatchObject({ state: "paused", reason: `${code} ${words}` });
  expect([await statesOf(id), await suppressed()]).toEqual([{ waiting: 10 }, 0]);
});

test("a busy server slows the whole issue, which goes on by itself", async () => {
  let count = 0;
  server = await receiveMail({
    recipient() {
      if (++count <= 3) throw smtpError(451, "4.3.2 Please try again later");
    },
  });
  const id = await startLetter(12);
  await send();
  expect(await issueOf(id)).toMatchObject({ state: "sending", reason: "451 4.3.2 Please try again later" });
  await expect.poll(async () => send().then(() => statesOf(id)), { timeout: 20_000, interval: 200 }).toEqual({ sent: 12 });
  expect(await issueOf(id)).toMatchObject({ setbacks: 0, reason: null });
});

test("a server that isn't there slows the issue, too", async () => {
  server = await receiveMail();
  const id = await startLetter(3);
  await send({ connect: () => createMailConnection("smtp://127.0.0.1:1", () => "blog.example") });
  expect(await statesOf(id)).toEqual({ waiting: 3 });
  expect((await issueOf(id)).reason).toMatch(/ECONNREFUSED|ESOCKET/);
});

test("a mailbox that is full at the moment is tried again later, for a day", async () => {
  server = await receiveMail({
    recipient(address) {
      if (address === "reader-1@example.org") throw smtpError(452, "4.2.2 Mailbox full");
    },
  });
  const id = await startLetter(5);
  await send();
  expect(await statesOf(id)).toEqual({ sent: 4, waiting: 1 });
  const [full] = (await recipientsOf(id)).filter(({ state }) => state === "waiting");
  const due = new Date(String(full?.next_at)).getTime() - Date.now();
  expect(due).toBeGreaterThan(40_000);
  expect(due).toBeLessThan(61_000);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const again = { next_at: new Date(0), first_tried_at: dayAgo };
  await opened.db
    .updateTable("newsletter_recipients")
    .set(again)
    .where("id", "=", full?.id ?? "")
    .execute();
  await send();
  expect(await statesOf(id)).toEqual({ sent: 4, refused: 1 });
  expect(await suppressed()).toBe(0);
});

test("the limits per hour and day hold for all instances together", async () => {
  server = await receiveMail();
  const id = await startLetter(40);
  const limits = () => ({ perSecond: 1000, perHour: 15, perDay: 100 });
  await Promise.all([send({ limits }), send({ limits })]);
  expect(server.total()).toBe(15);
  await send({ limits: () => ({ perSecond: 1000, perHour: 100, perDay: 25 }) });
  expect(server.total()).toBe(25);
  expect(await statesOf(id)).toEqual({ sent: 25, waiting: 15 });
});

test("those who leave before it is their turn get nothing, nor does anybody once the issue is paused", async () => {
  server = await receiveMail();
  const { id: subscriber } = await buildSubscriber(opened.db, { email: "a-leaver@example.org" });
  const id = await startLetter(20);
  const left = { state: "left", ended_at: new Date() };
  await opened.db.updateTable("subscribers").set(left).where("id", "=", subscriber).execute();
  await send();
  expect(await statesOf(id)).toEqual({ sent: 20, left: 1 });
  expect(server.copies.has("a-leaver@example.org")).toBe(false);
  await opened.db.updateTable("newsletter_issues").set({ state: "paused" }).where("id", "=", id).execute();
  await opened.db.updateTable("newsletter_recipients").set({ state: "waiting" }).where("issue_id", "=", id).execute();
  await send();
  expect(server.total()).toBe(20);
});
