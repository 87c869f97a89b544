import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import type { Place } from "./choose-place.ts";
import { readPidFile } from "./postmaster.ts";
import { DatabaseStartError } from "./start-error.ts";

type Patience = {
  hasFailed(): boolean | Promise<boolean>;
  log: DatabaseLog;
  signal?: AbortSignal;
  readyMs?: number;
};

// Recovery after a crash takes seconds with our settings; a slow disk may need longer.
const longestRecovery = 300_000;

/** Looks every 15 ms. @returns null when the server has failed or time is up @throws DatabaseStartError for what waiting won't change */
export async function awaitServer(config: pg.ClientConfig, place: Place, patience: Patience): Promise<pg.Client | null> {
  const { hasFailed, log, signal, readyMs = 30_000 } = patience;
  const begun = performance.now();
  let readySince: number | null = null;
  let nextWord = 3000;
  for (;;) {
    if (signal?.aborted) throw new DatabaseStartError("aborted", "Starting the database was canceled.");
    // Knocking before it is ready would only fill its log with refusals.
    if ((await readPidFile(place.cluster))?.isReady) {
      readySince ??= performance.now();
      const client = await tryToConnect(config);
      if (client) return client;
      if (performance.now() - readySince > readyMs) return null;
    }
    const waited = performance.now() - begun;
    if ((await hasFailed()) || waited > longestRecovery) return null;
    if (waited > nextWord) {
      log.info({ seconds: Math.round(waited / 1000) }, "Waiting for the database, which checks and recovers its files");
      nextWord *= 2;
    }
    await pause(15);
  }
}

/** @returns null when the server is starting, stopping or gone */
export async function tryToConnect(config: pg.ClientConfig): Promise<pg.Client | null> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isTemporary(error)) return null;
    throw error;
  }
}

function isTemporary(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  // 57P03: it is starting up, recovering or shutting down.
  return (
    ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P03", "57P01"].includes(code ?? "") || /timeout|terminated/.test(message)
  );
}

/** Makes what an interrupted first start left out, and ends the superuser's connection. @returns the server's release, "18.4" */
export async function ensureDatabase(client: pg.Client, password?: string): Promise<string> {
  try {
    const found = await client.query<{ version: string; role: boolean; database: boolean }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              exists (select from pg_roles where rolname = 'skylark') as role,
              exists (select from pg_database where datname = 'skylark') as database`,
    );
    const { version = "", role, database } = found.rows[0] ?? {};
    if (!role) await client.query(`create role skylark login ${password ? `password ${pg.escapeLiteral(password)}` : ""}`);
    // Copied as files: through the server's buffers, the copy would occupy 7 MB of them as long as the server runs.
    if (!database) await client.query("create database skylark owner skylark strategy file_copy");
    return version;
  } finally {
    await client.end();
  }
}
