import { VISIT_MAX_MS, VISIT_PAUSE_MS } from "../model.ts";
import type { NumberedHit } from "./dictionaries.ts";

/** What one session did without a pause: the hits of one visit, in the order of time. */
export type VisitSegment = { session: string; hits: [NumberedHit, ...NumberedHit[]]; firstAt: number; lastAt: number };

/**
 * Sorts hits into rounds of stretches, so that no session appears twice in a round: what has just come in is one round; weeks
 * from quarantine may be several.
 */
export function groupIntoSegments(hits: readonly NumberedHit[]): VisitSegment[][] {
  const rounds: Map<string, VisitSegment>[] = [];
  const inOrder = hits.map((numbered) => ({ numbered, at: Date.parse(numbered.hit.at) })).sort((a, b) => a.at - b.at);
  const current = new Map<string, { round: number; stretch: VisitSegment }>();
  for (const { numbered, at } of inOrder) {
    const { session } = numbered.hit;
    const open = current.get(session);
    if (open && at - open.stretch.lastAt <= VISIT_PAUSE_MS && at - open.stretch.firstAt <= VISIT_MAX_MS) {
      open.stretch.hits.push(numbered);
      open.stretch.lastAt = at;
      continue;
    }
    const round = open ? open.round + 1 : 0;
    const stretch: VisitSegment = { session, hits: [numbered], firstAt: at, lastAt: at };
    rounds[round] ??= new Map();
    rounds[round].set(session, stretch);
    current.set(session, { round, stretch });
  }
  return rounds.map((round) => [...round.values()]);
}
