// slow: app/boot/ app/domain/analytics/ db/migrations/

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectDatabase, type Database } from "../../app/platform/database/connect.ts";
import { createLog } from "../../app/platform/log.ts";
import { FIREFOX } from "../hits.ts";
import { createTestDatabase } from "../platform/database.ts";
import type { TestDatabase } from "../platform/test-postgres.ts";

const HITS = 1500;
const AT_ONCE = 40;

let database: TestDatabase;
let opened: Database<unknown>;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  database = await createTestDatabase();
  opened = connectDatabase(database.config, { log: createLog({ level: "silent" }) });
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

async function serve(): Promise<{ child: ChildProcess; address: string }> {
  const script = join(import.meta.dirname, "serve-visits.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(database.config)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const [printed] = (await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data")) as [Buffer];
  return { child, address: `http://127.0.0.1:${String(printed).trim()}/api/visits` };
}

const sessionOf = (number: number) => number.toString(16).padStart(32, "0");

/** Sends a hit of a numbered session. @returns whether it was acknowledged */
async function sendHit(address: string, number: number): Promise<boolean> {
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": FIREFOX,
      "accept-language": "de",
      "x-forwarded-for": `11.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({ kind: "view", session: sessionOf(number), url: "/about" }),
  }).catch(() => null);
  return response?.status === 204;
}

/** How often each numbered session's page was counted. */
async function counted(): Promise<Map<number, number>> {
  const { rows } = await opened.pool.query<{ session: string; views: number }>(
    `select replace(s.session_id::text, '-', '') as session, sum(r.views)::integer as views
     from analytics_records r join analytics_sessions s using (visit) group by 1`,
  );
  return new Map(rows.map(({ session, views }) => [Number.parseInt(session, 16), views]));
}

test("acknowledged hits survive kill -9, and nothing counts more often than it was sent", async () => {
  const { child, address } = await serve();
  const acknowledged = new Set<number>();
  const sent = new Map<number, number>();
  let next = 0;
  const send = async (to: string, number: number) => {
    sent.set(number, (sent.get(number) ?? 0) + 1);
    if (await sendHit(to, number)) acknowledged.add(number);
  };
  const ended = once(child, "exit");
  const loaders = Array.from({ length: AT_ONCE }, async () => {
    while (next < HITS && child.signalCode === null && child.exitCode === null) {
      const number = next++;
      await send(address, number);
      if (acknowledged.size === 400) child.kill("SIGKILL");
    }
  });
  await Promise.all([...loaders, ended]);

  // Hits of the dead process may still be on their way to the commit.
  await pause(500);
  const atDeath = await counted();
  expect(acknowledged.size).toBeGreaterThanOrEqual(400);
  expect(acknowledged.size).toBeLessThan(HITS);
  expect([...acknowledged].filter((number) => atDeath.get(number) !== 1)).toEqual([]);
  expect([...atDeath].filter(([number, views]) => views > (sent.get(number) ?? 0))).toEqual([]);

  // The next process continues; a client without a response sends again.
  const second = await serve();
  const again = [...sent.keys()].filter((number) => !acknowledged.has(number));
  for (let from = 0; from < again.length; from += AT_ONCE)
    await Promise.all(again.slice(from, from + AT_ONCE).map((number) => send(second.address, number)));
  const all = await counted();
  expect(acknowledged.size).toBe(sent.size);
  expect([...sent].filter(([number, times]) => !((all.get(number) ?? 0) >= 1 && (all.get(number) ?? 0) <= times))).toEqual([]);
  const { rows } = await opened.pool.query("select count(*)::integer as records from analytics_records");
  expect(rows).toEqual([{ records: sent.size }]);
});
