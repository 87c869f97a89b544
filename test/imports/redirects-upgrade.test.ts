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
/** The last migration of the release that stored an archive's redirects unchecked. */
const LAST = "0041";

test("redirects that an archive brought to an earlier release are kept if they lead to this site", async () => {
  const database = await createTestDatabase();
  const { pool, close } = connectDatabase<DB>(database.config, { log: silent });
  const dir = await mkdtemp(join(tmpdir(), "skylark-upgrade-"));
  try {
    await pool.query("drop schema public cascade; create schema public");
    const before = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql") && name.slice(0, 4) <= LAST);
    for (const name of before) await copyFile(join(MIGRATIONS, name), join(dir, name));
    await migrate({ pool, dir, log: silent });
    const targets = [
      "/about",
      "/",
      "/view-all?search=caf%C3%A9#top",
      "//evil.example",
      "/\\evil.example",
      "/a\r\nb",
      "/caf\u00e9",
      "/\u20ac",
      "/a b",
    ];
    for (const [n, to] of targets.entries())
      await pool.query("insert into redirects (from_path, to_path) values ($1, $2)", [`/old-${n}`, to]);
    await migrate({ pool, dir: MIGRATIONS, log: silent });
    const { rows } = await pool.query<{ to_path: string }>("select to_path from redirects order by from_path");
    expect(rows.map(({ to_path }) => to_path)).toEqual(["/about", "/", "/view-all?search=caf%C3%A9#top"]);
  } finally {
    await close();
    await database.drop();
    await rm(dir, { recursive: true });
  }
});
