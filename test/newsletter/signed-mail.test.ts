// slow: app/domain/newsletter/ app/platform/smtp-connection.ts

import { type ChildProcess, execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dkimVerify } from "mailauth";
import DKIM from "nodemailer/lib/dkim";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { issueById } from "../../app/domain/newsletter/list-issues.ts";
import { openTestContext } from "../context.ts";
import { smtpError } from "../mail/mail-server.ts";
import { buildIssue, buildSubscribers } from "./build-subscribers.ts";
import { startSender } from "./start-sender.ts";

const LOGIN = { user: "blog", password: "a lark: sings @ dawn/5" };

/** Longer than a line, and with letters that headers can't have. */
const MAIL = {
  subject: "Über den Gesang der Lerchen am frühen Morgen, über die Stille danach, und was beides miteinander zu tun hat",
  html: `<p>${"Die Lerche steigt, und niemand weiß wohin. ".repeat(60)}</p><p>.</p><p>[[choices]] [[unsubscribe]]</p>`,
  text: `${"Die Lerche steigt, und niemand weiß wohin. ".repeat(60)}\n.\n[[choices]] [[unsubscribe]]`,
  isCut: false,
};

let opened: Awaited<ReturnType<typeof openTestContext>>;
let folder: string;
/** A certificate that its server has signed itself, and its file. */
let tls: { key: Buffer; cert: Buffer; file: string };
const ending: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  opened = await openTestContext();
  folder = await mkdtemp(join(tmpdir(), "skylark-signed-"));
  const [key, file] = [join(folder, "server.key"), join(folder, "server.crt")];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048", "-keyout", key, "-out", file];
  await promisify(execFile)("openssl", ["req", "-new", ...made, ...names]);
  tls = { key: await readFile(key), cert: await readFile(file), file };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await opened.close();
});
beforeEach(async () => {
  for (const table of ["newsletter_issues", "subscribers", "newsletter_minutes"] as const)
    await opened.db.deleteFrom(table).execute();
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Takes mail only over TLS, and from those who know the password. */
async function startTlsServer(isSecureFromStart: boolean) {
  const raws: Buffer[] = [];
  const isEncrypted = new Set<boolean>();
  const server = new SMTPServer({
    secure: isSecureFromStart,
    key: tls.key,
    cert: tls.cert,
    onAuth({ username, password }, _, done) {
      if (username === LOGIN.user && password === LOGIN.password) done(null, { user: username });
      else done(smtpError(535, "5.7.8 Authentication credentials invalid"));
    },
    onData(stream, session, done) {
      void stream.toArray().then((chunks: Buffer[]) => {
        isEncrypted.add(session.secure);
        raws.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  // A client that doesn't trust the certificate ends its connection in the middle.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ending.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const url = (password: string) =>
    `${isSecureFromStart ? "smtps" : "smtp"}://${LOGIN.user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return { url, raws, isEncrypted };
}

async function sendIssue(smtpUrl: string, subscribers: number, environment: NodeJS.ProcessEnv): Promise<string> {
  await buildSubscribers(opened.db, subscribers);
  const { id } = await buildIssue(opened.db);
  const database = opened.config;
  const sender: ChildProcess = await startSender({ database, smtpUrl, connections: 2, claimSeconds: 8, mail: MAIL }, environment);
  ending.push(async () => {
    const ended = once(sender, "exit");
    sender.kill("SIGTERM");
    await ended;
  });
  return id;
}

const trusting = () => ({ NODE_EXTRA_CA_CERTS: tls.file });
const issueOf = (id: string) => issueById(opened.ctx, id);
const MODES = [
  ["encrypted from the start", true],
  ["encrypted by STARTTLS", false],
] as const;

test.each(MODES)("a wrong password pauses the issue, and says so; %s", async (_, isSecure) => {
  const server = await startTlsServer(isSecure);
  const id = await sendIssue(server.url("guessed"), 3, trusting());
  await expect.poll(async () => (await issueOf(id)).state, { timeout: 30_000 }).toBe("paused");
  const { reason, advice, counts } = await issueOf(id);
  expect(reason).toBe("535 5.7.8 Authentication credentials invalid");
  expect(advice).toMatch(/^Check user and password of SMTP_URL/);
  expect([counts.waiting, counts.sent, server.raws.length]).toEqual([3, 0, 0]);
});

test.each(MODES)("a certificate that nobody trusts keeps the issue waiting, and says so; %s", async (_, isSecure) => {
  const server = await startTlsServer(isSecure);
  const id = await sendIssue(server.url(LOGIN.password), 3, { NODE_EXTRA_CA_CERTS: "" });
  await expect.poll(async () => (await issueOf(id)).reason, { timeout: 30_000 }).toMatch(/self-signed certificate/);
  const { state, advice, counts } = await issueOf(id);
  expect([state, counts.waiting, counts.uncertain, server.raws.length]).toEqual(["sending", 3, 0, 0]);
  expect(advice).toMatch(/NODE_EXTRA_CA_CERTS/);
});

const SELECTOR = "larks";
const signing = generateKeyPairSync("rsa", { modulusLength: 2048 });
const SIGNED = ["from", "subject", "list-unsubscribe", "list-unsubscribe-post", "message-id"];

/** As the relay of a provider does. */
async function signAsRelay(raw: Buffer): Promise<Buffer> {
  const privateKey = signing.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const dkim = new DKIM({ domainName: "blog.example", keySelector: SELECTOR, privateKey, headerFieldNames: SIGNED.join(":") });
  return Buffer.concat(await dkim.sign(raw).toArray());
}

/** The domain's records, of which only the key's is there. */
async function resolver(name: string, type: string): Promise<string[][]> {
  if (type === "TXT" && name === `${SELECTOR}._domainkey.blog.example`) {
    const key = signing.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    return [[`v=DKIM1; k=rsa; p=${key}`]];
  }
  throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
}

async function resultOf(signed: Buffer): Promise<{ result: string; headers: string[] }> {
  const [found] = (await dkimVerify(signed, { resolver })).results;
  return { result: found?.status.result ?? "none", headers: (found?.signingHeaders?.keys ?? "").toLowerCase().split(/:\s*/) };
}

test.each(MODES)("a relay's signature over what is sent verifies; %s", async (_, isSecure) => {
  const server = await startTlsServer(isSecure);
  const id = await sendIssue(server.url(LOGIN.password), 5, trusting());
  await expect.poll(async () => (await issueOf(id)).state, { timeout: 30_000 }).toBe("sent");
  expect([server.raws.length, [...server.isEncrypted]]).toEqual([5, [true]]);
  for (const raw of server.raws) {
    const signed = await signAsRelay(raw);
    const { result, headers } = await resultOf(signed);
    expect([result, SIGNED.filter((name) => !headers.includes(name))]).toEqual(["pass", []]);
    for (const [was, is] of [
      [/^(List-Unsubscribe:\s+<https:\/\/)/m, "$1eve."],
      [/^List-Unsubscribe-Post: /m, "List-Unsubscribe-Post: x"],
      [/^Subject: /m, "Subject: Re: "],
      [/\r\n\r\n/, "\r\n\r\nmore"],
    ] as const) {
      const changed = signed.toString("latin1").replace(was, is);
      expect(changed).not.toBe(signed.toString("latin1"));
      expect((await resultOf(Buffer.from(changed, "latin1"))).result).not.toBe("pass");
    }
  }
});

test("no relay has a reason to rewrite what is sent: seven bits, short lines, folded headers", async () => {
  const server = await startTlsServer(true);
  const id = await sendIssue(server.url(LOGIN.password), 1, trusting());
  await expect.poll(async () => (await issueOf(id)).state, { timeout: 30_000 }).toBe("sent");
  const raw = server.raws[0]?.toString("latin1") ?? "";
  expect(/[^\t\r\n -~]/.test(raw)).toBe(false);
  expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const [head = "", ...body] = raw.split("\r\n\r\n");
  expect(
    Math.max(
      ...body
        .join("\r\n\r\n")
        .split("\r\n")
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(78);
  for (const line of head.split("\r\n")) {
    expect(line).not.toMatch(/^\s*$/);
    // A longer one has nowhere to be folded: an address has no spaces.
    if (line.length > 78) expect(line.replace(/^[\w-]+: /, "").trim()).not.toMatch(/\s/);
  }
  const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, "").split("\r\n");
  const fieldsOf = (name: string) => unfolded.filter((line) => line.toLowerCase().startsWith(`${name}:`));
  for (const name of [...SIGNED, "to", "date", "list-id", "mime-version"])
    expect([name, fieldsOf(name).length]).toEqual([name, 1]);
  expect(fieldsOf("list-unsubscribe")[0]).toMatch(
    /^List-Unsubscribe: ?<https:\/\/blog\.example\/newsletter\/unsubscribe\?token=[\w.-]+&issue=[\w-]+>$/,
  );
  expect(fieldsOf("list-unsubscribe-post")).toEqual(["List-Unsubscribe-Post: List-Unsubscribe=One-Click"]);
});
