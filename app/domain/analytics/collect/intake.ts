import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Places } from "../../../platform/places/places.ts";
import { sharedTalliesOf } from "../../../platform/shared-tallies.ts";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import type { CurrentSettings } from "../../settings/read-settings.ts";
import type { HitKind, Outcome, RawHit, Reason, Rule, StoredHit } from "../hit-rules.ts";
import { type Address, readAddress } from "./addresses.ts";
import { isBotAgent } from "./agents.ts";
import { allows, blocks, type CompiledRules, compileRules, isOneOf, networkOf } from "./compile-rules.ts";
import type { RejectedHit } from "./count-hits.ts";
import { countEach } from "./count-hits.ts";
import { createBatches } from "./create-batches.ts";
import { createDictionaries } from "./dictionaries.ts";
import { createIdentity, normalize } from "./normalize-hit.ts";
import { readReferrer } from "./origins.ts";
import REFERRER_SPAM from "./referrer-spam.json" with { type: "json" };
import { createVariety } from "./tallies.ts";

export type ClassifiedHit = {
  kind: HitKind;
  userAgent: string;
  acceptLanguage: string | null;
  address: string | null;
  referrerHost: string | null;
};

/** The rules, and what the same reader, session and IP address did lately. */
export type Evidence = {
  rules: CompiledRules;
  /** views of this session in the last 10 seconds */
  viewsOfSession: number;
  /** views of this IP address and user agent in the last minute */
  viewsOfReader: number;
  /** different pages that this IP address requested in the last hour */
  pagesOfAddress: number;
  /** different missing pages that it requested in the last hour */
  missingOfAddress: number;
};

const SPAMMERS: ReadonlySet<string> = new Set(REFERRER_SPAM.hosts);

/** More views of one session in ten seconds aren't a person's. */
export const SESSION_BURST = 20;
/** A whole school may sit behind one address with one kind of computer. */
export const READER_BURST = 300;
/** Such a school may read a lot, but it doesn't try out paths. */
export const PAGES_MAX = 1000;
export const MISSING_MAX = 50;

/** Rules of the admin come first, then suspicions. @returns null for a hit that counts */
export function classifyHit(hit: ClassifiedHit, evidence: Evidence): Reason | null {
  if (blocks(evidence.rules, hit)) return "blocked";
  if (allows(evidence.rules, hit)) return null;
  if (hit.userAgent.trim() === "") return "no_user_agent";
  if (isBotAgent(hit.userAgent)) return "bot_user_agent";
  // Every browser sends the languages of its reader.
  if (!hit.acceptLanguage) return "bot_headers";
  if (hit.referrerHost !== null && isOneOf(SPAMMERS, hit.referrerHost)) return "spam_referrer";
  if (evidence.pagesOfAddress > PAGES_MAX || evidence.missingOfAddress > MISSING_MAX) return "too_many_addresses";
  if (evidence.viewsOfSession > SESSION_BURST || evidence.viewsOfReader > READER_BURST) return "burst";
  return null;
}

const KEYS = 20_000;
const HOUR_MS = 3_600_000;

/** Rejected hits of one network per hour; further ones are only counted. */
const QUARANTINED_PER_HOUR = 20_000;

/** Processes count views together, once there are several under a key; the pages of an IP address stay in the memory of this process. */
function createHitHistory({ db }: Pick<Context, "db">) {
  const all = sharedTalliesOf(db);
  const sessions = all.open({ bucket: "views of session", points: SESSION_BURST, windowMs: 10_000, keys: KEYS });
  const readers = all.open({ bucket: "views of reader", points: READER_BURST, windowMs: 60_000, keys: KEYS });
  const pages = createVariety({ windowMs: HOUR_MS, keys: KEYS, most: PAGES_MAX + 1 });
  const missing = createVariety({ windowMs: HOUR_MS, keys: KEYS, most: MISSING_MAX + 1 });
  const quarantined = all.open({ bucket: "held hits", points: QUARANTINED_PER_HOUR, windowMs: HOUR_MS, keys: KEYS });

  return {
    see(hit: RawHit, path: string, now: number): Omit<Evidence, "rules"> {
      const views = hit.kind === "view" ? 1 : 0;
      // Behind an unknown proxy all readers have the same IP address, which then says nothing.
      const address = hit.isOwnAddress ? hit.address : null;
      return {
        viewsOfSession: views && hit.session ? sessions.add(hit.session, now) : 0,
        viewsOfReader: views && address ? readers.add(`${address} ${hit.userAgent}`, now) : 0,
        pagesOfAddress: views && address ? pages.add(address, path, now) : 0,
        missingOfAddress: address ? missing.count(address, now) : 0,
      };
    },
    sawMissing(hit: RawHit, path: string, now: number): void {
      if (hit.isOwnAddress && hit.address) missing.add(hit.address, path, now);
    },
    mayQuarantine: (network: string | null, now: number): boolean => quarantined.add(network ?? "", now) <= QUARANTINED_PER_HOUR,
  };
}

type Conditions = { rules: CompiledRules; countAdmins: boolean };

/** ms for which outdated conditions are used at most */
const FRESH_MS = 10_000;

function createConditions({ db, clock }: Pick<Context, "db" | "clock">) {
  let known: { at: number; conditions: Promise<Conditions> } | null = null;
  const read = async (): Promise<Conditions> => {
    const { rules, countAdmins } = await conditionsInForce(db);
    return { rules: compileRules(rules), countAdmins };
  };
  return {
    get(): Promise<Conditions> {
      const now = clock.now().getTime();
      if (known && Math.abs(now - known.at) < FRESH_MS) return known.conditions;
      const asked = { at: now, conditions: read() };
      known = asked;
      asked.conditions.catch(() => {
        if (known === asked) known = null;
      });
      return asked.conditions;
    },
    forget(): void {
      known = null;
    },
  };
}

async function conditionsInForce(db: Db): Promise<{ countAdmins: boolean; rules: Rule[] }> {
  const { rows } = await sql<{ countAdmins: boolean; rules: Rule[] }>`
    select count_admins as "countAdmins", (
      select coalesce(json_agg(json_build_object('kind', kind, 'value', value, 'verdict', verdict)), '[]') from analytics_rules
    ) as rules from analytics_options`.execute(db);
  return rows[0] ?? { countAdmins: false, rules: [] };
}

export type Intake = {
  /** Resolves after the commit. @throws DomainError unavailable if the hit couldn't be stored; it may be sent again */
  take(hit: RawHit): Promise<void>;
  /** Drops the cached pages and rules, after a change of public content or a rule. */
  forget(): void;
  outcomes(): ReadonlyMap<Outcome, number>;
  close(): Promise<void>;
};

export type IntakeOptions = { places: Places; settings: Pick<CurrentSettings, "get" | "site"> };

/** Hits in one transaction, and how many may wait: a second's worth of far more than a blog ever gets. */
const AT_ONCE = 500;
const WAITING = 20_000;

type Taken = { hit: RawHit; address: Address; at: number };

const notStored = (cause?: unknown) =>
  new DomainError("unavailable", "unavailable", "This visit can’t be counted right now. Please try again shortly.", {
    cause,
  });

type Decision = { hit: StoredHit } | { rejected: RejectedHit } | { outcome: Outcome };

type History = ReturnType<typeof createHitHistory>;

function createDecisions(ctx: Context, history: History, { places, settings }: IntakeOptions) {
  const identity = createIdentity(ctx);

  const dismissed = ({ hit, address }: Taken, { countAdmins }: Conditions): Outcome | null => {
    if (address.isBackOffice) return "not_public";
    return hit.who === "admin" && !countAdmins ? "admin" : null;
  };

  return async (taken: Taken, conditions: Conditions): Promise<Decision> => {
    const { hit, address, at } = taken;
    const { timezone } = settings.site();
    const dismissal = dismissed(taken, conditions);
    if (dismissal) return { outcome: dismissal };
    const evidence = { ...history.see(hit, address.path, at), rules: conditions.rules };
    const { userAgent, kind, headers, address: from } = hit;
    const referrerHost = readReferrer(hit.referrer)?.host ?? null;
    const reason = classifyHit(
      { kind, userAgent, address: from, referrerHost, acceptLanguage: headers.acceptLanguage },
      evidence,
    );
    if (reason && !history.mayQuarantine(networkOf(from), at)) return { outcome: "not_held" };
    const salt = await identity.saltAt(at, timezone);
    const stored = normalize(hit, address, { at, day: localDay(at, timezone), salt, places });
    return reason ? { rejected: { reason, hit: stored } } : { hit: stored };
  };
}

type Result = PromiseSettledResult<Outcome>;

/** Hits gather during a transaction, and the next one stores them all. */
export function createIntake(ctx: Context, options: IntakeOptions): Intake {
  const { settings } = options;
  const counts = new Map<Outcome, number>();
  const count = (outcome: Outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const dictionaries = createDictionaries();
  const conditions = createConditions(ctx);
  const history = createHitHistory(ctx);
  const decide = createDecisions(ctx, history, options);

  const work = async (batch: Taken[]): Promise<Result[]> => {
    const inForce = await conditions.get();
    const decisions: Decision[] = [];
    for (const taken of batch) decisions.push(await decide(taken, inForce));
    const { counted, quarantined } = await countEach(ctx, {
      hits: decisions.flatMap((one) => ("hit" in one ? one.hit : [])),
      rejected: decisions.flatMap((one) => ("rejected" in one ? one.rejected : [])),
      options: { timezone: settings.site().timezone, dictionaries },
    });
    const [ofCounted, ofQuarantined] = [counted.values(), quarantined.values()];
    return decisions.map((one, at): Result => {
      if ("outcome" in one) return { status: "fulfilled", value: one.outcome };
      if ("rejected" in one) return ofQuarantined.next().value as Result;
      const result = ofCounted.next().value as Result;
      const { hit, address, at: time } = batch[at] as Taken;
      if (result.status === "fulfilled" && result.value === "missing") history.sawMissing(hit, address.path, time);
      return result;
    });
  };
  const batches = createBatches(work, { atOnce: AT_ONCE, waiting: WAITING });

  return {
    async take(hit) {
      if (hit.optsOut) return count("opted_out");
      if (!settings.get().enableAnalytics) return count("off");
      try {
        const idle = hit.kind === "view" ? 0 : (hit.idle ?? 0);
        const at = ctx.clock.now().getTime() - Math.round(idle * 1000);
        count(await batches.add({ hit, address: readAddress(hit.url), at }));
      } catch (error) {
        count("failed");
        throw notStored(error);
      }
    },
    forget() {
      conditions.forget();
      dictionaries.pages.clear();
    },
    outcomes: () => counts,
    close: () => batches.close(),
  };
}
