import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countHits } from "../../app/domain/analytics/collect/count-hits.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildSession } from "../builders.ts";
import { storedHit } from "../hits.ts";
import { createTestDatabase } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";
import { buildVisit } from "../visits.ts";

const MIGRATIONS = join(process.cwd(), "db/migrations");

test("a visit that continues across the upgrade keeps what was read before, and adds what is read after it", async () => {
  const database = await createTestDatabase();
  const { pool, db, close } = connectDatabase<DB>(database.config, { log: silent });
  const dir = await mkdtemp(join(tmpdir(), "skylark-upgrade-"));
  try {
    await pool.query("drop schema public cascade; create schema public");
    const all = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
    const before = all.slice(
      0,
      all.findIndex((name) => name.endsWith("_attention_by_view.sql")),
    );
    for (const name of before) await copyFile(join(MIGRATIONS, name), join(dir, name));
    await migrate({ pool, dir, log: silent });

    const at = new Date("2026-11-10T12:00:00Z");
    const session = buildSession();
    await buildVisit(db, { at, session, pages: [{ path: "/about", engaged: 40, last: 60 }] });
    await migrate({ pool, dir: MIGRATIONS, log: silent });

    const engaged = async () => {
      const { rows } = await pool.query<{ engaged_seconds: number }>("select engaged_seconds from analytics_records");
      return rows.map((row) => row.engaged_seconds);
    };
    const hit = (after: number, parts: object) => storedHit(at.getTime() + after * 1000, { session, path: "/about", ...parts });
    // The page that was open names no view, and reports the total of what was read.
    await countHits(db, [hit(90, { kind: "alive", engaged: 55 })], { timezone: "UTC" });
    expect(await engaged()).toEqual([55]);
    await countHits(db, [hit(100, { view: 7 }), hit(120, { kind: "end", view: 7, engaged: 20 })], { timezone: "UTC" });
    expect(await engaged()).toEqual([75]);
  } finally {
    await close();
    await database.drop();
    await rm(dir, { recursive: true });
  }
});
