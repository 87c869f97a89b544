import { randomInt } from "node:crypto";
import { HIT_LIMITS, type StoredHit, visitNumber } from "../model.ts";
import type { IncomingPage, IncomingStretch } from "./counting-model.ts";
import type { VisitSegment } from "./visit-segments.ts";

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

/** What a stretch did on each page; an address without a page leaves nothing. */
function pagesOf({ hits }: VisitSegment): IncomingPage[] {
  const pages = new Map<number, IncomingPage>();
  for (const { hit, pathId } of hits) {
    if (pathId === null) continue;
    const at = Date.parse(hit.at);
    const page = pages.get(pathId) ?? { path_id: pathId, first_ms: at, last_ms: at, views: 0, attention: [], scroll: 0 };
    pages.set(pathId, page);
    page.last_ms = at;
    if (hit.kind === "view") page.views += 1;
    if (hit.engaged > 0) attend(page.attention, hit);
    page.scroll = Math.max(page.scroll, hit.scroll);
  }
  return [...pages.values()];
}

/** Of each view the greatest value counts, so that a word that comes twice or late changes nothing. */
function attend(views: IncomingPage["attention"], { view = 0, engaged }: StoredHit): void {
  const seconds = Math.min(engaged, HIT_LIMITS.engaged);
  const known = views.find((one) => one.view === view);
  if (known) known.seconds = Math.max(known.seconds, seconds);
  else views.push({ view, seconds });
}

/** A stretch as it goes to the database: with the number of the visit that it begins, unless one goes on. */
export function incoming(stretch: VisitSegment): IncomingStretch {
  const { session, hits, firstAt, lastAt } = stretch;
  const [{ hit, originId, agentId, placeId }] = hits;
  return {
    session,
    visit: visitNumber(firstAt, nextRandom()).toString(),
    visitor: hit.visitor,
    origin_id: originId,
    agent_id: agentId,
    place_id: placeId,
    network: hit.network,
    is_authenticated: hits.some((one) => one.hit.is_authenticated),
    is_demo: hit.is_demo,
    last_ms: lastAt,
    has_left: hits.at(-1)?.hit.kind === "end",
    has_view: hits.some((one) => one.hit.kind === "view" && one.pathId !== null),
    pages: pagesOf(stretch),
  };
}
