import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Commenter } from "../commenter.ts";
import { countsOf, type Knowledge, knowledgeOf, knowsEnough, type StoredCounts } from "./filter.sql.ts";
import type { HeldReason } from "./filter.ts";
import { thresholdsOf } from "./filter-rules.ts";
import { reasonsOf } from "./held-because.ts";
import { type Counts, scoreFeatures } from "./score.ts";
import { readText } from "./text-features.ts";
import { weightAt } from "./weight.ts";

/** A lookup by feature. */
type Lookup = { get(feature: string): Counts | undefined };

/** Columns of `comments`. `spam_score` is null while the filter has learned too little; there are reasons for what is held. */
export type Scored = { spam_score: number | null; held_because: HeldReason[] | null };

const NOTHING: Scored = { spam_score: null, held_because: null };

type Scoring = { now: Date; hold: number; lookup?: Lookup };

/** What the filter says of some features. @param lookup other counts than those that are stored */
export function scoreOf(features: readonly string[], knowledge: Knowledge, { now, hold, lookup }: Scoring): Scored {
  if (!knowsEnough(knowledge)) return NOTHING;
  const weight = weightAt(now);
  const inLessons = ({ good, spam }: Counts): Counts => ({ good: good / weight, spam: spam / weight });
  const counts = new Map<string, Counts>();
  for (const feature of features) {
    const found = (lookup ?? knowledge.counts).get(feature);
    if (found) counts.set(feature, inLessons(found));
  }
  const verdict = scoreFeatures(features, counts, inLessons(knowledge.weights));
  return { spam_score: verdict.score, held_because: verdict.score > hold ? reasonsOf(verdict, counts) : null };
}

/** With two places, so that a comment whose score hardly changes isn't written again. */
export const stored = ({ spam_score, held_because }: Scored): Scored => ({
  spam_score: spam_score === null ? null : Math.floor(spam_score * 100) / 100,
  held_because,
});

/** `filledIn`: ms that the form was open; null: unknown. `before`: what is edited keeps its first signals. */
type AskedComment = {
  content: string;
  author: Commenter;
  form: { hiddenField: string; filledIn: number | null };
  before: { id: string; signals: string[] | null } | null;
};

/** `signals`, `hosts`, `text_key`: columns of `comments`. */
export type Opinion = {
  holds: boolean;
  isSpam: boolean;
  columns: {
    spam_score: number | null;
    held_because: string | null;
    signals: string[];
    hosts: string[];
    text_key: string | null;
  };
};

const DAY = 86_400_000;
const SECONDS = [2, 5, 15, 60];
/** How far back the same text counts as a repetition. */
const AGAIN_DAYS = 30;
const AGAIN_MAX = 5;

function ageSignal(since: Date | null, now: Date): string {
  if (since === null) return "account:guest";
  const days = (now.getTime() - since.getTime()) / DAY;
  return days < 1 ? "account:new" : days < 7 ? "account:week" : days < 60 ? "account:months" : "account:old";
}

function speedSignal(filledIn: number | null): string {
  if (filledIn === null) return "speed:unknown";
  const limit = SECONDS.find((seconds) => filledIn < seconds * 1000);
  return `speed:${limit ?? "more"}`;
}

const againSignal = (times: number): string => `again:${times === 0 ? 0 : times === 1 ? 1 : times < AGAIN_MAX ? "few" : "many"}`;

/** Looked up together with the features of the text, because the same statement finds out which of them apply. */
const POSSIBLE = [
  ...["guest", "new", "week", "months", "old"].map((age) => `account:${age}`),
  ...["0", "1", "few", "many"].map((times) => `again:${times}`),
];

/** What the filter says of a comment that is being written or edited. One SQL statement. */
export async function askFilter(
  db: Db,
  comment: AskedComment,
  { now, settings }: { now: Date; settings: Pick<Settings, "filterStrictness"> },
): Promise<Opinion> {
  const { content, author, form, before } = comment;
  const { hosts, key, features } = readText(content);
  const known = before?.signals ?? [speedSignal(form.filledIn), ...(form.hiddenField === "" ? [] : ["form:hidden"])];
  const { rows } = await sql<{ counts: StoredCounts; since: Date | null; again: number }>`
    select ${countsOf([...features, ...known, ...POSSIBLE])} as counts,
      (select created_at from users where id = ${author.kind === "guest" ? null : author.id}::uuid) as since,
      (select count(*)::int from (
        select from comments where text_key = ${key} and created_at > ${new Date(now.getTime() - AGAIN_DAYS * DAY)}
          and id is distinct from ${before?.id ?? null}::uuid limit ${AGAIN_MAX}) same) as again`.execute(db);
  const { counts = {}, since = null, again = 0 } = rows[0] ?? {};
  const signals = before?.signals ?? [...known, ageSignal(since, now), againSignal(again)];
  const { hold, spam } = thresholdsOf(settings.filterStrictness);
  const { spam_score, held_because } = scoreOf([...features, ...signals], knowledgeOf(counts), { now, hold });
  const reasons = held_because && JSON.stringify(held_because);
  return {
    holds: held_because !== null,
    isSpam: (spam_score ?? 0) > spam,
    columns: { ...stored({ spam_score, held_because }), held_because: reasons, signals, hosts, text_key: key },
  };
}
