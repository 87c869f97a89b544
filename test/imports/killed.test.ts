// slow: app/boot/ app/domain/imports/ app/platform/jobs.ts

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importOptions } from "../../app/domain/imports/import.ts";
import { chooseOptions, startImport, uploadImport } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { wordpressOf } from "./build-export.ts";
import { type Importer, openImporter } from "./importer.ts";

const POSTS = 1500;
let importer: Importer;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await importer.close();
});

/** Works on an import in a process that is killed once it has come as far as `diesAt`. */
async function dieOf(id: string, diesAt: number): Promise<void> {
  const script = join(import.meta.dirname, "work-on-import.ts");
  const connection = JSON.stringify({
    config: importer.config,
    folder: importer.files,
    media: join(importer.folder, "media"),
    id,
    diesAt,
  });
  const child = spawn(process.execPath, ["--no-warnings", script, connection], { stdio: ["ignore", "ignore", "inherit"] });
  children.add(child);
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

/** PostgreSQL notices a moment later that a process is gone; until then its lock says that the import is running. */
async function lockIsGone(): Promise<void> {
  const locks = async () => (await sql`select 1 from pg_locks where locktype = 'advisory'`.execute(importer.db)).rows.length;
  await expect.poll(locks, { timeout: 30_000 }).toBe(0);
}

test("an import that ended three processes isn't taken up a fourth time, and says so", async () => {
  const body = Readable.from([Buffer.from(wordpressOf(3))]);
  const { id } = await uploadImport(importer.ctx, importer.files, importer.admin, { name: "deadly.xml", oldSite: null, body });
  for (let n = 1; n <= 3; n++) {
    await dieOf(id, 0);
    expect((await importer.stored(id)).state).toBe("checking");
    await lockIsGone();
  }
  await performImport(importer.ctx, id, importer.tools);
  const refused = await importer.stored(id);
  expect([refused.state, refused.report.refusal?.sentence]).toEqual([
    "refused",
    expect.stringMatching(/^Three processes in a row/),
  ]);
  // Somebody who asks for it gets another try.
  await chooseOptions(importer.ctx, importer.admin, id, importOptions.parse({}));
  await performImport(importer.ctx, id, importer.tools);
  expect((await importer.stored(id)).state).toBe("checked");
});

test("an import that was killed continues where it was: every post is there once, complete", { timeout: 240_000 }, async () => {
  const { id } = await importer.check(wordpressOf(POSTS));
  await startImport(importer.ctx, importer.admin, id);
  await dieOf(id, 300);
  const stored = async () =>
    Number(
      (
        await importer.db
          .selectFrom("posts")
          .select((eb) => eb.fn.countAll().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const atDeath = await stored();
  expect(atDeath).toBeGreaterThanOrEqual(300);
  expect(atDeath).toBeLessThan(POSTS);
  expect((await importer.stored(id)).state).toBe("importing");

  await lockIsGone();
  await performImport(importer.ctx, id, importer.tools);
  const done = await importer.stored(id);
  const { added, unchanged } = done.report.counts?.posts ?? { added: 0, unchanged: 0 };
  // What was committed but not yet recorded when it died is met again, and recognized.
  expect([done.state, await stored(), added + unchanged]).toEqual(["done", POSTS, POSTS]);
  expect(unchanged).toBeLessThanOrEqual(100);
  const comments = await importer.db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  expect(Number(comments.n)).toBe(POSTS);
  const [again] = [await importer.start(id)];
  expect(again.report.counts?.posts).toEqual({ added: 0, updated: 0, unchanged: POSTS, skipped: 0 });
});
