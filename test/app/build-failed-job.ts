import { sql } from "kysely";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { startJobs } from "../../app/platform/jobs.ts";
import { createLog } from "../../app/platform/log.ts";
import type { DB } from "../../db/schema.gen.ts";
import { silent } from "../platform/test-postgres.ts";
import type { TestApp } from "./create-test-app.ts";

/** A job of the app's queue that has failed (it was out of paper). @returns its id and name */
export async function buildFailedJob(
  { database }: TestApp,
  { name = "greet", data = {} }: { name?: string; data?: object } = {},
): Promise<{ id: string; name: string }> {
  const { pool, db, close } = connectDatabase<DB>(database.config, { log: silent });
  const jobs = await startJobs({ pool, connection: database.config, names: [name], log: createLog({ level: "silent" }) });
  try {
    await jobs.send(name, data, { db });
    const { rows } = await sql<{ id: string; name: string }>`
      update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "out of paper"}'
      where name = ${name} and state = 'created' returning id, name`.execute(db);
    return rows[0] as { id: string; name: string };
  } finally {
    await jobs.stop();
    await close();
  }
}
