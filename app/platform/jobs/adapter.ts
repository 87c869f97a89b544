import type pg from "pg";
import type { Db } from "pg-boss";
import { listen } from "../database/listen.ts";
import type { DatabaseLog } from "../postgres/log.ts";

/**
 * Lets pg-boss work on the product's own pool, plus one connection that listens for new jobs.
 * @param connection how to reach the database, for the one that listens
 */
export function bossDatabase(pool: pg.Pool, connection: pg.ClientConfig, log: DatabaseLog): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      let failed = false;
      try {
        return await client.query(text, values);
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        // Several of its statements come as one text with `begin` and `commit`: a failure in between would leave the
        // connection in a broken transaction for whoever gets it next.
        client.release(failed);
      }
    },
    listen: (channel, onNotification, onReconnect) => listen(connection, channel, onNotification, { log, onReconnect }),
  };
}
