import { useEffect, useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { mayHavePasskeys } from "../../../domain/auth/auth-rules.ts";
import { useSite } from "../../data.ts";
import { codeOf } from "./failure.ts";
import { passkeyProblem } from "./passkey-problem.ts";
import { texts } from "./passkey-texts.ts";

/** Passkeys work at the site's own URL alone. */
export const canUsePasskeys = (siteUrl: string): boolean =>
  "PublicKeyCredential" in window && location.origin === new URL(siteUrl).origin && mayHavePasskeys(location.hostname);

/** ms. A challenge works for five minutes, and a form may be open for hours. */
const RENEW_MS = 4 * 60_000;
/** For browsers that end an offer at once. */
const FAILURES_MAX = 3;

/** Those of the passkey that was picked. Others leave the form as it is: nobody has asked for a passkey yet. */
const OF_PICKED = new Set([
  "webauthn_verification_failed",
  "webauthn_challenge_expired",
  "webauthn_challenge_not_found",
  "email_not_confirmed",
  "user_banned",
]);

type Options = { mediation?: CredentialMediationRequirement; signal?: AbortSignal };

/** It changes the auth state. @throws what the auth client returns */
async function signInWithPasskey(options: Options = {}): Promise<void> {
  const { auth, profileLoaded } = await loadAuth();
  const { error } = await auth.signInWithPasskey({ options });
  if (error) throw error;
  await profileLoaded();
}

const problemOf = (error: unknown) => passkeyProblem(error, { unused: texts.notUsed, otherwise: texts.notSignedIn });

function shown(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

/** The browser suggests passkeys with the user names of a field that has `autocomplete="username webauthn"`. */
async function suggestPasskeys(stop: AbortSignal, onProblem: (problem: string) => void): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  for (let failures = 0; failures < FAILURES_MAX && !stop.aborted; await shown()) {
    const renew = AbortSignal.timeout(RENEW_MS);
    try {
      return await signInWithPasskey({ mediation: "conditional", signal: AbortSignal.any([stop, renew]) });
    } catch (error) {
      if (stop.aborted) return;
      if (!renew.aborted) failures += 1;
      if (OF_PICKED.has(codeOf(error))) onProblem(problemOf(error));
    }
  }
}

/**
 * For a sign-in form: its button, and suggestions at its field.
 * @param suggests whether the form has that field
 * @returns `isOffered`: false where the browser or the address has no passkeys
 */
export function usePasskeySignIn({ suggests }: { suggests: boolean }) {
  const { url } = useSite();
  const [isOffered, setOffered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => setOffered(canUsePasskeys(url)), [url]);
  // Browsers take one request at a time, so the suggestions pause for the button.
  useEffect(() => {
    if (!isOffered || !suggests || isBusy) return;
    const stop = new AbortController();
    suggestPasskeys(stop.signal, setProblem).catch(() => {});
    return () => stop.abort();
  }, [isOffered, suggests, isBusy]);
  const signIn = async () => {
    if (isBusy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      await signInWithPasskey();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return { isOffered, isBusy, problem, signIn, reset: () => setProblem(undefined) };
}
