import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "../postgres/log.ts";
import { DatabaseStartError } from "../postgres/start-error.ts";
import { describeFailure, describeTarget } from "./explain-connection.ts";

const oldest = 15;

/**
 * Waits until the database answers. Whatever may pass by itself or be put right at its end (unreachable, starting,
 * password refused, no such database) is tried again after 0.25 s, doubling to 5 s, with one line in the log per try.
 * @returns the server's release, "16.3".
 * @throws DatabaseStartError 'server-too-old' before PostgreSQL 15; 'aborted' when `signal` fires.
 */
export async function waitForDatabase(
  pool: pg.Pool,
  { log, signal }: { log: DatabaseLog; signal?: AbortSignal },
): Promise<string> {
  const { host, database } = describeTarget(pool.options);
  for (let tries = 1, delay = 250; ; tries++, delay = Math.min(delay * 2, 5000)) {
    if (signal?.aborted) throw calledOff(host);
    try {
      const { rows } = await pool.query<{ number: string; version: string }>(
        `select current_setting('server_version_num') as number, split_part(current_setting('server_version'), ' ', 1) as version`,
      );
      const { number, version } = rows[0] as { number: string; version: string };
      if (Number(number) < oldest * 10_000) throw tooOld(host, version);
      if (tries > 1) log.info({ host, database, tries }, `The database at ${host} answers`);
      return version;
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error;
      const reason = describeFailure(error, pool.options);
      log.warn(
        { host, database, tries, reason },
        `The database at ${host} can't be used: ${reason}. Next try in ${delay / 1000} s`,
      );
    }
    await pause(delay, undefined, { signal }).catch(() => undefined);
  }
}

function tooOld(host: string, version: string): DatabaseStartError {
  return new DatabaseStartError(
    "server-too-old",
    `The database at ${host} is PostgreSQL ${version}; version ${oldest} or newer is needed. Nothing was changed. Upgrade it, or choose another one.`,
  );
}

function calledOff(host: string): DatabaseStartError {
  return new DatabaseStartError("aborted", `Waiting for the database at ${host} was called off.`);
}
