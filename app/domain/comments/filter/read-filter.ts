import { sql } from "kysely";
import type { AuditActor } from "../../audit/record-audit.ts";
import { authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { commentPolicy } from "../comment.policy.ts";
import type { DecidedAs } from "../comment-rules.ts";
import { scoreOf } from "./ask-filter.ts";
import { ALL_WEIGHTS, knowsEnough, readKnowledge } from "./filter.sql.ts";
import type { FilterEffect, FilterState } from "./filter.ts";
import { EFFECT_COMMENTS, type LookedAtView, STRICTNESS_MAX, STRICTNESS_MIN, thresholdsOf } from "./filter-rules.ts";
import type { Counts } from "./score.ts";
import { readText } from "./text-features.ts";
import { lessonOf } from "./weight.ts";

type Look = { view: LookedAtView; total: number; done: number; started_at: Date; ended_at: Date | null };

/** What it has learned from, and its last look at comments. @throws DomainError `forbidden` */
export async function readFilter(ctx: Context, actor: AuditActor): Promise<FilterState> {
  authorize(actor, commentPolicy.lookAgain);
  const knowledge = await readKnowledge(ctx.db, []);
  const { rows } = await sql<Look>`
    select view, total, done, started_at, ended_at from comment_filter where started_at is not null`.execute(ctx.db);
  const [look] = rows;
  return {
    learned: knowledge.lessons,
    ready: knowsEnough(knowledge),
    look: look ? { ...look, started_at: look.started_at.toISOString(), ended_at: look.ended_at?.toISOString() ?? null } : null,
  };
}

type Recent = {
  content: string;
  signals: string[] | null;
  decided_as: DecidedAs | null;
  learned_as: DecidedAs | null;
  learned_at: Date | null;
};

/** The counts without what this comment itself has taught. */
function withoutOwn(counts: ReadonlyMap<string, Counts>, { learned_as, learned_at }: Recent) {
  const own = learned_as && learned_at && lessonOf(learned_as, learned_at);
  return {
    get(feature: string): Counts | undefined {
      const all = counts.get(feature);
      return all && own && feature !== ALL_WEIGHTS ? { ...all, [own.kind]: Math.max(0, all[own.kind] - own.weight) } : all;
    },
  };
}

/**
 * What each strictness would do to the newest comments, judged by what others taught: their own decision is left out.
 * @throws DomainError `forbidden`
 */
export async function readFilterEffect(ctx: Context, actor: AuditActor): Promise<FilterEffect> {
  authorize(actor, commentPolicy.setUpFilter);
  const { rows } = await sql<Recent>`
    select content, signals, decided_as, learned_as,
      case when learned_at > coalesce((select reset_at from comment_filter), '-infinity') then learned_at end as learned_at
    from comments where status <> 'trashed' order by created_at desc, id desc limit ${EFFECT_COMMENTS}`.execute(ctx.db);
  const recent = rows.map((row) => ({ ...row, features: [...readText(row.content).features, ...(row.signals ?? [])] }));
  const knowledge = await readKnowledge(ctx.db, [...new Set(recent.flatMap(({ features }) => features))]);
  const now = ctx.clock.now();
  const scored = recent.map((row) => {
    const { spam_score } = scoreOf(row.features, knowledge, { now, hold: 1, lookup: withoutOwn(knowledge.counts, row) });
    return { score: spam_score ?? 0, decided: row.decided_as };
  });
  const number = (test: (one: (typeof scored)[number]) => boolean) => scored.filter(test).length;
  return {
    comments: scored.length,
    approved: number(({ decided }) => decided === "good"),
    marked: number(({ decided }) => decided === "spam"),
    ready: knowsEnough(knowledge),
    levels: Array.from({ length: STRICTNESS_MAX - STRICTNESS_MIN + 1 }, (_, at) => {
      const { hold, spam } = thresholdsOf(STRICTNESS_MIN + at);
      return {
        strictness: STRICTNESS_MIN + at,
        held: number(({ score }) => score > hold),
        spam: number(({ score }) => score > spam),
        good_held: number(({ score, decided }) => score > hold && decided === "good"),
        spam_passed: number(({ score, decided }) => score <= hold && decided === "spam"),
      };
    }),
  };
}
