import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Clock, Random } from "../platform/clock/clock.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Log } from "../platform/log/log.ts";

/**
 * What every capability of the domain is given: the database, the time, randomness and a log. `jobs` takes what is to be
 * done later; it is absent where none run (a command beside the server), and then nothing is left for later.
 */
export type Context = { db: Kysely<DB>; clock: Clock; random: Random; log: Log; jobs?: Pick<Jobs, "send"> };
