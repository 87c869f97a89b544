import { authError } from "./errors.ts";

/** Somebody who waits for a turn: `begin` gives it to them, `giveUp` sends them away. */
type Waiter = { begin(): void; giveUp(): void };

const tooMany = () =>
  authError("over_request_rate_limit", "Many people are signing in at this moment. Please try again in a few seconds.");

/**
 * Shares turns fairly. At most `atOnce` pieces of work run and `waiting` more wait. Those who wait are served one account or address
 * after the other, each in its own order, and none of them has more than `each` places. When all places are taken, the one with the most
 * of them gives one up to one with fewer. `p-limit` and `p-queue` know neither accounts nor places.
 * @returns runs a piece of work in its turn; `whose` is the account or address it is for. Throws DomainError over_request_rate_limit
 *   when there is no place
 */
export function createFairSemaphore({ atOnce, waiting, each }: { atOnce: number; waiting: number; each: number }) {
  let running = 0;
  let total = 0;
  /** Ordered by whose turn comes next. */
  const lines = new Map<string, Waiter[]>();

  /** Takes a place from the one with the most, unless a newcomer with `mine` would then have more. */
  function makeRoom(mine: number): boolean {
    let longest: { whose: string; line: Waiter[] } | undefined;
    for (const [whose, line] of lines) if (line.length > (longest?.line.length ?? 0)) longest = { whose, line };
    if (!longest || longest.line.length <= mine + 1) return false;
    longest.line.pop()?.giveUp();
    total--;
    return true;
  }

  function wait(whose: string): Promise<void> {
    const line = lines.get(whose) ?? [];
    if (line.length >= each || (total >= waiting && !makeRoom(line.length))) throw tooMany();
    return new Promise((resolve, reject) => {
      line.push({ begin: resolve, giveUp: () => reject(tooMany()) });
      lines.set(whose, line);
      total++;
    });
  }

  function next(): Waiter | undefined {
    const first = lines.entries().next().value;
    if (!first) return undefined;
    const [whose, line] = first;
    const waiter = line.shift();
    // To the end of the round; gone where nobody is left.
    lines.delete(whose);
    if (line.length > 0) lines.set(whose, line);
    total--;
    return waiter;
  }

  return async function inTurn<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else await wait(whose);
    try {
      return await work();
    } finally {
      // A turn is handed on, so that nobody who comes now gets it first.
      const waiter = next();
      if (waiter) waiter.begin();
      else running--;
    }
  };
}
