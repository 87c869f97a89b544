// Runs the scheduler in a separate process, by the real clock, and prints when it has begun, to be killed.
import { startScheduler } from "../../app/boot/start-scheduler.ts";
import { systemClock } from "../../app/platform/clock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext } from "../builders.ts";
import { silent } from "../platform/test-postgres.ts";

const { db, close } = connectDatabase<DB>(JSON.parse(process.argv[2] ?? "{}"), { log: silent });
const site = { url: "https://blog.example", name: "Blog" } as never;
const settings = { enableNotifications: false, adminEmail: "ada@blog.example" };
const of = () => ({ site, settings, editPath: (id: string) => `/admin/posts/edit/${id}` });
const stop = startScheduler(buildContext(db, { clock: systemClock }), { of, everyMs: 50 });
process.stdout.write("looking\n");
process.once("SIGTERM", async () => {
  await stop();
  await close();
});
