import type { Kysely } from "kysely";
import pLimit from "p-limit";
import type { DB } from "../../../../db/schema.gen.ts";
import { makeRoomToGroup } from "./panel-drilled.sql.ts";

/** How many go through records at once: pages and whoever collects need connections and a processor too. */
const limit = pLimit(2);

/**
 * Reads from the records themselves, in turn and with room to do so. A screen that is narrowed asks for a dozen panels at
 * once; two of them are worked out at a time, the others wait in the order of asking.
 * @param work is given a connection of its own
 * @returns what `work` returns
 */
export const drill = <Result>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  limit(() =>
    db.transaction().execute(async (trx) => {
      await makeRoomToGroup(trx);
      return work(trx);
    }),
  );

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
