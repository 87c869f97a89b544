import { createHash } from "node:crypto";
import { subscriberOf } from "../../platform/limits/shorten-address.ts";
import type { Context } from "../context.ts";
import { TooSoonError } from "./errors.ts";
import { addressesOf, findTries, markTold, takeBackTry, takeTry } from "./sign-in-tries.sql.ts";

/** So many wrong passwords in an hour are free; each further one makes the next try wait. */
export const FREE_FAILURES = 10;
const LONGEST_WAIT_SECONDS = 60;
const WINDOW_MS = 3_600_000;
const TELL_AGAIN_MS = 86_400_000;

/** An account as it is counted: by what was typed, so that those that don't exist are slowed down alike. */
const keyOf = (email: string) => createHash("sha256").update(email.normalize("NFKC").trim().toLowerCase()).digest();

/** 1, 2, 4 … up to 60 seconds after the tenth failure, the eleventh … */
const waitAfter = (failures: number) => Math.min(2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_WAIT_SECONDS) * 1000;

/** A try that was let through. */
export type AdmittedTry = {
  /** it was no wrong password */
  takeBack(): Promise<void>;
  /** @returns how many wrong passwords there were within the hour, once in a day, when it is time to tell the owner; else null */
  failed(): Promise<number | null>;
};

/**
 * Lets a password be tried, from wherever it comes. After ten wrong ones within an hour an account's tries have to keep a distance that
 * grows to a minute. Addresses from which somebody has signed in to this account before don't wait, so that nobody
 * keeps an owner out.
 * @param from the address, where it is certain
 * @throws TooSoonError with the seconds to wait
 */
export async function admitSignIn(ctx: Context, email: string, from: string | null): Promise<AdmittedTry> {
  const account = keyOf(email);
  const { db, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - WINDOW_MS);
  const limits = { free: FREE_FAILURES, longest: LONGEST_WAIT_SECONDS };
  const taken = await takeTry(db, { account, now, since, ...limits });
  if (!taken && !(from !== null && (await isKnown(ctx, email, from)))) {
    const tries = await findTries(db, account);
    const until = tries ? tries.last_at.getTime() + waitAfter(tries.failures) : 0;
    throw new TooSoonError(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
  }
  return {
    takeBack: async () => {
      if (taken) await takeBackTry(db, account);
    },
    failed: async () => {
      const failures = taken?.failures ?? FREE_FAILURES;
      if (failures < FREE_FAILURES) return null;
      return (await markTold(db, account, now, new Date(now.getTime() - TELL_AGAIN_MS))) ? failures : null;
    },
  };
}

async function isKnown({ db }: Context, email: string, from: string): Promise<boolean> {
  const own = subscriberOf(from);
  return (await addressesOf(db, email)).some((address) => subscriberOf(address) === own);
}
