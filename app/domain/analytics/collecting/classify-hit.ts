import type { HitKind, Reason } from "../model.ts";
import { isBotAgent } from "./agents.ts";
import { allows, blocks, type CompiledRules } from "./compile-rules.ts";
import { isReferrerSpam } from "./referrer-spam.ts";

/** What is looked at of a hit. */
export type ClassifiedHit = {
  kind: HitKind;
  userAgent: string;
  acceptLanguage: string | null;
  address: string | null;
  referrerHost: string | null;
};

/** What is known beside it: the owner's rules, and what the same reader, session and address did lately. */
export type Evidence = {
  ruling: CompiledRules;
  /** views of this session in the last 10 seconds */
  viewsOfSession: number;
  /** views of this address and user agent in the last minute */
  viewsOfReader: number;
  /** different pages that this address asked for in the last hour */
  pagesOfAddress: number;
  /** different addresses without a page that it asked for in the last hour */
  missingOfAddress: number;
};

/** Nobody turns pages so fast. */
export const SESSION_BURST = 20;
/** A whole school may sit behind one address with one kind of computer. */
export const READER_BURST = 300;
/** It may read a lot, too; but it doesn't try out addresses. */
export const PAGES_MAX = 1000;
export const MISSING_MAX = 50;

/**
 * Why a hit isn't counted, in the order in which it is asked: what the owner said goes before what we suspect.
 * @returns null for a hit that counts
 */
export function classifyHit(hit: ClassifiedHit, evidence: Evidence): Reason | null {
  if (blocks(evidence.ruling, hit)) return "blocked";
  if (allows(evidence.ruling, hit)) return null;
  if (hit.userAgent.trim() === "") return "no_user_agent";
  if (isBotAgent(hit.userAgent)) return "bot_user_agent";
  // Every browser says which languages its reader knows.
  if (!hit.acceptLanguage) return "bot_headers";
  if (hit.referrerHost !== null && isReferrerSpam(hit.referrerHost)) return "spam_referrer";
  if (evidence.pagesOfAddress > PAGES_MAX || evidence.missingOfAddress > MISSING_MAX) return "too_many_addresses";
  if (evidence.viewsOfSession > SESSION_BURST || evidence.viewsOfReader > READER_BURST) return "burst";
  return null;
}
