import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { clientOf } from "./hosts.ts";

const CHANNEL = "skylark_hearing_test";
/** A notification takes one or two ms unless a pooler swallows it. */
const PATIENCE_MS = 2000;

/** Whether notifications reach a connection of ours: a pooler in transaction mode (PgBouncer) accepts LISTEN, but passes none on. */
export async function hearsNotifications(config: pg.ClientConfig, pool: pg.Pool, patienceMs = PATIENCE_MS): Promise<boolean> {
  const client = clientOf({ application_name: "skylark hearing test", connectionTimeoutMillis: 5000, ...config });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    const message = randomUUID();
    const heard = new Promise<true>((resolve) => {
      client.on("notification", ({ payload }) => payload === message && resolve(true));
    });
    await pool.query("select pg_notify($1, $2)", [CHANNEL, message]);
    return await Promise.race([heard, pause(patienceMs, false, { ref: false })]);
  } finally {
    await client.end().catch(() => {});
  }
}
