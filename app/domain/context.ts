import type { DB } from "../../db/schema.gen.ts";
import type { Clock, Random } from "../platform/clock.ts";
import type { Db } from "../platform/database/db.ts";
import type { Replica } from "../platform/database/replica.ts";
import type { Jobs } from "../platform/jobs.ts";
import type { Log } from "../platform/log.ts";

/** `jobs` is absent in commands that run next to the server, where nothing is queued. */
export type Context = { db: Db; clock: Clock; random: Random; log: Log; jobs?: Pick<Jobs, "send" | "sendAll"> };

/** Where long reads may go instead of the context's database. */
export type LongReads = Pick<Replica<DB>, "read" | "expectLatest">;
