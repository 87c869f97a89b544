import { hostname } from "node:os";
import { afterEach, expect, it } from "vitest";
import { recordBrowser } from "../../app/domain/auth/record-browser.ts";
import { queueMail, senderOf } from "../../app/domain/mail/send-mail.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { createSmtp } from "../../app/platform/smtp.ts";
import { buildUser } from "../builders.ts";
import { startMailServer } from "./mail-server.ts";
import { mailTo, openPostOffice, queueRecovery, SECRETS, SITE } from "./post-office.ts";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function setUp(behavior: Parameters<typeof startMailServer>[0] = {}, options: { mailFrom?: string; url?: string } = {}) {
  const server = await startMailServer(behavior);
  opened.push(server.close);
  const office = await openPostOffice();
  opened.push(office.close);
  const config = readConfig({ SMTP_URL: options.url ?? server.url, MAIL_FROM: options.mailFrom });
  const { context } = await office.open(config);
  return { server, office, context };
}

it("sends a message as text and HTML, in the site's name, to one mailbox", async () => {
  const { server, office, context } = await setUp();
  await queueRecovery(context, "reader@mail.example");
  const [mail] = await server.arrived(1);
  const row = await mailTo(office, "reader@mail.example", ({ sent_at }) => sent_at !== null);
  expect(mail).toMatchObject({
    envelope: { from: "no-reply@larks.example", to: ["reader@mail.example"] },
    from: '"Larks & Co" <no-reply@larks.example>',
    to: "reader@mail.example",
    subject: "Reset your password for Larks & Co",
    messageId: `<${row.id}@larks.example>`,
  });
  const link = `https://larks.example/reset-password?token_hash=${SECRETS.token}&type=recovery`;
  expect(mail?.text).toContain(link);
  expect(mail?.text).toContain(SECRETS.code);
  expect(mail?.html).toContain(link.replace("&", "&amp;"));
  expect(mail?.header("auto-submitted")).toBe("auto-generated");
  expect(mail?.header("content-type")).toMatchObject({ value: "multipart/alternative" });
});

it("sends the owner of an account what is known of a sign-in from a new browser", async () => {
  const { server, context } = await setUp();
  const { id, email } = await buildUser(context.db);
  const signIn = (address: string | null, userAgent: string | null) =>
    context.db.transaction().execute((db) => recordBrowser({ ...context, db }, id, { address, userAgent }, SITE));
  await signIn("203.0.113.5", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
  await signIn(null, null);
  const [mail] = await server.arrived(1);
  expect(mail).toMatchObject({ to: email, subject: "New sign-in to your account at Larks & Co" });
  expect(mail?.text).toContain("https://larks.example/account\n");
  expect(mail?.text).toContain("Browser: unknown\n\nNetwork: unknown\n");
});

it("deletes the secrets of a message that a mail server has accepted", async () => {
  const { office, context } = await setUp();
  await queueRecovery(context, "reader@mail.example");
  const row = await mailTo(office, "reader@mail.example", ({ sent_at }) => sent_at !== null);
  expect(JSON.stringify(row)).not.toContain(SECRETS.token);
  expect(row.body_text + row.body_html).not.toContain(SECRETS.code);
  expect(row).toMatchObject({ link: null, code: null, attempts: 1, last_error: null });
  expect(row.body_text).toContain("asked to reset the password");
});

it("signs in at the server, and sends from the configured address", async () => {
  const login = { user: "blog@mail.example", password: "p@ss/word:1" };
  const { server, context } = await setUp({ login }, { mailFrom: "The Larks <post@larks.example>" });
  await queueRecovery(context, "reader@mail.example");
  const [mail] = await server.arrived(1);
  expect(mail).toMatchObject({ from: '"The Larks" <post@larks.example>', envelope: { from: "post@larks.example" } });
});

it.each([
  ["Blog: News <care@larks.example>", "Blog: News"],
  ["Support (Billing) <care@larks.example>", "Support (Billing)"],
  ['Ada "The Blog" Lovelace <care@larks.example>', 'Ada "The Blog" Lovelace'],
  ['"Lovelace, \\"Ada\\" <3" <care@larks.example>', 'Lovelace, "Ada" <3'],
  ["Блог; новости <care@larks.example>", "Блог; новости"],
  ["care@larks.example", ""],
])("sends from the one mailbox %s", async (mailFrom, name) => {
  const server = await startMailServer();
  opened.push(server.close);
  const smtp = createSmtp(server.url, () => "larks.example");
  const from = senderOf(SITE, readConfig({ MAIL_FROM: mailFrom }).mailFrom);
  await smtp.send({ id: "1@larks.example", from, to: "reader@mail.example", subject: "News", text: "News", html: "News" });
  smtp.close();
  const [mail] = await server.arrived(1);
  expect(mail?.header("from")).toMatchObject({ value: [{ name, address: "care@larks.example" }] });
  // A name with a domain: the machine's, or else the site's.
  expect(mail?.greeting).toBe(hostname().includes(".") ? hostname() : "larks.example");
});

it("logs and stores the reason of a server's refusal, without our password", async () => {
  const login = { user: "blog", password: "right" };
  const server = await startMailServer({ login });
  opened.push(server.close);
  const office = await openPostOffice();
  opened.push(office.close);
  const { context } = await office.open({ smtpUrl: `smtp://blog:wrong-secret@127.0.0.1:${server.port}` });
  await queueRecovery(context, "reader@mail.example");
  const row = await mailTo(office, "reader@mail.example", ({ last_error }) => last_error !== null);
  expect(row.last_error).toMatch(/EAUTH.*535/);
  expect(row.given_up_at).toBeNull();
  const lines = office.logged.filter(({ msg }) => msg === "a mail could not be sent; it is tried again");
  expect(lines[0]).toMatchObject({ level: "warn", kind: "recovery", attempts: 1, reason: row.last_error });
  expect(JSON.stringify(office.logged) + row.last_error).not.toContain("wrong-secret");
});

it("keeps users' texts out of the headers", async () => {
  const { server, context } = await setUp();
  const name = "Lärks\r\nBcc: victim@mail.example\r\n\r\nBody";
  await queueMail(context, { to: "reader@mail.example", kind: "confirm", data: SECRETS, site: { ...SITE, name } });
  const [mail] = await server.arrived(1);
  expect(mail?.subject).toBe("Confirm your email address for Lärks Bcc: victim@mail.example Body");
  expect(mail?.header("bcc")).toBeUndefined();
  expect(mail?.envelope.to).toEqual(["reader@mail.example"]);
  for (const to of ["a@mail.example\r\nBcc: victim@mail.example", "a@mail.example, victim@mail.example"]) {
    await expect(queueRecovery(context, to)).rejects.toThrow("one address");
  }
});
