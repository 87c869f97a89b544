import type { Places } from "../../../platform/places/places.ts";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import type { CurrentSettings } from "../../settings/current.ts";
import type { Outcome, RawHit, StoredHit } from "../model.ts";
import { type Address, readAddress } from "./addresses.ts";
import { classifyHit } from "./classify-hit.ts";
import { type Conditions, createConditions } from "./conditions.ts";
import { countEach } from "./count-each.ts";
import { createBatches } from "./create-batches.ts";
import { createDictionaries } from "./dictionaries.ts";
import { createHitHistory } from "./hit-history.ts";
import { createIdentity } from "./identity.ts";
import { networkOf } from "./networks.ts";
import { normalise } from "./normalise-hit.ts";
import { readReferrer } from "./origins.ts";
import type { RejectedHit } from "./quarantine-hits.ts";

/** What pages tell goes in here. */
export type Intake = {
  /**
   * Resolves once it is settled what became of the hit: after the commit, for what is kept.
   * @throws DomainError unavailable when it couldn't be kept; the caller may send it again
   */
  take(hit: RawHit): Promise<void>;
  /** What is public has changed, or the owner's rules: what is at hand of both is read anew. */
  forget(): void;
  /** How often each outcome occurred in this process. */
  outcomes(): ReadonlyMap<Outcome, number>;
  /** Takes no more, and waits until all that it has taken is kept. */
  close(): Promise<void>;
};

export type IntakeOptions = { places: Places; settings: Pick<CurrentSettings, "get" | "site"> };

/** Hits in one transaction, and how many may wait for theirs: a second's worth of far more than a blog ever gets. */
const AT_ONCE = 500;
const WAITING = 20_000;

type Taken = { hit: RawHit; address: Address; at: number };

const notKept = (cause?: unknown) =>
  new DomainError("unavailable", "unavailable", "This visit can't be counted at the moment. Please try again shortly.", {
    cause,
  });

/** Makes the intake of one process: hits gather while a transaction is under way, and the next one takes them all. */
export function createIntake(ctx: Context, { places, settings }: IntakeOptions): Intake {
  const counts = new Map<Outcome, number>();
  const tell = (outcome: Outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const dictionaries = createDictionaries();
  const conditions = createConditions(ctx);
  const identity = createIdentity(ctx);
  const witness = createHitHistory();

  /** What can be said of a hit without asking the database. */
  const dismissed = ({ hit, address }: Taken, { countAdmins }: Conditions): Outcome | null => {
    if (address.isBackOffice) return "not_public";
    return hit.who === "admin" && !countAdmins ? "admin" : null;
  };

  const work = async (batch: Taken[]): Promise<PromiseSettledResult<Outcome>[]> => {
    const inForce = await conditions.get();
    const { timezone } = settings.site();
    const outcomes = new Map<Taken, Outcome>();
    const counting: { taken: Taken; hit: StoredHit }[] = [];
    const rejected: { taken: Taken; rejected: RejectedHit }[] = [];
    for (const taken of batch) {
      const { hit, address, at } = taken;
      const dismissal = dismissed(taken, inForce);
      if (dismissal) {
        outcomes.set(taken, dismissal);
        continue;
      }
      const evidence = { ...witness.see(hit, address.path, at), ruling: inForce.ruling };
      const { userAgent, kind, headers, address: from } = hit;
      const referrerHost = readReferrer(hit.referrer)?.host ?? null;
      const reason = classifyHit(
        { kind, userAgent, address: from, referrerHost, acceptLanguage: headers.acceptLanguage },
        evidence,
      );
      if (reason && !witness.mayHold(networkOf(from), at)) {
        outcomes.set(taken, "not_held");
        continue;
      }
      const salt = await identity.saltAt(at, timezone);
      const stored = normalise(hit, address, { at, day: localDay(at, timezone), salt, places });
      if (reason) rejected.push({ taken, rejected: { reason, hit: stored } });
      else counting.push({ taken, hit: stored });
    }
    const results = await countEach(ctx, {
      hits: counting.map(({ hit }) => hit),
      rejected: rejected.map((one) => one.rejected),
      options: { timezone, dictionaries },
    });
    const settled = new Map<Taken, PromiseSettledResult<Outcome>>();
    counting.forEach(({ taken }, at) => {
      const result = results.counted[at] as PromiseSettledResult<Outcome>;
      settled.set(taken, result);
      if (result.status === "fulfilled" && result.value === "missing")
        witness.sawMissing(taken.hit, taken.address.path, taken.at);
    });
    rejected.forEach(({ taken }, at) => void settled.set(taken, results.held[at] as PromiseSettledResult<Outcome>));
    return batch.map((taken) => settled.get(taken) ?? { status: "fulfilled", value: outcomes.get(taken) as Outcome });
  };
  const batches = createBatches(work, { atOnce: AT_ONCE, waiting: WAITING });

  return {
    async take(hit) {
      if (hit.optsOut) return tell("opted_out");
      if (!settings.get().enableAnalytics) return tell("off");
      try {
        const idle = hit.kind === "view" ? 0 : (hit.idle ?? 0);
        const at = ctx.clock.now().getTime() - Math.round(idle * 1000);
        tell(await batches.add({ hit, address: readAddress(hit.url), at }));
      } catch (error) {
        tell("failed");
        throw notKept(error);
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
