// slow: app/boot/start-newsletter.ts app/domain/newsletter/ app/platform/smtp-connection.ts

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../context.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../faults/database-proxy.ts";
import { buildIssue, buildSubscribers } from "./build-subscribers.ts";
import { receiveMail, smtpError } from "./receive-mail.ts";
import { startSender } from "./start-sender.ts";

const SUBSCRIBERS = 600;
const CONNECTIONS = 3;
const KILLS = 2;

let opened: Awaited<ReturnType<typeof openTestContext>>;
let proxy: DatabaseProxy;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  opened = await openTestContext();
  proxy = await startDatabaseProxy(opened.config);
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await proxy.close();
  await opened.close();
});

async function start(smtpUrl: string): Promise<ChildProcess> {
  const child = await startSender({ database: proxy.config, smtpUrl, connections: CONNECTIONS, claimSeconds: 8 });
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
  timeout: 180_000,
}, async () => {
  const { db } = opened;
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
    20,
  );
  const arrived = (count: number) =>
    expect.poll(() => server.total(), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count);

  const [one, other] = await Promise.all([start(server.url), start(server.url)]);
  await arrived(110);
  await end(one, "SIGKILL");
  const third = await start(server.url);
  await arrived(210);
  proxy.set("refusing");
  await pause(1500);
  proxy.set("passing");
  await arrived(310);
  await end(other, "SIGKILL");
  const fourth = await start(server.url);
  const state = async () =>
    (await db.selectFrom("newsletter_issues").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
  await expect.poll(state, { timeout: 90_000, interval: 200 }).toBe("sent");
  await end(third, "SIGTERM");
  await end(fourth, "SIGTERM");
  await server.close();

  const recipients = await db.selectFrom("newsletter_recipients").selectAll().where("issue_id", "=", id).execute();
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
