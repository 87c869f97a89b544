import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelImport, startImport } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { readImport } from "../../app/domain/imports/read-imports.ts";
import { wordpressOf } from "./build-export.ts";
import { type Importer, openImporter } from "./importer.ts";

const POSTS = 250;
let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer.close());

const read = (id: string) => readImport(importer.ctx, importer.admin, id);

async function count(table: "posts" | "comments" | "tags"): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(importer.db);
  return rows[0]?.n ?? 0;
}

/** Runs `work` while no post can be stored. */
async function withPostsLocked(work: () => Promise<void>): Promise<void> {
  await importer.db.transaction().execute(async (trx) => {
    await sql`lock table posts in share row exclusive mode`.execute(trx);
    await work();
  });
}

const waiting = async () =>
  (await sql`select from pg_locks where relation = 'posts'::regclass and not granted`.execute(importer.db)).rows.length;

test("an import that is canceled while it stores posts counts them, and says until then that it isn't over", async () => {
  const { id } = await importer.check(wordpressOf(POSTS));
  await expect(cancelImport(importer.ctx, importer.admin, id)).rejects.toThrow("This import isn’t running.");
  const before = { posts: await count("posts"), comments: await count("comments"), tags: await count("tags") };

  await startImport(importer.ctx, importer.admin, id);
  let run = Promise.resolve();
  await withPostsLocked(async () => {
    run = performImport(importer.ctx, id, importer.tools);
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    const canceled = await cancelImport(importer.ctx, importer.admin, id);
    expect(canceled).toMatchObject({ state: "cancelled", is_stopping: true, counts: { posts: { added: 0 } } });
    await expect(cancelImport(importer.ctx, importer.admin, id)).rejects.toThrow("This import isn’t running.");
  });
  await run;

  const after = await read(id);
  const stored = { posts: await count("posts"), comments: await count("comments"), tags: await count("tags") };
  expect(stored.posts - before.posts).toBeGreaterThan(0);
  expect(stored.posts - before.posts).toBeLessThan(POSTS);
  expect(after).toMatchObject({
    state: "cancelled",
    is_stopping: false,
    undo_until: expect.any(String),
    counts: {
      posts: { added: stored.posts - before.posts },
      comments: { added: stored.comments - before.comments },
      tags: { added: stored.tags - before.tags },
    },
  });
  // Its posts aren't all here, which a fetch of missing pictures must not forget.
  expect((await importer.stored(id)).report.unfinished).toBe(true);

  const { state, report } = await importer.start(id);
  const whole = { added: POSTS - after.counts.posts.added, updated: 0, unchanged: after.counts.posts.added, skipped: 0 };
  expect([state, report.counts?.posts, await count("posts")]).toEqual(["done", whole, before.posts + POSTS]);
});
