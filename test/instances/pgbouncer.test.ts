// slow: app/boot/ app/platform/ db/migrations/

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFolder } from "../bin/commands.ts";
import { buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { bootInstance, type Instance, signInAdmin } from "./boot-instance.ts";
import { databaseUrl, startPassThrough } from "./pass-through.ts";
import { startPgBouncer } from "./start-pgbouncer.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("behind PgBouncer in transaction mode two instances migrate, serve, import and show each other's saves", async () => {
  const { db, config } = opened;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const port = await startPgBouncer((await startPassThrough(config)).port, config.user ?? "postgres");
  const DATABASE_URL = databaseUrl(config, port);
  const DATA_DIR = await dataFolder();
  const instances = await Promise.all([1, 2].map(() => bootInstance({ DATABASE_URL, DATA_DIR })));
  const [one, other] = instances as [Instance, Instance];
  const admins = await db.selectFrom("users").select("email").where("role", "=", "admin").execute();
  expect(admins).toHaveLength(1);
  for (const { logged } of instances) {
    const warnings = logged.filter(({ level }) => !["info", "debug"].includes(level));
    expect(warnings.map(({ msg }) => msg)).toEqual([expect.stringContaining("pooler in transaction mode")]);
  }

  // What is saved on one is seen there at once, and on the other within seconds.
  const { id } = await buildPost(db, { title: "On larks", slug: "on-larks" });
  const title = async ({ get }: Instance) => (await get("/story/on-larks")).text.match(/On (larks|wrens)/)?.[0];
  await expect.poll(() => title(one)).toBe("On larks");
  await expect.poll(() => title(other)).toBe("On larks");
  const admin = await signInAdmin(one);
  const { version } = await admin<{ version: number }>("GET", `/api/admin/posts/${id}`);
  await admin("PATCH", `/api/admin/posts/${id}`, { title: "On wrens", version });
  expect(await title(one)).toBe("On wrens");
  await expect.poll(() => title(other), { timeout: 5000 }).toBe("On wrens");

  // Locks end with the work that they were taken for, on whichever connection that ran.
  const file = Buffer.from("---\ntitle: From elsewhere\ndate: 2024-05-06\n---\n\nA text.\n");
  const begun = await admin<{ id: string }>("POST", "/api/admin/imports?name=from-elsewhere.md", file);
  const state = async () => (await admin<{ state: string }>("GET", `/api/admin/imports/${begun.id}`)).state;
  await expect.poll(state).toBe("checked");
  await admin("POST", `/api/admin/imports/${begun.id}/start`, {});
  await expect.poll(state).toBe("done");
  await one.stop();
  await other.stop();
  const locks = await sql<{ count: number }>`select count(*)::int as count from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(db);
  expect(locks.rows).toEqual([{ count: 0 }]);
});
