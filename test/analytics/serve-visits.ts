/** A process that accepts visits as the product does: `serve-visits.ts <connection as JSON>` prints its port. */
import { Hono } from "hono";
import { openPort } from "../../app/boot/open-port.ts";
import { createIntake } from "../../app/domain/analytics/collect/intake.ts";
import type { Context } from "../../app/domain/context.ts";
import { createCurrentSettings } from "../../app/domain/settings/read-settings.ts";
import { createVisitFastPath } from "../../app/http/api/visit-fast-path.ts";
import { createVisitCollector, visitRoutes } from "../../app/http/api/visits.ts";
import type { AppEnv, Deps } from "../../app/http/env.ts";
import { systemClock, systemRandom } from "../../app/platform/clock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { createLog } from "../../app/platform/log.ts";
import type { DB } from "../../db/schema.gen.ts";

const log = createLog({ level: "error" });
const { db } = connectDatabase<DB>(JSON.parse(process.argv[2] ?? "{}"), { log });
const context: Context = { db, clock: systemClock, random: systemRandom, log };
const settings = await createCurrentSettings(context, { siteUrl: "http://127.0.0.1" });
const analytics = createIntake(context, { places: { find: () => null }, settings });
// Everybody is behind one proxy, so that each can have an address of their own.
const deps = { context, settings, trustProxy: 1, analytics } as Deps;

const taking = createVisitCollector();
const port = await openPort("127.0.0.1", 0);
const app = new Hono<AppEnv>().route(
  "/",
  visitRoutes(taking, (c, next) => {
    c.set("deps", deps);
    return next();
  }),
);
port.serve({ fetch: app.fetch, fastPath: createVisitFastPath(taking, { deps, observe: () => {} }) });
process.stdout.write(`${port.port}\n`);
