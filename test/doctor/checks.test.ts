import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openInstallation } from "../../app/boot/open-installation.ts";
import type { Check } from "../../app/domain/system/checks/check.ts";
import { mailServerCheck, newsletterSenderCheck, senderCheck } from "../../app/domain/system/checks/check-mail.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { buildFailedJob } from "../app/build-failed-job.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { startMailServer } from "../mail/mail-server.ts";
import { startS3 } from "../media/s3-server.ts";
import { startNameServer } from "./name-server.ts";

const PATH = "/api/admin/system/checks";

async function openApp(options: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** What an admin is told, by the names of the checks. */
async function checksOf(app: TestApp, headers: Record<string, string> = {}): Promise<Record<string, Check>> {
  const { actor } = await signedInUser(app, { role: "admin" });
  const { status, body } = await actor.get<{ items: Check[] }>(PATH, headers);
  expect(status).toBe(200);
  return Object.fromEntries(body.items.map((one) => [one.name, one]));
}

const stateOf = (found: Record<string, Check>, name: string) => [found[name]?.state, found[name]?.found] as const;

let plain: TestApp;
beforeAll(async () => {
  plain = await createTestApp({ siteUrl: "http://127.0.0.1:3000" });
});
afterAll(() => plain.close());

test("only admins may run the checks", async () => {
  expect((await plain.actors.anonymous.get(PATH)).status).toBe(401);
  expect((await (await signedInUser(plain)).actor.get(PATH)).status).toBe(403);
});

test("each check says what was found, why it matters, and what to do about anything that isn't in order", async () => {
  const found = await checksOf(plain);
  for (const { name, title, state, found: text, why, mend } of Object.values(found)) {
    expect([name, title !== "", text !== "", why.endsWith(".")]).toEqual([name, true, true, true]);
    expect([name, mend === null]).toEqual([name, state === "ok"]);
  }
  const { rows } = await sql<{ v: string; size: string }>`select current_setting('server_version') as v`.execute(
    plain.context.db,
  );
  expect(stateOf(found, "database")).toEqual(["ok", expect.stringContaining(`PostgreSQL ${rows[0]?.v.split(" ")[0]} answers`)]);
  expect(stateOf(found, "database_rights")[0]).toBe("ok");
  expect(stateOf(found, "database_letters")).toEqual(["ok", "The database knows the letters of the site’s words."]);
  expect(stateOf(found, "migrations")).toEqual(["ok", "All migrations of this release are applied."]);
  expect(stateOf(found, "notifications")).toEqual(["ok", "A notification was sent and arrived."]);
  expect(stateOf(found, "clock")).toEqual(["ok", expect.stringMatching(/^The database’s clock is \d+ ms/)]);
  expect(stateOf(found, "pictures")).toEqual(["ok", expect.stringContaining("written")]);
  expect(stateOf(found, "places")).toEqual(["ok", expect.stringContaining("8.8.8.8: United States")]);
  expect(stateOf(found, "mail_server")[0]).toBe("warning");
  expect(stateOf(found, "version")[1]).toContain(process.versions.node);
  // The tests' database is fast because it may lose its data, which is what the check looks for.
  expect(stateOf(found, "database_settings")).toEqual(["failed", expect.stringContaining("fsync and full_page_writes are off")]);
  expect((await readdir(plain.folder)).filter((name) => name.includes("doctor"))).toEqual([]);
});

test("missing migrations, a read-only database and lost rights are reported", async () => {
  const app = await openApp({});
  const { db } = app.context;
  await sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`.execute(db);
  expect(stateOf(await checksOf(app), "migrations")).toEqual(["warning", "1 migration of this release is not applied yet."]);
  const me = sql.ref((await sql<{ me: string }>`select current_user as me`.execute(db)).rows[0]?.me ?? "");
  const database = sql.ref(app.database.config.database ?? "");
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`drop extension pg_trgm cascade`.execute(db);
  expect(stateOf(await checksOf(app), "database_rights")).toEqual(["failed", expect.stringContaining("pg_trgm is missing")]);
  expect(stateOf(await checksOf(app), "database_letters")).toEqual(["warning", expect.stringContaining("unknown while")]);
  const { actor } = await signedInUser(app, { role: "admin" });
  await sql`alter role ${me} in database ${database} set default_transaction_read_only to on`.execute(db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  );
  await sql`set default_transaction_read_only to on`.execute(db);
  const { body } = await actor.get<{ items: Check[] }>(PATH);
  expect(body.items.find(({ name }) => name === "database")).toMatchObject({
    state: "failed",
    found: expect.stringContaining("but is read-only"),
  });
  await sql`set default_transaction_read_only to off`.execute(db);
  await sql`alter role ${me} in database ${database} reset default_transaction_read_only`.execute(db);
});

test("the mail server is greeted, signed in to and left without a mail; its refusals are reported", async () => {
  const login = { user: "lark", password: "early/bird" };
  const server = await startMailServer({ login });
  onTestFinished(() => server.close());
  const good = stateOf(await checksOf(await openApp({ env: { SMTP_URL: server.url } })), "mail_server");
  expect(good).toEqual(["ok", expect.stringContaining(`127.0.0.1:${server.port} greets us, and accepts user and password.`)]);
  expect(server.received).toEqual([]);
  const wrongUrl = server.url.replace("lark", "crow");
  const wrong = (await checksOf(await openApp({ env: { SMTP_URL: wrongUrl } }))).mail_server;
  expect(wrong).toMatchObject({ state: "failed", found: expect.stringContaining("Authentication failed") });
  expect(wrong?.mend).toContain("user and password");
  expect(JSON.stringify(wrong)).not.toContain("early");
  const gone = stateOf(await checksOf(await openApp({ env: { SMTP_URL: "smtp://127.0.0.1:1" } })), "mail_server");
  expect(gone).toEqual(["failed", expect.stringContaining("ECONNREFUSED")]);
});

/** A certificate that is signed by its own key. */
async function selfSigned() {
  const folder = await mkdtemp(join(tmpdir(), "skylark-certificate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"];
  execFileSync("openssl", [...made, "-out", cert, "-keyout", key], { stdio: "ignore" });
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

test.each([
  ["a server that wants encryption later", {}, "smtps", "wrong version number", "smtp://…:587 otherwise"],
  ["a server that wants it from the start", { secure: true }, "smtp", "Greeting never received", "Use smtps://…:465"],
  ["a certificate that nobody signed", { secure: true }, "smtps", "self-signed certificate", "NODE_EXTRA_CA_CERTS"],
])("the advice about %s names the cause", async (_, options, scheme, cause, mend) => {
  const server = new SMTPServer({ ...options, ...(await selfSigned()), authOptional: true });
  server.on("error", () => undefined); // the client hangs up
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const installation = await anInstallation();
  const config = { ...installation.config, smtpUrl: `${scheme}://127.0.0.1:${port}` };
  const found = await mailServerCheck.run({ ...installation, config });
  expect(found).toMatchObject({
    state: "failed",
    found: expect.stringContaining(cause),
    mend: expect.stringContaining(mend),
  });
});

test("the bucket is tried with an object that isn't left behind; wrong keys and missing buckets are reported", async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const pictures = async (url: string) => stateOf(await checksOf(await openApp({ env: { S3_URL: url } })), "pictures");
  expect(await pictures(s3.url)).toEqual(["ok", expect.stringContaining("written to the bucket pictures")]);
  expect(await s3.keys()).toEqual([]);
  expect(await pictures(s3.at("no-such-bucket"))).toEqual(["failed", expect.stringContaining("no-such-bucket")]);
  const key = { accessKeyId: "AKLARK", secretAccessKey: "wrong" };
  expect(await pictures(s3.at("pictures", key))).toEqual(["failed", expect.stringContaining("SignatureDoesNotMatch")]);
});

test("TRUST_PROXY is compared with what proxies send", async () => {
  const proxy = async (app: TestApp, forwarded?: string) => {
    const headers: Record<string, string> = forwarded ? { "x-forwarded-for": forwarded } : {};
    for (let n = 0; n < 3; n++) await app.actors.anonymous.get("/api/posts", headers);
    return stateOf(await checksOf(app, headers), "proxy");
  };
  const behind = (count: number) => openApp({ trustProxy: count, env: { TRUST_PROXY: String(count) } });
  expect(await proxy(await behind(1), "203.0.113.5")).toEqual(["ok", expect.stringContaining("(4 requests seen)")]);
  expect(await proxy(await behind(1), "203.0.113.5, 10.0.0.7")).toEqual([
    "warning",
    expect.stringContaining("at least 2 addresses"),
  ]);
  expect(await proxy(await behind(2), "203.0.113.5")).toEqual([
    "warning",
    expect.stringContaining("4 of 4 requests came with fewer"),
  ]);
  expect(await proxy(await behind(1))).toEqual(["warning", expect.stringContaining("4 of 4 requests came with fewer")]);

  const unknown = await openApp({});
  const near = unknown.actors.from({ address: "10.0.0.7", headers: { "x-forwarded-for": "203.0.113.5" } });
  await near.post("/auth/v1/token?grant_type=password", { email: "a@b.example", password: "guessed" });
  expect(await proxy(unknown)).toEqual(["warning", expect.stringContaining("TRUST_PROXY is 0")]);
});

test("jobs that failed, mails that wait, and a misspelt variable are reported", async () => {
  const app = await openApp({ env: { DATABSE_URL: "x" } });
  await buildFailedJob(app);
  await sql`insert into outbox (recipient, kind, subject, body_text, body_html, created_at, useful_until)
    values ('ada@blog.example', 'confirm', 's', 't', 'h', now() - interval '3 hours', now() + interval '1 day')`.execute(
    app.context.db,
  );
  const found = await checksOf(app);
  expect(stateOf(found, "jobs")).toEqual(["warning", expect.stringContaining("failed in the last day: 1")]);
  expect(stateOf(found, "mails")).toEqual(["warning", expect.stringContaining("The oldest has waited for 3 hours.")]);
});

test("the age of backups and of their proof is reported", async () => {
  const app = await openApp({});
  const { db } = app.context;
  expect(stateOf(await checksOf(app), "backups")).toEqual(["warning", "There is no backup yet."]);
  await sql`insert into backups (name, place, kind, state, begun_at, ended_at, proof, proof_tried_at)
    values ('b', 'disk', 'scheduled', 'done', now() - interval '5 hours', now(), 'proven', now() - interval '3 days')`.execute(
    db,
  );
  const found = "The last backup was made 5 hours ago; one was restored and compared 3 days ago.";
  expect(stateOf(await checksOf(app), "backups")).toEqual(["ok", found]);
  await sql`update backups set begun_at = now() - interval '4 days'`.execute(db);
  expect(stateOf(await checksOf(app), "backups")).toEqual(["warning", expect.stringContaining("4 days ago")]);
  await sql`insert into backups (name, place, kind, state, begun_at, ended_at, error)
    values ('c', 'disk', 'scheduled', 'failed', now(), now(), 'No space left.')`.execute(db);
  expect(stateOf(await checksOf(app), "backups")).toEqual(["failed", "The last backup failed: No space left."]);
});

test("a data folder that can't be written to is reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skylark-checks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Root may write anywhere, but a file can't have files in it.
  const missing = stateOf(await checksOf(await openApp({ env: { DATA_DIR: join(folder, "none") } })), "pictures");
  expect(missing).toEqual(["warning", expect.stringContaining("isn’t there yet")]);
  await mkdir(join(folder, "media"));
  await chmod(join(folder, "media"), 0o700);
  expect(stateOf(await checksOf(await openApp({ env: { DATA_DIR: folder } })), "pictures")[1]).toContain(join(folder, "media"));
});

const anInstallation = () =>
  openInstallation(readConfig({}), {
    projectDir: process.cwd(),
    server: { state: "not running", traffic: null },
    database: { failure: "It isn’t needed." },
    known: null,
  });

/** Looks a sender's domain up in records of our own. */
async function sender(records: Record<string, string[]>, from = "The Lark <lark@mail.lark.blog>") {
  const { address, close } = await startNameServer(records);
  onTestFinished(close);
  const installation = await anInstallation();
  return senderCheck.run({
    ...installation,
    config: { ...installation.config, smtpUrl: "smtp://mail.test" },
    sender: from,
    nameServers: [address],
  });
}

test("a sender's domain with SPF, DKIM and DMARC is in order; the domain above may hold the policy", async () => {
  const found = await sender({
    "mail.lark.blog": ["google-site-verification=x", "v=spf1 include:_spf.example.org -all"],
    "nest._domainkey.mail.lark.blog": ["v=DKIM1; k=rsa; p=MIGf"],
    "_dmarc.lark.blog": ["v=DMARC1; p=quarantine"],
  });
  expect([found.state, found.found]).toEqual(["ok", expect.stringContaining("v=DMARC1; p=quarantine")]);
});

test.each([
  [{}, ["no SPF record", "no DKIM key", "no DMARC record"]],
  [{ "mail.lark.blog": ["v=spf1 -all", "v=spf1 mx -all"] }, ["2 SPF records, which makes them invalid"]],
  [{ "mail.lark.blog": ["v=spf1 +all"] }, ["lets everyone send"]],
  [{ "mail.lark.blog": ["v=spf1 all"] }, ["lets everyone send"]],
])("%j lacks %j", async (records, lacks) => {
  const { state, found, mend } = await sender(records as Record<string, string[]>);
  expect(state).toBe("warning");
  for (const lack of lacks) expect(found).toContain(lack);
  expect(mend).toContain("TXT record");
});

test("a name server that doesn't answer, and a domain that nobody can look up, are warnings", async () => {
  const installation = await anInstallation();
  const config = { ...installation.config, smtpUrl: "smtp://mail.test" };
  const silent = { ...installation, config, sender: "lark@lark.blog", nameServers: ["127.0.0.1:1"] };
  expect(await senderCheck.run(silent)).toMatchObject({
    state: "warning",
    found: expect.stringContaining("could not be looked up"),
  });
  expect(await newsletterSenderCheck.run(silent)).toMatchObject({ state: "ok", found: expect.stringContaining("no sender yet") });
  expect(await newsletterSenderCheck.run({ ...silent, newsletterSender: "news@lark.blog" })).toMatchObject({
    state: "warning",
    found: expect.stringContaining("lark.blog could not be looked up"),
  });
  const local = { ...silent, sender: "no-reply@localhost" };
  expect(await senderCheck.run(local)).toMatchObject({ state: "warning", mend: expect.stringContaining("MAIL_FROM") });
});
