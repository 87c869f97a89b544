import { once } from "node:events";
import type { DB } from "../../db/schema.gen.ts";
import { seedDemo } from "../domain/demo/seed-demo.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { createLog } from "../platform/log.ts";
import type { DemoAnswer, DemoRequest } from "./add-demo-content.ts";

// `add-demo-content.ts` starts this process, says what to do and waits for the answer.
const [{ connection, seedDir }] = (await once(process, "message")) as [DemoRequest];
const log = createLog({ level: "warn" });
const { db, close } = connectDatabase<DB>(connection, { log, max: 1 });
const ctx = { db, clock: systemClock, random: systemRandom, log };

const answer: DemoAnswer = await seedDemo(ctx, { seedDir }).then(
  (seeded) => ({ seeded }),
  (error: Error) => ({ error: error.message }),
);
await close();
process.send?.(answer, () => process.disconnect());
