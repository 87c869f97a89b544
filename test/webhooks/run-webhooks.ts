// Delivers the events of webhooks in a process of its own, to be killed. Its argument: the database.
import type pg from "pg";
import { startWebhooks } from "../../app/boot/start-webhooks.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext } from "../builders.ts";
import { SETTINGS, SITE } from "../newsletter/sender-options.ts";
import { silent } from "../platform/test-postgres.ts";
import { isLoopback } from "./receive-webhooks.ts";

const database: pg.PoolConfig = JSON.parse(process.argv[2] ?? "{}");
const { db } = connectDatabase<DB>(database, { log: silent });
startWebhooks(
  buildContext(db),
  { site: () => SITE, settings: () => SETTINGS, allows: isLoopback, pauses: [0.1, 0.2, 0.4, 0.8, 1, 1, 1, 1] },
  { busyMs: 50, idleMs: 50, leaseSeconds: 2 },
);
// Its timer doesn't keep it running.
setInterval(() => {}, 60_000);
process.stdout.write("looking\n");
