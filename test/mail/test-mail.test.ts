import { afterEach, expect, it } from "vitest";
import { createTestMail, readMail } from "../../app/domain/mail/manage-outbox.ts";
import { buildUser } from "../builders.ts";
import { smtpError, startMailServer } from "./mail-server.ts";
import { mailTo, openPostOffice, SITE } from "./post-office.ts";

const EMAIL = "ada@larks.example";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A test email through a mail server. @returns what an admin reads about it once the server has answered */
async function tested(smtpUrl: string) {
  const office = await openPostOffice();
  opened.push(office.close);
  const { context } = await office.open({ smtpUrl });
  const { id: ada } = await buildUser(office.db, { email: EMAIL, role: "admin" });
  const actor = { kind: "user", id: ada, email: EMAIL, role: "admin", sessionId: crypto.randomUUID() } as const;
  const { id } = await createTestMail(context, actor, SITE);
  await mailTo(office, EMAIL, ({ sent_at, last_error }) => sent_at !== null || last_error !== null);
  return readMail(context, id);
}

async function withServer(behavior: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(behavior);
  opened.push(server.close);
  return server;
}

it("arrives, and is sent once the mail server has accepted it", async () => {
  const server = await withServer();
  expect(await tested(server.url)).toMatchObject({ state: "sent", recipient: EMAIL, last_error: null, advice: null });
  expect(server.received).toMatchObject([{ to: EMAIL, subject: "Test email from Larks & Co" }]);
});

it("says what to do when the mail server refuses the password", async () => {
  const { port } = await withServer({ login: { user: "blog", password: "right" } });
  const mail = await tested(`smtp://blog:wrong@127.0.0.1:${port}`);
  expect(mail).toMatchObject({ state: "waiting", last_error: expect.stringContaining("535") });
  expect(mail.advice).toContain("Check user and password of SMTP_URL");
});

it("says what to do when the mail server refuses the recipient, without another try", async () => {
  const { url } = await withServer({
    onRecipient: () => {
      throw smtpError(550, "No relaying");
    },
  });
  const mail = await tested(url);
  expect(mail).toMatchObject({ state: "given up", last_error: expect.stringContaining("No relaying") });
  expect(mail.advice).toContain("The server doesn’t accept the recipient");
});

it("says what to do when the mail server refuses the message", async () => {
  const { url } = await withServer({
    onMessage: () => {
      throw smtpError(554, "This is spam");
    },
  });
  const mail = await tested(url);
  expect(mail.last_error).toContain("This is spam");
  expect(mail.advice).toContain("The server refused the message itself");
});

it("says what to do when nobody listens", async () => {
  const mail = await tested("smtp://127.0.0.1:1");
  expect(mail.last_error).toContain("ECONNREFUSED");
  expect(mail.advice).toContain("Check host and port of SMTP_URL");
});
