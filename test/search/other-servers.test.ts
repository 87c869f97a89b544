// slow: app/domain/search/ app/domain/system/checks/ app/platform/postgres/ db/migrations/

import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { databaseLettersCheck } from "../../app/domain/system/checks/check-database.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import { runProgram } from "../../app/platform/postgres/process.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext, buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { freePort } from "../instances/start-pgbouncer.ts";
import { cleanUp, newFolder, ordinaryUser } from "../platform/start-database.ts";
import { silent } from "../platform/test-postgres.ts";
import { judge, NEVER_MISSED } from "./judge.ts";

afterAll(cleanUp);

const BIN = "/usr/lib/postgresql/15/bin";

/** A migrated database of Debian's PostgreSQL, until the test ends. @param locale options of initdb */
async function openDatabase(...locale: string[]) {
  const user = await ordinaryUser();
  const folder = await newFolder(user);
  const data = join(folder, "data");
  const run = async (program: string, ...args: string[]) => {
    const { ok, output } = await runProgram(join(BIN, program), args, user);
    if (!ok) throw new Error(`${program} ${args.join(" ")}: ${output}`);
  };
  await run("initdb", "-D", data, "-U", "keeper", "--auth=trust", "--no-sync", "--encoding=UTF8", ...locale);
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await run("pg_ctl", "start", "-w", "-D", data, "-l", join(folder, "log"), "-o", settings);
  const { db, pool, close } = connectDatabase<DB>(
    { host: "127.0.0.1", port, user: "keeper", database: "postgres" },
    { log: silent },
  );
  onTestFinished(async () => {
    await close();
    await run("pg_ctl", "stop", "-m", "immediate", "-D", data);
  });
  await migrate({ pool, dir: join(process.cwd(), "db/migrations"), log: silent });
  return buildContext(db);
}

type TestContext = Awaited<ReturnType<typeof openDatabase>>;

async function addRussian({ db }: TestContext): Promise<void> {
  await buildPost(db, {
    slug: "pike",
    title: "Щука в пруду",
    content_text: "Утром рыбаки видели большую щуку у старой мельницы.",
  });
  await sql`select rebuild_search(1000)`.execute(db);
}

const checkLetters = ({ db }: TestContext) =>
  databaseLettersCheck.run({ config: readConfig({}), database: { db } } as Parameters<typeof databaseLettersCheck.run>[0]);

test.each([
  ["C.UTF-8", ["--locale=C.UTF-8"]],
  ["ICU", ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=de-DE"]],
])("PostgreSQL 15 with %s finds what the embedded database finds", async (_, locale) => {
  const ctx = await openDatabase(...locale);
  const { rank, misses } = await judge(ctx);
  for (const term of NEVER_MISSED) expect(misses.get(term)).toBeUndefined();
  expect(rank, JSON.stringify([...misses])).toBeGreaterThanOrEqual(0.9);
  await addRussian(ctx);
  expect(await checkLetters(ctx)).toMatchObject({ state: "ok" });
});

test("a database that knows no letters but a to z is named, with what to do", async () => {
  const ctx = await openDatabase("--locale=C");
  await buildPost(ctx.db, { slug: "lark", title: "A lark", content_text: "It sings." });
  expect(await checkLetters(ctx)).toMatchObject({ state: "ok" });
  await addRussian(ctx);
  expect(await checkLetters(ctx)).toMatchObject({
    state: "warning",
    found: expect.stringContaining("doesn’t know the letters of"),
    mend: expect.stringContaining("npm run restore"),
  });
});

test("the embedded database knows all letters", async () => {
  const { ctx, close } = await openTestContext();
  onTestFinished(close);
  await addRussian(ctx);
  expect(await checkLetters(ctx)).toMatchObject({ state: "ok" });
});
