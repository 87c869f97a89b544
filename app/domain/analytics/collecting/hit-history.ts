import type { RawHit } from "../model.ts";
import { type Evidence, MISSING_MAX, PAGES_MAX } from "./classify-hit.ts";
import { createTally, createVariety } from "./tallies.ts";

/** Whom a process remembers at most. */
const KEYS = 20_000;
const HOUR_MS = 3_600_000;

/** Rejected hits that one network may have in quarantine per hour; what comes on top is only counted. */
export const QUARANTINED_PER_HOUR = 20_000;

/**
 * Remembers for a while what readers, sessions and addresses did. It stays in this process and in memory: addresses are
 * written nowhere.
 */
export function createHitHistory() {
  const sessions = createTally({ windowMs: 10_000, keys: KEYS });
  const readers = createTally({ windowMs: 60_000, keys: KEYS });
  const pages = createVariety({ windowMs: HOUR_MS, keys: KEYS, most: PAGES_MAX + 1 });
  const missing = createVariety({ windowMs: HOUR_MS, keys: KEYS, most: MISSING_MAX + 1 });
  const held = createTally({ windowMs: HOUR_MS, keys: KEYS });

  return {
    /** Takes note of a hit. @param now ms since 1970 */
    see(hit: RawHit, path: string, now: number): Omit<Evidence, "ruling"> {
      const views = hit.kind === "view" ? 1 : 0;
      // Behind a proxy that nobody named everybody has the same address: it says nothing of anybody then.
      const address = hit.isOwnAddress ? hit.address : null;
      return {
        viewsOfSession: views && hit.session ? sessions.add(hit.session, now) : 0,
        viewsOfReader: views && address ? readers.add(`${address} ${hit.userAgent}`, now) : 0,
        pagesOfAddress: views && address ? pages.add(address, path, now) : 0,
        missingOfAddress: address ? missing.count(address, now) : 0,
      };
    },
    /** Takes note that an address asked for a page that isn't there. */
    sawMissing(hit: RawHit, path: string, now: number): void {
      if (hit.isOwnAddress && hit.address) missing.add(hit.address, path, now);
    },
    /** Whether another rejected hit of a network is kept. */
    mayHold: (network: string | null, now: number): boolean => held.add(network ?? "", now) <= QUARANTINED_PER_HOUR,
  };
}

export type HitHistory = ReturnType<typeof createHitHistory>;
