import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestDatabase } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";

const MIGRATIONS = join(process.cwd(), "db/migrations");
/** The last migration of the release whose pictures belonged to an import, and whose redirects could begin with any query. */
const LAST = "0052";

test("what an earlier release stored of pictures and redirects is kept in its new form", async () => {
  const database = await createTestDatabase();
  const { pool, close } = connectDatabase<DB>(database.config, { log: silent });
  const dir = await mkdtemp(join(tmpdir(), "skylark-upgrade-"));
  try {
    await pool.query("drop schema public cascade; create schema public");
    const before = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql") && name.slice(0, 4) <= LAST);
    for (const name of before) await copyFile(join(MIGRATIONS, name), join(dir, name));
    await migrate({ pool, dir, log: silent });
    const idOf = async (query: string, values: unknown[]) => (await pool.query<{ id: string }>(query, values)).rows[0]?.id;
    const post = await idOf(
      `insert into posts (title, slug, content, content_html, status, published_at)
       values ('Lark', 'lark', $1, '', 'published', now()) returning id`,
      ['<p><img src="https://old.example/a.jpg"></p>'],
    );
    const importAt = (name: string, at: string) =>
      idOf(
        `insert into imports (id, name, bytes, state, created_at) values (gen_random_uuid(), $1, 1, 'cancelled', $2) returning id`,
        [name, at],
      );
    const [first, second] = [await importAt("first.xml", "2026-01-01"), await importAt("second.xml", "2026-02-01")];
    await pool.query(
      "insert into import_items (source, key, entity_id, hash) values ('wordpress:old.example', 'post:1', $1, '')",
      [post],
    );
    for (const id of [first, second])
      await pool.query(
        "insert into import_pictures (import_id, post_id, written, address, place) values ($1, $2, 'a.jpg', 'a.jpg', 'x')",
        [id, post],
      );
    await pool.query(
      "insert into import_pictures (import_id, post_id, written, address, place) values ($1, $2, '', 'b.jpg', 'x')",
      [first, post],
    );
    for (const from of ["/old", "/?p=17", "/?p=0", "/old?p=1", "/old#top"])
      await pool.query("insert into redirects (from_path, to_path) values ($1, '/about')", [from]);

    await migrate({ pool, dir: MIGRATIONS, log: silent });
    const { rows } = await pool.query("select import_id, written, source, reason from import_pictures order by written");
    expect(rows).toEqual([
      { import_id: first, written: "", source: "wordpress:old.example", reason: null },
      { import_id: second, written: "a.jpg", source: "wordpress:old.example", reason: null },
    ]);
    expect((await pool.query("select post_id, host from post_picture_hosts")).rows).toEqual([
      { post_id: post, host: "old.example" },
    ]);
    const redirects = await pool.query<{ from_path: string }>("select from_path from redirects");
    expect(redirects.rows.map(({ from_path }) => from_path).toSorted()).toEqual(["/?p=17", "/old"]);
  } finally {
    await close();
    await database.drop();
    await rm(dir, { recursive: true });
  }
});
