import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { makeRoomToGroup } from "./panel-drilled.sql.ts";

/** How many go through records at once: pages and whoever collects need connections and a processor too. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads from the records themselves, in turn and with room to do so. A screen that is narrowed asks for a dozen panels at
 * once; two of them are worked out at a time, the others wait in the order of asking.
 * @param work is given a connection of its own
 * @returns what `work` returns
 */
export async function drill<Result>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resume) => waiting.push(resume));
  try {
    return await db.transaction().execute(async (trx) => {
      await makeRoomToGroup(trx);
      return work(trx);
    });
  } finally {
    // The turn goes on to the next one in line, or is given back.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const underWay = new WeakMap<Kysely<DB>, Map<string, Promise<unknown>>>();

/** The same, where several panels are made of one answer: who asks while it is worked out is given that one. */
export function drillOnce<Result>(db: Kysely<DB>, key: string, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result> {
  const answers = underWay.get(db) ?? new Map<string, Promise<unknown>>();
  underWay.set(db, answers);
  const known = answers.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const answer = drill(db, work).finally(() => answers.delete(key));
  answers.set(key, answer);
  return answer;
}
