// slow: app/boot/start-newsletter.ts app/domain/newsletter/ app/platform/smtp-connection.ts

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import type { DB } from "../../db/schema.gen.ts";
import { cleanUp, type DatabaseProcess, hold, newFolder } from "../platform/start-database.ts";
import { silent } from "../platform/test-postgres.ts";
import { buildIssue, buildSubscribers } from "./build-subscribers.ts";
import { receiveMail, smtpError } from "./receive-mail.ts";
import { startSender } from "./start-sender.ts";

/** More of them for a proof that takes minutes: `KILLED_SUBSCRIBERS=10000`, a multiple of 50. */
const SUBSCRIBERS = Number(process.env.KILLED_SUBSCRIBERS ?? 600);
const ANSWER_MS = 50;
const CONNECTIONS = 3;
const KILLS = 2;

let dataDir: string;
let database: DatabaseProcess;
let connected: ReturnType<typeof connectDatabase<DB>>;
const children = new Set<ChildProcess>();
/** One of its own, because it's killed: durable, as the product's. */
const startDatabase = () => hold({ dataDir, durable: true });
const serverOf = (held: DatabaseProcess) => (held as Required<DatabaseProcess>).server;
beforeAll(async () => {
  dataDir = join(await newFolder(), "data");
  database = await startDatabase();
  connected = connectDatabase<DB>(serverOf(database).connection, { log: silent });
  await migrate({ pool: connected.pool, dir: join(process.cwd(), "db/migrations"), log: silent });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await connected.close();
  await database.stop();
  await cleanUp();
});

async function killDatabase(): Promise<void> {
  const { pid, connection } = serverOf(database);
  process.kill(pid, "SIGKILL");
  await database.kill();
  database = await startDatabase();
  expect(serverOf(database)).toMatchObject({ adopted: false, connection });
}

async function start(smtpUrl: string): Promise<ChildProcess> {
  const child = await startSender({
    database: serverOf(database).connection,
    smtpUrl,
    connections: CONNECTIONS,
    claimSeconds: 8,
  });
  children.add(child);
  return child;
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  children.delete(child);
}

const numberOf = (address: string) => Number(/\d+/.exec(address)?.[0]);

test("nobody gets two copies and nobody is forgotten, whatever mail server, database and processes do", {
  timeout: 180_000 + SUBSCRIBERS * 100,
}, async ({ annotate }) => {
  const { db } = connected;
  await buildSubscribers(db, SUBSCRIBERS);
  const { id } = await buildIssue(db);
  const server = await receiveMail(
    {
      recipient(address) {
        if (numberOf(address) % 50 === 0) throw smtpError(550, "5.1.1 User unknown");
        if (numberOf(address) % 149 === 0) throw smtpError(550, "5.7.1 Rejected by policy");
      },
      message(count) {
        if (count % 20 === 0) throw smtpError(421, "4.7.0 Try again later");
      },
    },
    ANSWER_MS,
  );
  const begun = Date.now();
  /** @param part of all messages */
  const arrived = (part: number) =>
    expect
      .poll(() => server.total(), { timeout: 60_000 + SUBSCRIBERS * 50, interval: 5 })
      .toBeGreaterThanOrEqual(part * SUBSCRIBERS);

  const [one, other] = await Promise.all([start(server.url), start(server.url)]);
  await arrived(0.18);
  await end(one, "SIGKILL");
  const third = await start(server.url);
  await arrived(0.35);
  await killDatabase();
  await arrived(0.52);
  await end(other, "SIGKILL");
  const fourth = await start(server.url);
  const state = async () =>
    (await db.selectFrom("newsletter_issues").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
  await expect.poll(state, { timeout: 90_000 + SUBSCRIBERS * 50, interval: 200 }).toBe("sent");
  const seconds = Math.round((Date.now() - begun) / 1000);
  await end(third, "SIGTERM");
  await end(fourth, "SIGTERM");
  await server.close();

  const recipients = await db.selectFrom("newsletter_recipients").selectAll().where("issue_id", "=", id).execute();
  const states = Object.entries(Object.groupBy(recipients, ({ state: is }) => is)).map(([is, all]) => `${all?.length} ${is}`);
  await annotate(`${states.join(", ")}; ${server.total()} messages taken in ${seconds} s`);
  expect(recipients).toHaveLength(SUBSCRIBERS);
  expect([...server.copies.values()].filter((copies) => copies !== 1)).toEqual([]);
  const without = recipients.filter(({ email }) => !server.copies.has(email));
  expect(without.filter(({ state: is }) => is !== "refused" && is !== "uncertain")).toEqual([]);
  const uncertain = recipients.filter(({ state: is }) => is === "uncertain");
  expect(uncertain.length).toBeLessThanOrEqual(KILLS * CONNECTIONS);
  expect(recipients.filter(({ state: is, email }) => is === "sent" && !server.copies.has(email))).toEqual([]);

  const refused = recipients.filter(({ state: is }) => is === "refused");
  expect(new Set(refused.map(({ code, answer }) => `${code}: ${answer}`))).toEqual(
    new Set(["5.1.1: 550 5.1.1 User unknown", "5.7.1: 550 5.7.1 Rejected by policy"]),
  );
  const suppressed = await db.selectFrom("subscribers").select("email").where("suppressed_for", "=", "hard bounce").execute();
  const unknown = refused.filter(({ code }) => code === "5.1.1").map(({ email }) => email);
  expect(suppressed.map(({ email }) => email).sort()).toEqual(unknown.sort());
  // An answer that a killed process got alone is in doubt, too.
  const inDoubt = uncertain.filter(({ email }) => numberOf(email) % 50 === 0).length;
  expect(unknown.length + inDoubt).toBe(SUBSCRIBERS / 50);
});
