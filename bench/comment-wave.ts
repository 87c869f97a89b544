import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { browserToken } from "../app/domain/comments/guests/guest-links.ts";
import type { Context } from "../app/domain/context.ts";
import { systemClock, systemRandom } from "../app/platform/clock.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import type { DB } from "../db/schema.gen.ts";
import { ask, signIn } from "./back-office.ts";
import { ADMIN, databaseUrl } from "./database/filled-office.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { ARTICLE, startSite } from "./site.ts";

const ADDRESSES = 1000;
const EACH = 5;
/** How long the wave takes, in seconds; the same time is read before. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 40);
const READS_PER_SECOND = 20;

export const title = `A wave of ${ADDRESSES * EACH} comments from ${ADDRESSES} addresses in ${SECONDS} s, with the load generator and the mail server on the same machine`;

const log = createLog({ level: "error" });

/** Counts messages by recipient. */
async function startMailServer() {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _, done) {
      recipients.push(address);
      done();
    },
    onData(stream, _, done) {
      stream.once("end", () => done());
      stream.resume();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to: (address: string) => recipients.filter((one) => one === address).length,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

type Guest = { cookie: string; email: string; name: string; address: string };

/** Guests who have confirmed their addresses, each in a browser of an IP address of their own. */
async function addGuests(context: Context): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (let n = 0; n < ADDRESSES; n += 1) {
    const [email, name, now] = [`reader${n}@mail${n % 40}.example`, `Reader ${n}`, systemClock.now()];
    const stored = context.db.insertInto("guests").values({ email, name, created_at: now, confirmed_at: now });
    const guest = await stored.returning(["id", "version"]).executeTakeFirstOrThrow();
    const cookie = `guest=${await browserToken(context, guest)}`;
    guests.push({ cookie, email, name, address: `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}` });
  }
  return guests;
}

/** As many connections as a proxy would have. */
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** @returns whether it was taken */
function comment(site: string, { cookie, email, name, address }: Guest, n: number): Promise<boolean> {
  const content = `Larks sing early, and the ${n}th shop with cheap seeds is https://seeds${n % 60}.example/${n}.`;
  const fields = { post: ARTICLE.split("/").at(-1) ?? "", name, email, content, website: "" };
  const headers = { cookie, "x-forwarded-for": address, "content-type": "application/x-www-form-urlencoded" };
  return new Promise<boolean>((resolve) => {
    const sending = request(`${site}/guest/comment`, { method: "POST", headers, agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode === 200));
    });
    sending.on("error", () => resolve(false));
    sending.end(new URLSearchParams(fields).toString());
  });
}

/** Calls at a steady rate, without waiting for answers. */
async function steadily<T>(count: number, seconds: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const began = performance.now();
  const calls: Promise<T>[] = [];
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, began + (n * seconds * 1000) / count - performance.now()));
    calls.push(call(n));
  }
  return Promise.all(calls);
}

/** @returns ms of each answer */
const read = (site: string): Promise<number[]> =>
  steadily(SECONDS * READS_PER_SECOND, SECONDS, async () => {
    const began = performance.now();
    await ask(site + ARTICLE, {});
    return performance.now() - began;
  });

/** Until no job is due. */
async function untilQuiet({ pool }: { pool: { query(text: string): Promise<{ rows: unknown[] }> } }): Promise<number> {
  const began = performance.now();
  const due = "select from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() limit 1";
  while ((await pool.query(due)).rows.length > 0) await pause(100);
  return (performance.now() - began) / 1000;
}

type Bench = {
  site: string;
  context: Context;
  pool: Parameters<typeof untilQuiet>[0]["pool"];
  mailsTo(address: string): number;
};

async function letEveryoneComment(site: string, headers: Record<string, string>): Promise<void> {
  const path = `${site}/api/admin/settings`;
  const { settings, content, version } = JSON.parse((await ask(path, headers)).text);
  const chosen = { ...settings, guestComments: "everyone", adminEmail: ADMIN.email };
  const { status, text } = await ask(path, headers, {
    method: "PUT",
    body: JSON.stringify({ settings: chosen, content, version }),
  });
  if (status !== 200) throw new Error(`The settings answer ${status}: ${text}`);
}

async function measure({ site, context, pool, mailsTo }: Bench): Promise<Row[]> {
  const headers = await signIn(site);
  await letEveryoneComment(site, headers);
  const guests = await addGuests(context);
  await read(site);
  const before = await read(site);
  const began = performance.now();
  const sending = steadily(ADDRESSES * EACH, SECONDS, (n) => comment(site, guests[n % ADDRESSES] as Guest, n));
  const [posted, during] = await Promise.all([sending, read(site)]);
  const seconds = (performance.now() - began) / 1000;
  const later = await untilQuiet({ pool });
  const mails = mailsTo(ADMIN.email);
  const list = async () => JSON.parse((await ask(`${site}/api/admin/comments?status=pending`, headers)).text).counts.pending;
  const waiting = await list();
  const clearing = performance.now();
  const body = JSON.stringify({ filter: { status: "pending" }, action: "spam" });
  const { status, text } = await ask(`${site}/api/admin/comments/bulk`, headers, { body });
  if (status !== 200) throw new Error(`The decision answers ${status}: ${text}`);
  const cleared = (performance.now() - clearing) / 1000;
  const compared = ([share, name]: [number, string]): Row => ({
    measure: `an article's page during the wave, ${name}`,
    value: quantile(during, share),
    unit: "ms",
    ratio: quantile(during, share) / quantile(before, share),
  });
  return [
    ...(
      [
        [0.5, "half within"],
        [0.95, "95 % within"],
      ] as [number, string][]
    ).map(compared),
    { measure: "the wave", value: seconds, unit: "s" },
    { measure: "comments taken", value: posted.filter(Boolean).length, unit: `of ${posted.length}` },
    { measure: "jobs were done after", value: later, unit: "s" },
    { measure: "comments that wait for approval", value: waiting, unit: "comments" },
    { measure: "emails to the owner", value: mails, unit: "emails", target: "≤ 1" },
    { measure: "the queue cleared by one decision", value: cleared, unit: "s" },
    { measure: "comments that wait after it", value: await list(), unit: "comments", target: "≤ 0" },
  ];
}

/** Over the built product, behind a proxy whose word about addresses counts. */
export const run = (): Promise<Row[]> =>
  withScratch((folder) =>
    using(startMailServer(), ({ url, to }) =>
      using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), ({ connection }) => {
        const environment = {
          DATABASE_URL: databaseUrl(connection),
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          SMTP_URL: url,
          TRUST_PROXY: "1",
          DEMO_CONTENT: "true",
          LOG_LEVEL: "error",
        };
        return using(startSite(join(folder, "data"), environment), async ({ address: site }) => {
          const { pool, db, close } = connectDatabase<DB>(connection, { log, max: 1 });
          const context = { db, clock: systemClock, random: systemRandom, log };
          return measure({ site, context, pool, mailsTo: to }).finally(close);
        });
      }),
    ),
  );
