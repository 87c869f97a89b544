// slow: app/boot/ app/platform/ db/migrations/

import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { lookAtStandby, openReplica } from "../../app/platform/database/replica.ts";
import { createTimeLimits } from "../../app/platform/database/time-limits.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildPost } from "../builders.ts";
import { startDatabaseProxy } from "../faults/database-proxy.ts";
import { silent } from "../platform/test-postgres.ts";
import { bootInstance, signInAdmin } from "./boot-instance.ts";
import { databaseUrl } from "./pass-through.ts";
import { type Pair, startPair } from "./start-pair.ts";

const SOON = { timeout: 15_000, interval: 100 };

/** When a connection of the product was last used for a statement, by the standby's clock. */
async function lastRead({ askStandby }: Pair): Promise<number> {
  const [row] = await askStandby<{ at: Date | null }>(
    "select max(query_start) as at from pg_stat_activity where application_name = 'skylark' and datname = 'blog'",
  );
  return row?.at?.getTime() ?? 0;
}

/** Whether `read` is answered by the standby. */
async function usesStandby(pair: Pair, read: () => Promise<unknown>): Promise<boolean> {
  const before = await lastRead(pair);
  await pause(5);
  await read();
  return (await lastRead(pair)) > before;
}

test("analytics and searches are read from the standby, unless it is away or lacks a change", async () => {
  const pair = await startPair();
  const proxy = await startDatabaseProxy(pair.standby);
  onTestFinished(proxy.close);
  const DATABASE_URL = databaseUrl(pair.primary, pair.primary.port ?? 0);
  const DATABASE_READ_URL = databaseUrl(pair.standby, proxy.config.port ?? 0);
  const instance = await bootInstance({ DATABASE_URL, DATABASE_READ_URL });
  const { db, pool, close } = connectDatabase<DB>(pair.primary, { log: silent, max: 2 });
  onTestFinished(close);
  const admin = await signInAdmin(instance);
  let searches = 0;
  const search = async (term: string) => {
    // Never the same twice, so that no answer comes from memory.
    const { status, text } = await instance.get(`/api/posts?search=${term}&page=1&limit=${1 + (searches++ % 50)}`);
    if (status !== 200) return [status];
    return (JSON.parse(text) as { posts: { title: string }[] }).posts.map(({ title }) => title);
  };
  const panel = () => admin<{ visits: number }>("GET", "/api/admin/analytics/overview");
  const blog = () => admin<{ totalPosts: number }>("GET", "/api/admin/analytics/blog");
  await buildPost(db, { title: "On larks", slug: "on-larks" });
  await expect.poll(() => search("larks"), SOON).toEqual(["On larks"]);
  for (const read of [() => search("larks"), panel, blog, () => admin("GET", "/api/admin/posts?search=larks")])
    await expect.poll(() => usesStandby(pair, read), SOON).toBe(true);
  // What is short, and what has to be current, isn't.
  expect(await usesStandby(pair, () => instance.get("/api/posts?limit=3"))).toBe(false);

  const standby = async () => {
    type Checks = { items: { name: string; state: string; found: string }[] };
    const { items } = await admin<Checks>("GET", "/api/admin/system/checks");
    const check = items.find(({ name }) => name === "standby");
    const text = (await instance.get("/metrics")).text;
    return [check?.state, check?.found, /^skylark_standby_in_use (\d)$/m.exec(text)?.[1]];
  };
  await expect.poll(standby, SOON).toEqual(["ok", expect.stringMatching(/^The standby of DATABASE_READ_URL is read from/), "1"]);

  // A change that the standby hasn't got is found all the same, and once it has, it is read from again.
  await pair.askStandby("select pg_wal_replay_pause()");
  await buildPost(db, { title: "On wrens", slug: "on-wrens" });
  await expect.poll(() => search("wrens"), SOON).toEqual(["On wrens"]);
  expect(await pair.askStandby("select from posts where slug = 'on-wrens'")).toEqual([]);
  expect(await usesStandby(pair, () => search("wrens"))).toBe(false);
  await pair.askStandby("select pg_wal_replay_resume()");
  await expect.poll(() => usesStandby(pair, () => search("wrens")), SOON).toBe(true);
  expect(await search("wrens")).toEqual(["On wrens"]);

  // One that is away, or says nothing, costs a few seconds once; it is said once, and so is that it is back.
  for (const mode of ["refusing", "frozen"] as const) {
    instance.logged.length = 0;
    proxy.set(mode);
    const begun = performance.now();
    expect(await search("wrens")).toEqual(["On wrens"]);
    expect(await panel()).toMatchObject({ visits: 0 });
    expect(performance.now() - begun).toBeLessThan(10_000);
    const said = () => instance.logged.map(({ msg }) => msg).filter((msg) => msg.includes("standby"));
    await expect.poll(said, SOON).toEqual([expect.stringContaining("isn't read from: ")]);
    expect(await standby()).toEqual([
      "warning",
      expect.stringMatching(/^The standby of DATABASE_READ_URL isn’t read from: /),
      "0",
    ]);
    // Two looks later, the same absence has another reason.
    await pause(4500);
    expect(said()).toHaveLength(1);
    const again = performance.now();
    expect(await search("larks")).toEqual(["On larks"]);
    expect(performance.now() - again).toBeLessThan(1500);
    proxy.set("passing");
    await expect.poll(said, SOON).toEqual([expect.anything(), expect.stringContaining("are read from the standby")]);
    await expect.poll(() => usesStandby(pair, () => search("wrens")), SOON).toBe(true);
  }
  await instance.stop();

  // Lag is tolerated up to a limit.
  const limits = createTimeLimits("request");
  const replica = await openReplica<DB>(pair.standby, { primary: { pool, db }, limits, log: silent, lagMs: 1000 });
  onTestFinished(replica.close);
  const read = () => replica.read((from) => from.selectFrom("posts").select("id").execute());
  await expect.poll(() => usesStandby(pair, read), SOON).toBe(true);
  await pair.askStandby("select pg_wal_replay_pause()");
  await db.updateTable("posts").set({ title: "On terns" }).where("slug", "=", "on-wrens").execute();
  await expect.poll(() => usesStandby(pair, read), SOON).toBe(false);
  expect(await read()).toHaveLength(2);
  await pair.askStandby("select pg_wal_replay_resume()");
  await expect.poll(() => usesStandby(pair, read), SOON).toBe(true);

  // The command that looks the installation over asks by itself.
  expect(await lookAtStandby(pair.standby, pool, silent)).toEqual({ fault: null, lagSeconds: expect.any(Number) });
  const { fault } = await lookAtStandby({ ...pair.standby, database: "postgres" }, pool, silent);
  expect(fault).toBe("it holds other data than the primary");

  // A server with other data is refused at the start.
  await expect(
    bootInstance({
      DATABASE_URL,
      DATABASE_READ_URL: databaseUrl({ ...pair.standby, database: "postgres" }, proxy.config.port ?? 0),
    }),
  ).rejects.toThrow("isn't a standby of the database at DATABASE_URL: it holds other data");
});
