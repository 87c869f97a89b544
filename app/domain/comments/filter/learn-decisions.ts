import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Context } from "../../context.ts";
import type { DecidedAs } from "../comment-rules.ts";
import { ALL_LESSONS, ALL_WEIGHTS } from "./filter.sql.ts";
import { COMMENTS_DECIDED } from "./filter-rules.ts";
import type { Counts } from "./score.ts";
import { readText } from "./text-features.ts";
import { lessonOf } from "./weight.ts";

type Kind = keyof Counts;

type Lesson = {
  id: string;
  content: string;
  signals: string[] | null;
  decided_as: DecidedAs | null;
  learned_as: DecidedAs | null;
  /** null for what isn't in the counts: not learned, or learned before they were reset */
  learned_at: Date | null;
};

const BATCH = 100;

/** In the transaction of `ctx.db`, which has changed decisions. */
export async function learnLater(ctx: Context): Promise<void> {
  await ctx.jobs?.send(COMMENTS_DECIDED, {}, { db: ctx.db, key: COMMENTS_DECIDED });
}

/**
 * Makes the counts agree with what moderators have decided: takes out what was learned from a decision that no longer holds, and learns the
 * new one. So an undone mistake leaves the counts as they were. Can be repeated, and by several at once.
 */
export async function learnDecisions(ctx: Context): Promise<void> {
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const lessons = await takeLessons(db);
      await apply(db, lessons, ctx.clock.now());
      return lessons.length === BATCH;
    });
  }
}

/** In the transaction of an edit, before the text changes: a decision was about the text that it saw. */
export async function unlearnComment(db: Db, id: string): Promise<void> {
  await lockCounts(db);
  const { rows } = await sql<Lesson>`
    select id, content, signals, null as decided_as, learned_as, ${validLearnedAt} as learned_at
    from comments where id = ${id} and learned_as is not null`.execute(db);
  await apply(db, rows, new Date());
}

const lockCounts = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('comment filter'))`.execute(db);

const validLearnedAt = sql`case when learned_at > coalesce((select reset_at from comment_filter), '-infinity') then learned_at end`;

/** Who edits a comment has its row and waits for the counts, so this doesn't wait for rows. The transactions that hold them send a job, too. */
async function takeLessons(db: Db): Promise<Lesson[]> {
  await lockCounts(db);
  const { rows } = await sql<Lesson>`
    select id, content, signals, decided_as, learned_as, ${validLearnedAt} as learned_at
    from comments where learned_as is distinct from decided_as order by id limit ${BATCH} for no key update skip locked`.execute(
    db,
  );
  return rows;
}

type Changes = Map<string, Counts>;

/** @param sign -1 takes the lesson out */
function note(changes: Changes, features: readonly string[], { kind, weight }: ReturnType<typeof lessonOf>, sign: 1 | -1): void {
  for (const feature of features) {
    const change = changes.get(feature) ?? { good: 0, spam: 0 };
    change[kind] += sign * (feature === ALL_LESSONS ? 1 : weight);
    changes.set(feature, change);
  }
}

async function apply(db: Db, lessons: Lesson[], now: Date): Promise<void> {
  if (lessons.length === 0) return;
  const changes: Changes = new Map();
  for (const { content, signals, decided_as, learned_as, learned_at } of lessons) {
    const features = [ALL_WEIGHTS, ALL_LESSONS, ...readText(content).features, ...(signals ?? [])];
    if (learned_as && learned_at) note(changes, features, lessonOf(learned_as, learned_at), -1);
    if (decided_as) note(changes, features, lessonOf(decided_as, now), 1);
  }
  await storeChanges(db, changes);
  await sql`
    update comments c set learned_as = s.kind, learned_at = case when s.kind is not null then ${now}::timestamptz end
    from unnest(${lessons.map(({ id }) => id)}::uuid[], ${lessons.map(({ decided_as }) => decided_as)}::text[]) as s (id, kind)
    where c.id = s.id`.execute(db);
}

/** Never below zero, even if an earlier release found other features. Features without counts are deleted. The caller holds the lock. */
async function storeChanges(db: Db, changes: Changes): Promise<void> {
  const all = [...changes].filter(([, { good, spam }]) => good !== 0 || spam !== 0);
  const features = all.map(([feature]) => feature);
  const column = (kind: Kind) => all.map(([, change]) => change[kind]);
  await sql`
    with changes as materialized (
      select * from unnest(${features}::text[], ${column("good")}::float8[], ${column("spam")}::float8[]) as c (feature, good, spam)
    ), known as (
      update comment_filter_words w set good = greatest(w.good + c.good, 0), spam = greatest(w.spam + c.spam, 0)
      from changes c where w.feature = c.feature returning w.feature
    )
    insert into comment_filter_words (feature, good, spam)
    select feature, greatest(good, 0), greatest(spam, 0) from changes c
    where not exists (select from known k where k.feature = c.feature) and (good > 0 or spam > 0)`.execute(db);
  await sql`delete from comment_filter_words where feature = any(${features}::text[]) and good = 0 and spam = 0`.execute(db);
}
