import cluster from "node:cluster";
import type pg from "pg";
import type { DB } from "../../db/schema.gen.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { hearsNotifications } from "../platform/database/hear-notifications.ts";
import { openMigrationCheck } from "../platform/database/migrate.ts";
import { createOutage } from "../platform/database/outage.ts";
import { openReplica } from "../platform/database/replica.ts";
import { createTimeLimits } from "../platform/database/time-limits.ts";
import { type Log, leaveOut } from "../platform/log.ts";
import type { BootOptions, Undo } from "./boot-options.ts";
import { receiveDowntime } from "./database-downtime.ts";
import { givenConnection, type OpenDatabase, openDatabase } from "./open-database.ts";
import { migrationsDir, type Prepared, prepareDatabase } from "./prepare.ts";

/** Three more are for listening and upkeep. Requests and work don't wait for each other's. Several processes share the server's limit. */
const poolSize = (workers: number, kind: "request" | "work") => {
  if (workers === 1) return kind === "request" ? 10 : 6;
  return kind === "request" ? Math.max(3, Math.floor(32 / workers) - 3) : 4;
};

/** Its own to open and prepare, or one that is given. */
async function openPrepared(
  { config, projectDir, log, signal, fail, opening, given, isAgain }: BootOptions,
  undo: Undo,
): Promise<{ database: OpenDatabase; prepared: Prepared | null }> {
  const connection = given?.connection ?? givenConnection();
  if (connection) return { database: { connection, close: async () => {}, downtime: receiveDowntime() }, prepared: null };
  const database = await (opening ?? openDatabase(config, projectDir, log, signal, { onGivenUp: fail }));
  undo.push(database.close);
  return { database, prepared: await prepareDatabase(database.connection, config, { projectDir, log, signal, isAgain }) };
}

async function openStandby(
  { config, log }: BootOptions,
  { pool, db }: ReturnType<typeof connectDatabase<DB>>,
  limits: ReturnType<typeof createTimeLimits>,
) {
  const connection: pg.PoolConfig = { connectionString: config.databaseReadUrl };
  return config.databaseReadUrl ? openReplica<DB>(connection, { primary: { pool, db }, limits, log }) : undefined;
}

const DEAF =
  "The database's notifications don't arrive, probably because DATABASE_URL leads through a pooler in transaction mode: other instances " +
  "show a change after 1 to 2 seconds, and jobs begin up to 2 seconds later. Connect directly, or in session mode, to be faster.";

/** One of several workers logs if notifications don't arrive. */
async function checkHearing(connection: pg.PoolConfig, pool: pg.Pool, log: Log): Promise<boolean> {
  const hears = await hearsNotifications(connection, pool);
  if (!hears && (!cluster.isWorker || cluster.worker?.id === 1)) log.warn(DEAF);
  return hears;
}

/** Also watches database and schema. @throws DatabaseStartError, MigrationError, or what the database throws */
export async function openConnections(options: BootOptions, undo: Undo) {
  const { config, projectDir, log } = options;
  const { database, prepared } = await openPrepared(options, undo);
  const outage = createOutage(database.connection, { log });
  undo.push(outage.close);
  leaveOut(log, outage.note);
  const limits = { request: createTimeLimits("request"), work: createTimeLimits("work") };
  const poolOf = (kind: keyof typeof limits) => {
    const { settings } = limits[kind];
    const opened = connectDatabase<DB>(database.connection, { log, max: poolSize(config.workers, kind), outage, settings });
    undo.push(opened.close);
    return opened;
  };
  const request = poolOf("request");
  const work = poolOf("work");
  const migrations = await openMigrationCheck(database.connection, { dir: migrationsDir(projectDir), log });
  undo.push(migrations.close);
  const hears = await checkHearing(database.connection, request.pool, log);
  if (hears) await Promise.all([limits.request.enforce(request.pool), limits.work.enforce(work.pool)]);
  const replica = await openStandby(options, request, limits.request);
  if (replica) undo.push(replica.close);
  return { database, prepared, outage, request, work, migrations, hears, replica };
}

export type Connections = Awaited<ReturnType<typeof openConnections>>;
