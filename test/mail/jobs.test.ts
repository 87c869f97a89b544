// slow: app/boot/ app/domain/mail/ app/events.ts app/platform/ db/migrations/

import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Actor } from "../../app/domain/authorize.ts";
import { readDashboard } from "../../app/domain/dashboard/read-dashboard.ts";
import { readSystem, retryJob } from "../../app/domain/system/read-system.ts";
import { type Jobs, type JobsOptions, startJobs } from "../../app/platform/jobs.ts";
import { buildUser } from "../builders.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";

let office: PostOffice;
const started: Jobs[] = [];
beforeEach(async () => {
  office = await openPostOffice();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
  await office.close();
});

async function start(options: Partial<JobsOptions> = {}) {
  const { pool, database, base } = office;
  const jobs = await startJobs({ pool, connection: database.config, names: ["greet"], log: base.log, ...options });
  started.push(jobs);
  return jobs;
}
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

it("runs a job once it is committed, with its data", async () => {
  const jobs = await start();
  const done: unknown[] = [];
  await jobs.work({ greet: async (data) => void done.push(data) });
  await office.db.transaction().execute(async (db) => {
    await jobs.send("greet", { name: "Ada" }, { db });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(done).toEqual([]);
  });
  await eventually(() => expect(done).toEqual([{ name: "Ada" }]));
});

it("adds no second job while one with its key waits", async () => {
  const jobs = await start();
  await jobs.send("greet", { n: 1 }, { db: office.db, key: "one" });
  await jobs.send("greet", { n: 2 }, { db: office.db, key: "one" });
  await jobs.send("greet", { n: 3 }, { db: office.db, key: "other" });
  const done: unknown[] = [];
  await jobs.work({ greet: async (data) => void done.push(data) });
  await eventually(() => expect(done).toHaveLength(2));
  expect(done).toEqual(expect.arrayContaining([{ n: 1 }, { n: 3 }]));
});

it("logs a job that fails, continues, and runs it again", async () => {
  const jobs = await start({ retrySeconds: 1, pollSeconds: 2 });
  let calls = 0;
  await jobs.work({
    greet: async () => {
      if (++calls === 1) throw new Error("the printer is on fire");
    },
  });
  await jobs.send("greet", {}, { db: office.db });
  await eventually(() => expect(calls).toBe(2));
  const lines = office.logged.filter(({ level }) => level === "error");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ msg: "the job greet failed; it is tried again", err: { message: "the printer is on fire" } });
  await eventually(async () => {
    const { rows } = await office.pool.query("select state::text, retry_count from pgboss.job where name = 'greet'");
    expect(rows).toEqual([{ state: "completed", retry_count: 1 }]);
  });
});

it("runs a job again whose process has died, long before the job's own time is up", async () => {
  const jobs = await start({ heartbeatSeconds: 10, superviseSeconds: 1, retrySeconds: 1, pollSeconds: 1 });
  await jobs.send("greet", { n: 1 }, { db: office.db, lasts: 3600 });
  // Another client takes the job, and shows no sign of life from then on.
  const dead = new PgBoss({
    connectionString: "",
    db: { executeSql: (text, values) => office.pool.query(text, values) },
    schema: "pgboss",
  });
  expect(await dead.fetch("greet")).toHaveLength(1);
  const done: unknown[] = [];
  await jobs.work({ greet: async (data) => void done.push(data) });
  await eventually(() => expect(done).toEqual([{ n: 1 }]));
});

it("doesn't run a job a fourth time that three processes died of, and says so", async () => {
  const given: unknown[][] = [];
  const onGivenUp = async (...what: unknown[]) => void given.push(what);
  const jobs = await start({ superviseSeconds: 1, retrySeconds: 1, pollSeconds: 1, onGivenUp });
  await office.pool.query("update pgboss.queue set retry_backoff = false where name = 'greet'");
  await jobs.send("greet", { n: 1 }, { db: office.db });
  const dying = new PgBoss({
    connectionString: "",
    db: { executeSql: (text, values) => office.pool.query(text, values) },
    schema: "pgboss",
  });
  for (let n = 1; n <= 3; n++) {
    await eventually(async () => expect(await dying.fetch("greet")).toHaveLength(1));
    await office.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = 'greet'");
    await eventually(async () => {
      const { rows } = await office.pool.query("select state::text from pgboss.job where name = 'greet'");
      expect(rows).toEqual([{ state: "retry" }]);
    });
  }
  let calls = 0;
  await jobs.work({ greet: async () => void calls++ });
  const reason = expect.stringMatching(/Three processes have ended/);
  await eventually(() => expect(given).toEqual([["greet", reason, { n: 1 }]]));
  const ctx = { ...office.base, db: office.db };
  await eventually(async () => {
    const { failed_jobs } = await readSystem(ctx, { projectDir: process.cwd(), env: {}, unknownProxy: false });
    expect(failed_jobs).toEqual([{ id: expect.any(String), name: "greet", failed_at: expect.any(String), reason }]);
  });
  expect(calls).toBe(0);
});

it("reports a job that has failed for the last time, once, and not one that is retried", async () => {
  const given: unknown[][] = [];
  const jobs = await start({ retrySeconds: 1, pollSeconds: 1, onGivenUp: async (...what) => void given.push(what) });
  await office.pool.query("update pgboss.queue set retry_limit = 1, retry_backoff = false where name = 'greet'");
  let calls = 0;
  await jobs.work({
    greet: async () => {
      calls += 1;
      throw new Error(`out of paper ${calls}`);
    },
  });
  await jobs.send("greet", {}, { db: office.db });
  await eventually(() => expect(calls).toBe(1));
  expect(given).toEqual([]);
  await eventually(() => expect(given).toEqual([["greet", "out of paper 2", {}]]));
  expect(office.logged.filter(({ level }) => level === "error").map(({ msg }) => msg)).toEqual([
    "the job greet failed; it is tried again",
    "the job greet failed; it is not tried again",
  ]);
  const ctx = { ...office.base, db: office.db };
  await eventually(async () => {
    expect((await readSystem(ctx, { projectDir: process.cwd(), env: {}, unknownProxy: false })).failed_jobs).toEqual([
      { id: expect.any(String), name: "greet", failed_at: expect.stringMatching(/^\d{4}-.*Z$/), reason: "out of paper 2" },
    ]);
  });
  expect(
    (
      await readDashboard(
        ctx,
        { kind: "user", id: crypto.randomUUID(), email: "ada@blog.example", role: "admin", sessionId: crypto.randomUUID() },
        {
          unknownProxy: false,
          databaseRestarts: { count: 0, last: null },
          fullDisk: { refused: 0, last: null },
          ownHost: "",
          timezone: "UTC",
          isDescribed: true,
          sendsMail: true,
        },
      )
    ).waiting.failed_jobs,
  ).toBe(1);
});

it("runs a failed job again when an admin says so, with its data", async () => {
  const given: string[] = [];
  const jobs = await start({ retrySeconds: 1, pollSeconds: 1, onGivenUp: async (_, reason) => void given.push(reason) });
  await office.pool.query("update pgboss.queue set retry_limit = 0 where name = 'greet'");
  const handled: unknown[] = [];
  await jobs.work({
    greet: async (data) => {
      handled.push(data);
      if (handled.length < 3) throw new Error(`out of paper ${handled.length}`);
    },
  });
  await jobs.send("greet", { name: "Ada" }, { db: office.db });
  const ctx = { ...office.base, db: office.db };
  const failed = async () => (await readSystem(ctx, { projectDir: process.cwd(), env: {}, unknownProxy: false })).failed_jobs;
  const { id, email } = await buildUser(office.db, { role: "admin" });
  const admin: Actor = { kind: "user", id, email, role: "admin", sessionId: crypto.randomUUID() };
  for (const reason of ["out of paper 1", "out of paper 2"]) {
    await eventually(async () => expect(await failed()).toMatchObject([{ reason }]));
    await retryJob(ctx, admin, (await failed())[0]?.id ?? "");
  }
  await eventually(() => expect(handled).toEqual([{ name: "Ada" }, { name: "Ada" }, { name: "Ada" }]));
  await eventually(async () => {
    const { rows } = await office.pool.query("select state::text from pgboss.job where name = 'greet'");
    expect(rows).toEqual([{ state: "completed" }]);
  });
  expect(given).toEqual(["out of paper 1", "out of paper 2"]);
});

it("continues after its connections were lost", async () => {
  const jobs = await start({ pollSeconds: 2 });
  const done: unknown[] = [];
  await jobs.work({ greet: async (data) => void done.push(data) });
  await jobs.send("greet", { n: 1 }, { db: office.db });
  await eventually(() => expect(done).toHaveLength(1));
  await office.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await eventually(() => jobs.send("greet", { n: 2 }, { db: office.db }));
  await eventually(() => expect(done).toContainEqual({ n: 2 }));
});

it("lets a running job finish when it stops, and leaves the rest for later", async () => {
  const jobs = await start();
  const done: string[] = [];
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await jobs.work({
    greet: async () => {
      begun();
      await new Promise((resolve) => setTimeout(resolve, 300));
      done.push("finished");
    },
  });
  await jobs.send("greet", {}, { db: office.db });
  await running;
  await jobs.stop();
  expect(done).toEqual(["finished"]);
  const { rows } = await office.pool.query("select state::text from pgboss.job where name = 'greet'");
  expect(rows).toEqual([{ state: "completed" }]);
});

it("starts on an existing schema, also twice at a time, without superuser rights", async () => {
  const { rows } = await office.pool.query("select usesuper from pg_user where usename = current_user");
  if (!process.env.TEST_DATABASE_URL) expect(rows).toEqual([{ usesuper: false }]);
  await Promise.all([start(), start()]);
  const changed = await start({ retrySeconds: 7 });
  const done: unknown[] = [];
  await changed.work({ greet: async (data) => void done.push(data) });
  await changed.send("greet", { again: true }, { db: office.db });
  await eventually(() => expect(done).toEqual([{ again: true }]));
  const queues = await office.pool.query("select retry_delay from pgboss.queue where name = 'greet'");
  expect(queues.rows).toEqual([{ retry_delay: 7 }]);
});
