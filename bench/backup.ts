import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { filesOfMedia } from "../app/domain/backups/archive/collect-files.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import { fillDatabase } from "./database/fill.ts";
import type { Row } from "./row.ts";
import { runCommand } from "./run-command.ts";
import { using, withScratch } from "./scratch.ts";
import { siteEnvironment } from "./site.ts";

const POSTS = Number(process.env.BENCH_POSTS ?? 50_000);
const PICTURES = POSTS / 25;

export const title = `Backing up ${POSTS} posts and ${PICTURES} pictures, restoring and proving that`;

/** About what a photograph of 2560 pixels and its copies take. */
const WHOLE_BYTES = 400_000;
const COPY_BYTES = 35_000;
const log = { info: () => {}, warn: () => {} };

/** Adds pictures without going through the encoder: random bytes, because no compressor makes real ones smaller either. */
async function addPictures(pool: Pool, dataDir: string): Promise<number> {
  let bytes = 0;
  for (let n = 0; n < PICTURES; n++) {
    const id = randomUUID();
    const folder = join(dataDir, "media", id.slice(0, 2), id);
    await mkdir(folder, { recursive: true });
    for (const [index, name] of filesOfMedia({ width: 2560, format: "jpg", file_name: null }).entries()) {
      const size = index === 0 ? WHOLE_BYTES : COPY_BYTES;
      await writeFile(join(folder, name), randomBytes(size));
      bytes += size;
    }
    await pool.query("insert into media (id, name, format, width, height, bytes) values ($1, $2, 'jpg', 2560, 1707, $3)", [
      id,
      `picture-${n}.jpg`,
      WHOLE_BYTES,
    ]);
  }
  return bytes;
}

const fill = (dataDir: string) =>
  using(startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log }), async ({ connection }) => {
    const { pool, close } = connectDatabase(connection, { log, max: 2 });
    try {
      await migrate({ pool, dir: "db/migrations", log });
      await fillDatabase(pool, POSTS);
      const pictures = await addPictures(pool, dataDir);
      const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
      return { database: Number(rows[0]?.bytes), pictures };
    } finally {
      await close();
    }
  });

/** The commands as an operator runs them, on an embedded database. */
export const run = (): Promise<Row[]> =>
  withScratch(async (folder): Promise<Row[]> => {
    const dataDir = join(folder, "data");
    const size = await fill(dataDir);
    const env = siteEnvironment(dataDir);
    const file = join(folder, "all.tar.zst");
    const secret = { BACKUP_PASSPHRASE: "a long enough pass phrase" };
    const plain = await runCommand("backup-command.ts", [file], env);
    const encrypted = await runCommand("backup-command.ts", [`${file}.age`], { ...env, ...secret });
    const restored = await runCommand("restore-command.ts", [`${file}.age`], {
      ...siteEnvironment(join(folder, "again")),
      ...secret,
    });
    const proven = await runCommand("restore-command.ts", [file, "--verify"], env);
    const peaks = { unit: "MB", target: "≤ 200" };
    return [
      { measure: "the database", value: size.database / 1e6, unit: "MB" },
      { measure: "the pictures", value: size.pictures / 1e6, unit: "MB" },
      { measure: "the backup", value: (await stat(file)).size / 1e6, unit: "MB" },
      { measure: "backing up, with the start of the database", value: plain.seconds, unit: "s" },
      { measure: "memory at most", value: plain.peak, ...peaks },
      { measure: "the same, encrypted", value: encrypted.seconds, unit: "s" },
      { measure: "memory at most", value: encrypted.peak, ...peaks },
      { measure: "restoring the encrypted one", value: restored.seconds, unit: "s" },
      { measure: "memory at most", value: restored.peak, ...peaks },
      { measure: "proving (--verify)", value: proven.seconds, unit: "s" },
      { measure: "memory at most", value: proven.peak, ...peaks },
    ];
  });
