import { authError } from "./errors.ts";

/**
 * Lets at most `atOnce` pieces of work run at a time and `waiting` more wait for their turn, in order.
 * @returns runs a piece of work in its turn; throws DomainError over_request_rate_limit when too many wait already
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else
      throw authError("over_request_rate_limit", "Many people are signing in at this moment. Please try again in a few seconds.");
    try {
      return await work();
    } finally {
      // A place is handed on, so that nobody who comes now gets it first.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
