import { isAuthApiError } from "@supabase/auth-js";
import { type TOTP, URI } from "otpauth";
import { expect } from "vitest";
import type { TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage, stranger } from "./client.ts";

/** A clock that tests move on, in ms. */
export function createMovedClock() {
  let moved = 0;
  let stopped: number | undefined;
  return {
    now: () => new Date((stopped ?? Date.now()) + moved),
    move: (ms: number) => {
      moved += ms;
    },
    /** While `work` runs, however long it takes. */
    stopDuring: async <T>(work: () => Promise<T>): Promise<T> => {
      stopped = Date.now();
      return work().finally(() => {
        stopped = undefined;
      });
    },
  };
}
export type MovedClock = ReturnType<typeof createMovedClock>;

/** What an authenticator app does with the address of the QR code. */
function createAuthenticator(uri: string, clock: MovedClock) {
  const app = URI.parse(uri) as TOTP;
  return {
    app,
    /** @param off ms by which the phone's clock is fast */
    code: (off = 0) => app.generate({ timestamp: clock.now().getTime() + off }),
    /** That of the next 30 seconds, after they have begun. */
    next: () => {
      clock.move(30_000);
      return app.generate({ timestamp: clock.now().getTime() });
    },
  };
}

/** Status and code; anything else that isn't an answer of the server fails the test. */
export function refusal({ error }: { error: unknown }): (string | number | undefined)[] {
  if (!isAuthApiError(error)) throw error ?? new Error("it wasn't refused");
  return [error.status, error.code];
}

export const newClient = (app: Pick<TestApp, "fetch">) =>
  createClient(app, createStorage(), { experimental: { recoveryCodes: true } });

/** Signs up, so the account has a session that has just begun. */
export async function signedUp(app: Pick<TestApp, "fetch">) {
  const who = stranger();
  const client = newClient(app);
  const { data, error } = await client.signUp(who);
  expect(error).toBeNull();
  return { ...who, id: data.user?.id ?? "", client };
}

export async function signIn(app: Pick<TestApp, "fetch">, { email, password }: { email: string; password: string }) {
  const client = newClient(app);
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

/** Begins to set up an app. */
export async function enroll(client: ReturnType<typeof newClient>, clock: MovedClock, friendlyName = "Phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  expect(error).toBeNull();
  if (!data) throw new Error("no factor");
  return { factorId: data.id, ...data.totp, ...createAuthenticator(data.totp.uri, clock) };
}

/** A user with a verified factor. */
export async function withFactor(app: Pick<TestApp, "fetch">, clock: MovedClock) {
  const who = await signedUp(app);
  const phone = await enroll(who.client, clock);
  expect((await who.client.mfa.challengeAndVerify({ factorId: phone.factorId, code: phone.code() })).error).toBeNull();
  return { ...who, phone };
}
