import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startImport } from "../../app/domain/imports/import-commands.ts";
import type { ImportTools } from "../../app/domain/imports/import-job.ts";
import { IMPORT_WANTED } from "../../app/domain/imports/import-rules.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { tryAdvisoryLock } from "../../app/platform/database/advisory-lock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { type Jobs, startJobs } from "../../app/platform/jobs.ts";
import type { DB } from "../../db/schema.gen.ts";
import { silent } from "../platform/test-postgres.ts";
import { wordpressOf } from "./build-export.ts";
import { type Importer, openImporter } from "./importer.ts";

let importer: Importer;
let pool: ReturnType<typeof connectDatabase<DB>>;
const started: Jobs[] = [];
beforeEach(async () => {
  importer = await openImporter();
  pool = connectDatabase<DB>(importer.config, { log: silent });
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
  await pool.close();
  await importer.close();
});

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 40_000, interval: 20 });

/** The queue of one instance. @returns how an import is enqueued there, and how the instance begins to work on imports */
async function startInstance() {
  const jobs = await startJobs({ pool: pool.pool, connection: importer.config, names: [IMPORT_WANTED], log: importer.ctx.log });
  started.push(jobs);
  const ctx = { ...importer.ctx, jobs };
  return {
    start: (id: string) => startImport(ctx, importer.admin, id),
    work: (tools: Partial<ImportTools> = {}) =>
      jobs.work({ [IMPORT_WANTED]: (data) => performImport(ctx, (data as { id: string }).id, { ...importer.tools, ...tools }) }),
  };
}

/** How many jobs are in each state. */
async function jobStates(): Promise<Record<string, number>> {
  const { rows } = await pool.pool.query(
    "select state::text, count(*)::int as n from pgboss.job where name = $1 group by state",
    [IMPORT_WANTED],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test("an import that is started again before its former process has ended isn't forgotten", async () => {
  const { id } = await importer.check(wordpressOf(3));
  const { start, work } = await startInstance();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const former = tryAdvisoryLock(importer.db, `import ${id}`, () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  await start(id);
  await work();
  await eventually(async () => expect(await jobStates()).toMatchObject({ completed: expect.any(Number), created: 1 }));
  expect((await importer.stored(id)).state).toBe("importing");
  end.resolve();
  expect(await former).toBe(true);
  await eventually(async () => expect((await importer.stored(id)).state).toBe("done"));
});

test("another instance continues an import when the one that runs it stops", async () => {
  const { id } = await importer.check(wordpressOf(250));
  const one = await startInstance();
  const stopping = new AbortController();
  await one.start(id);
  await one.work({ stopping: stopping.signal, onProgress: (_, done) => void (done > 0 && stopping.abort()) });
  await eventually(async () => expect(await jobStates()).toMatchObject({ completed: expect.any(Number), created: 1 }));
  for (const jobs of started.splice(0)) await jobs.stop();
  expect((await importer.stored(id)).state).toBe("importing");

  await (await startInstance()).work();
  await eventually(async () => expect((await importer.stored(id)).state).toBe("done"));
  const { counts } = (await importer.stored(id)).report;
  expect(counts?.posts.added).toBe(250);
});
