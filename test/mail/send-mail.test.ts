// slow: app/boot/ app/domain/mail/ app/events.ts app/platform/ db/migrations/

import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClaimedMail, sendMail } from "../../app/domain/mail/send-mail.ts";
import { createSmtp } from "../../app/platform/smtp.ts";
import { smtpError, startMailServer } from "./mail-server.ts";
import { mailTo, openPostOffice, type PostOffice, queueRecovery, SECRETS } from "./post-office.ts";

let office: PostOffice;
const opened: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  office = await openPostOffice();
});
afterEach(async () => {
  await office.close();
  for (const close of opened.splice(0)) await close();
});

async function serve(behavior: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(behavior);
  opened.push(server.close);
  return server;
}
const sent = ({ sent_at }: { sent_at: unknown }) => sent_at !== null;

it("sends what was committed, and nothing of what was rolled back", async () => {
  const server = await serve();
  const { context } = await office.open({ smtpUrl: server.url });
  const regret = office.db.transaction().execute(async (db) => {
    await queueRecovery({ ...context, db }, "never@mail.example");
    throw new Error("changed my mind");
  });
  await expect(regret).rejects.toThrow("changed my mind");
  await office.db.transaction().execute((db) => queueRecovery({ ...context, db }, "reader@mail.example"));
  await mailTo(office, "reader@mail.example", sent);
  expect(server.received.map(({ to }) => to)).toEqual(["reader@mail.example"]);
  expect(await office.db.selectFrom("outbox").select("recipient").execute()).toEqual([{ recipient: "reader@mail.example" }]);
});

it("tries again after a growing pause while the server refuses, and sends once", async () => {
  let refusals = 0;
  const server = await serve({
    onRecipient() {
      if (refusals < 2) throw smtpError(451, `Greylisted, attempt ${++refusals}`);
    },
  });
  const { context } = await office.open({ smtpUrl: server.url });
  await queueRecovery(context, "reader@mail.example");
  const waiting = await mailTo(office, "reader@mail.example", ({ last_error }) => last_error !== null);
  expect(waiting.last_error).toContain("451 Greylisted");
  expect(waiting.sent_at).toBeNull();
  const row = await mailTo(office, "reader@mail.example", sent);
  expect(row).toMatchObject({ attempts: 3, last_error: null, given_up_at: null });
  expect(server.received).toHaveLength(1);
  const pauses = office.logged.filter(({ msg }) => msg.startsWith("a mail could not be sent")).map(({ nextTryIn }) => nextTryIn);
  expect(pauses).toEqual([2, 6]);
});

it("waits for a server that is down when the site starts", async () => {
  const { port, url, close } = await startMailServer();
  await close();
  const { context } = await office.open({ smtpUrl: url });
  await queueRecovery(context, "reader@mail.example");
  const waiting = await mailTo(office, "reader@mail.example", ({ last_error }) => last_error !== null);
  expect(waiting.last_error).toContain("ECONNREFUSED");
  const server = await serve({ port });
  await mailTo(office, "reader@mail.example", sent);
  expect(server.received).toHaveLength(1);
});

it("sends a message once after the server was down for an hour", async () => {
  const { port, url, close } = await startMailServer();
  await close();
  const { context } = await office.open({ smtpUrl: url });
  const { jobs: _, ...withoutJobs } = context;
  await queueRecovery(withoutJobs, "owner@mail.example");
  const { id } = await mailTo(office, "owner@mail.example");
  const smtp = createSmtp(url, () => "larks.example");
  const deliver = {
    keepsSecrets: true,
    send: ({ recipient, subject, body_text, body_html }: ClaimedMail) =>
      smtp.send({
        id,
        from: { name: "", address: "no-reply@larks.example" },
        to: recipient,
        subject,
        text: body_text,
        html: body_html,
      }),
  };
  // The pauses are long, so each is over as soon as it has begun.
  let downFor = 0;
  for (let tries = 0; downFor < 3600 && tries < 50; tries++) {
    office.logged.length = 0;
    await sendMail(withoutJobs, deliver, id);
    const [failure] = office.logged.filter(({ msg }) => msg === "a mail could not be sent; it is tried again");
    downFor += Number(failure?.nextTryIn);
    await office.db
      .updateTable("outbox")
      .set({ next_attempt_at: new Date(0) })
      .where("id", "=", id)
      .execute();
  }
  expect(downFor).toBeGreaterThanOrEqual(3600);
  const server = await serve({ port });
  await sendMail(withoutJobs, deliver, id);
  await sendMail(withoutJobs, deliver, id);
  smtp.close();
  expect(server.received.map(({ to }) => to)).toEqual(["owner@mail.example"]);
  expect(await mailTo(office, "owner@mail.example", sent)).toMatchObject({ last_error: null, given_up_at: null });
});

it("gives up what a server refuses permanently, and says so", async () => {
  const server = await serve({
    onRecipient() {
      throw smtpError(550, "No such user here");
    },
  });
  const { context } = await office.open({ smtpUrl: server.url });
  await queueRecovery(context, "nobody@mail.example");
  const row = await mailTo(office, "nobody@mail.example", ({ given_up_at }) => given_up_at !== null);
  expect(row).toMatchObject({ attempts: 1, sent_at: null });
  expect(row.last_error).toContain("550 No such user here");
  const line = office.logged.find(({ level }) => level === "error");
  expect(line).toMatchObject({ msg: "a mail could not be sent and is given up", mail: row.id });
});

it("sends after a crash what was queued before it", async () => {
  const before = await office.open({ smtpUrl: "smtp://127.0.0.1:9" });
  await before.close();
  // The process is gone; nobody sends what is committed now.
  await office.db.transaction().execute((db) => queueRecovery({ ...before.context, db }, "reader@mail.example"));
  await queueRecovery(office.base, "from-a-command@mail.example");
  const server = await serve();
  await office.open({ smtpUrl: server.url });
  await server.arrived(2);
  expect(server.received.map(({ to }) => to).sort()).toEqual(["from-a-command@mail.example", "reader@mail.example"]);
});

it("continues the work of a process that died while sending", async () => {
  await queueRecovery(office.base, "reader@mail.example");
  const { id } = await mailTo(office, "reader@mail.example");
  const dying = sendMail(office.base, { keepsSecrets: true, send: () => new Promise<void>(() => {}) }, id);
  await mailTo(office, "reader@mail.example", ({ attempts }) => attempts === 1);
  const server = await serve();
  const { context } = await office.open({ smtpUrl: server.url });
  const job = async () =>
    (await office.pool.query("select start_after > now() as waits from pgboss.job where data->>'id' = $1", [id])).rows;
  expect(await job()).toContainEqual({ waits: true });
  expect(server.received).toEqual([]);
  // A minute and a half later.
  await office.pool.query("update outbox set next_attempt_at = now()");
  await sendMail(context, { keepsSecrets: true, send: async () => {} }, id);
  expect((await mailTo(office, "reader@mail.example", sent)).attempts).toBe(2);
  void dying;
});

it("sends each message once, however many processes share the work", async () => {
  const server = await serve();
  const first = await office.open({ smtpUrl: server.url });
  const second = await office.open({ smtpUrl: server.url });
  const recipients = Array.from({ length: 30 }, (_, n) => `reader-${n}@mail.example`);
  await Promise.all(recipients.map((to, n) => queueRecovery((n % 2 ? first : second).context, to)));
  await server.arrived(30);
  for (const to of recipients) await mailTo(office, to, sent);
  expect(server.received.map(({ to }) => to).sort()).toEqual(recipients.sort());
});

it("gives one message to one of many senders", async () => {
  await queueRecovery(office.base, "reader@mail.example");
  const { id } = await mailTo(office, "reader@mail.example");
  let deliveries = 0;
  const deliver = { keepsSecrets: true, send: async () => void deliveries++ };
  await Promise.all(Array.from({ length: 20 }, () => sendMail(office.base, deliver, id)));
  expect(deliveries).toBe(1);
});

it("doesn't send what is out of date", async () => {
  await queueRecovery(office.base, "late@mail.example");
  await office.pool.query("update outbox set useful_until = now()");
  const server = await serve();
  await office.open({ smtpUrl: server.url });
  const row = await mailTo(office, "late@mail.example", ({ given_up_at }) => given_up_at !== null);
  expect(row.last_error).toBe("It couldn’t be sent in time to be useful.");
  expect(server.received).toEqual([]);
});

it("deletes mails older than a month from the outbox", async () => {
  await queueRecovery(office.base, "old@mail.example");
  await office.pool.query("update outbox set created_at = now() - interval '31 days', sent_at = now() - interval '31 days'");
  const { context } = await office.open();
  await queueRecovery(context, "new@mail.example");
  await mailTo(office, "new@mail.example", sent);
  // The job that deletes runs next to the one that sends, so it may end after it.
  await expect
    .poll(() => office.db.selectFrom("outbox").select("recipient").execute())
    .toEqual([{ recipient: "new@mail.example" }]);
});

it("prints subject, recipient and link when there is no mail server, and keeps the message readable", async () => {
  const { context, printed } = await office.open();
  await queueRecovery(context, "reader@mail.example");
  const row = await mailTo(office, "reader@mail.example", sent);
  const link = `https://larks.example/reset-password?token_hash=${SECRETS.token}&type=recovery`;
  expect(printed).toEqual([
    `\n  Mail to reader@mail.example: Reset your password for Larks & Co\n    link  ${link}\n    code  ${SECRETS.code}\n\n`,
  ]);
  expect(row).toMatchObject({ link, code: SECRETS.code });
  expect(row.body_text).toContain(link);
  expect(JSON.stringify(office.logged)).not.toContain(SECRETS.token);
});
