import { randomInt } from "node:crypto";
import { HIT_LIMITS, visitNumber, visitStartedAt } from "../model.ts";
import type { IncomingStretch, PageRow, SessionVisit, VisitEnd } from "./counting-model.ts";
import type { Stretch } from "./stretches.ts";

/**
 * Tells visits of one millisecond apart: a process counts on from a random number, so that its own never meet (200 at once
 * would in one of 50 batches, and two visits would be one) and those of two processes hardly ever do.
 */
const RANDOM = 2 ** 20;
let lastRandom = randomInt(RANDOM);
const nextRandom = (): number => {
  lastRandom = (lastRandom + 1) % RANDOM;
  return lastRandom;
};

/** A stretch as it goes to the sessions: with the number of the visit that it begins, unless one goes on. */
export function incoming({ session, hits, firstAt, lastAt }: Stretch): IncomingStretch {
  const [{ hit, originId, agentId, placeId }] = hits;
  const last = hits.at(-1)?.hit.kind;
  return {
    session,
    visit: visitNumber(firstAt, nextRandom()).toString(),
    visitor: hit.visitor,
    origin_id: originId,
    agent_id: agentId,
    place_id: placeId,
    network: hit.network,
    is_authenticated: hits.some((one) => one.hit.is_authenticated),
    last_at: new Date(lastAt).toISOString(),
    ended_at: last === "end" ? new Date(lastAt).toISOString() : null,
    has_view: hits.some((one) => one.hit.kind === "view" && one.pathId !== null),
  };
}

/** Whole seconds between the visit's beginning and a moment (ms since 1970). */
const secondsIn = (visit: string, at: number): number => Math.max(0, Math.round((at - visitStartedAt(visit)) / 1000));

/** What a stretch did on each page, as rows of its visit. */
export function pageRows(visit: Omit<SessionVisit, "before" | "session">, { hits, lastAt }: Stretch): PageRow[] {
  const rows = new Map<number, PageRow>();
  const left = hits.at(-1)?.hit.kind === "end";
  for (const { hit, pathId } of hits) {
    if (pathId === null) continue;
    const seconds = secondsIn(visit.visit, Date.parse(hit.at));
    const row = rows.get(pathId) ?? {
      ...visit,
      path_id: pathId,
      first_seconds: seconds,
      last_seconds: seconds,
      ended_seconds: left ? secondsIn(visit.visit, lastAt) : null,
      views: 0,
      engaged_seconds: 0,
      scroll_depth: 0,
      is_bounce: !left,
      is_demo: hit.is_demo,
    };
    rows.set(pathId, {
      ...row,
      views: row.views + (hit.kind === "view" ? 1 : 0),
      last_seconds: seconds,
      engaged_seconds: Math.min(Math.max(row.engaged_seconds, hit.engaged), HIT_LIMITS.engaged),
      scroll_depth: Math.max(row.scroll_depth, hit.scroll),
    });
  }
  return [...rows.values()];
}

/** Whose end is to be written, or taken back, besides the rows of the stretch itself. */
export function endsOf({ visit, before }: SessionVisit, stretch: Stretch): VisitEnd[] {
  const ends: VisitEnd[] = [];
  const goesOn = before?.visit === visit;
  if (stretch.hits.at(-1)?.hit.kind === "end") {
    ends.push({ visit, ended_seconds: secondsIn(visit, stretch.lastAt), left: true });
  } else if (goesOn && before.ended_at !== null) {
    ends.push({ visit, ended_seconds: null, left: false });
  }
  // Nobody had ended the one before yet: it did so with its last sign of life.
  if (before && !goesOn && before.ended_at === null) {
    ends.push({ visit: before.visit, ended_seconds: secondsIn(before.visit, before.last_at.getTime()), left: false });
  }
  return ends;
}
