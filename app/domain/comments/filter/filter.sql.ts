import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Counts } from "./score.ts";

/** Features that count all lessons: by their weights, and by their number. */
export const ALL_WEIGHTS = "*";
export const ALL_LESSONS = "#";

/** The filter says nothing before it has learned so many of each kind. */
const LESSONS_MIN = 20;

/** What the filter knows about some features. `weights`: of all lessons, `lessons`: how many there were. */
export type Knowledge = { counts: Map<string, Counts>; weights: Counts; lessons: Counts };

const NONE: Counts = { good: 0, spam: 0 };

/** Of features as JSON: an object with `[good, spam]` for each that was seen. */
export const countsOf = (features: readonly string[]): RawBuilder<unknown> => sql`
  (select coalesce(json_object_agg(feature, json_build_array(good, spam)), '{}') from comment_filter_words
    where feature = any(${[ALL_WEIGHTS, ALL_LESSONS, ...features]}::text[]))`;

export type StoredCounts = Record<string, [good: number, spam: number]>;

export function knowledgeOf(stored: StoredCounts): Knowledge {
  const counts = new Map(Object.entries(stored).map(([feature, [good, spam]]) => [feature, { good, spam }]));
  return { counts, weights: counts.get(ALL_WEIGHTS) ?? NONE, lessons: counts.get(ALL_LESSONS) ?? NONE };
}

export async function readKnowledge(db: Db, features: readonly string[]): Promise<Knowledge> {
  const { rows } = await sql<{ counts: StoredCounts }>`select ${countsOf(features)} as counts`.execute(db);
  return knowledgeOf(rows[0]?.counts ?? {});
}

export const knowsEnough = ({ lessons }: Pick<Knowledge, "lessons">): boolean =>
  lessons.good >= LESSONS_MIN && lessons.spam >= LESSONS_MIN;
