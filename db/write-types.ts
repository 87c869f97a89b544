import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import { describeSchema } from "./schema-types.ts";

// Migrates a database that is thrown away afterwards, and writes down what became of it.
const log = { info: () => undefined, warn: () => undefined };
const dataDir = await mkdtemp(join(tmpdir(), "skylark-types-"));
// Under root the server runs as another user, who has to get in.
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
try {
  const { db, pool, close } = connectDatabase(server.connection, { log, max: 1 });
  await migrate({ pool, dir: join(import.meta.dirname, "migrations"), log });
  const types = await describeSchema(db).finally(close);
  await writeFile(join(import.meta.dirname, "schema.gen.ts"), types);
  console.log("Wrote db/schema.gen.ts");
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
