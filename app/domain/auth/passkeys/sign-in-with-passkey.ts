import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { recordAccount } from "../../audit/record-account.ts";
import type { Context } from "../../context.ts";
import type { Site } from "../../settings/settings.ts";
import { lockById } from "../auth.sql.ts";
import { authError, userBanned } from "../auth-errors.ts";
import { CHALLENGE_SECONDS, type SessionMeta } from "../auth-rules.ts";
import { recordBrowser } from "../record-browser.ts";
import { type Session, startSession } from "../sessions.ts";
import { makeChallenge, takeChallenge } from "./challenges.ts";
import { acceptAssertion, verificationFailed, verified } from "./credential.ts";
import { requireRelyingParty } from "./relying-party.ts";

/** For `navigator.credentials.get()`, in WebAuthn's JSON. */
export const signInOptions = z.object({
  challenge_id: z.string(),
  options: z.object({
    challenge: z.string(),
    timeout: z.number().int().describe("Milliseconds"),
    rpId: z.string(),
    userVerification: z.literal("required"),
    allowCredentials: z.array(z.string()).describe("Empty: the device knows which account a passkey is for"),
  }),
  expires_at: z.number().describe("Seconds since 1970"),
});
type SignInOptions = z.infer<typeof signInOptions>;

/** The same for everybody. @throws DomainError passkey_disabled */
export async function offerPasskeySignIn(ctx: Context, site: Site): Promise<SignInOptions> {
  const { id: rpId } = requireRelyingParty(site);
  const { challenge_id, challenge, expires_at } = await makeChallenge(ctx, { purpose: "authentication" });
  const timeout = CHALLENGE_SECONDS * 1000;
  return { challenge_id, options: { challenge, timeout, rpId, userVerification: "required", allowCredentials: [] }, expires_at };
}

const findCredential = (db: Db, credentialId: Buffer, userHandle: Buffer) =>
  db
    .selectFrom("passkeys")
    .select(["id", "user_id", "public_key", "counter"])
    .where("credential_id", "=", credentialId)
    .where("user_handle", "=", userHandle)
    .executeTakeFirst();

/**
 * The session's user has proved two things, the device and what unlocks it. The counter goes up with each use, or stays at zero; one that
 * doesn't is a copy's.
 * @throws DomainError passkey_disabled, webauthn_challenge_not_found, webauthn_challenge_expired; webauthn_verification_failed, also for
 * unknown passkeys; user_banned and email_not_confirmed only if it is right
 */
export async function signInWithPasskey(
  ctx: Context,
  given: { challengeId: string; credential: unknown },
  { meta, site, requireConfirmation }: { meta: SessionMeta; site: Site; requireConfirmation: boolean },
): Promise<Session> {
  const party = requireRelyingParty(site);
  const { challenge } = await takeChallenge(ctx, given.challengeId, null);
  const { clientExtensionResults: _, ...credential } = acceptAssertion(given.credential);
  const handle = Buffer.from(credential.response.userHandle, "base64url");
  const found = await findCredential(ctx.db, Buffer.from(credential.id, "base64url"), handle);
  if (!found) throw verificationFailed();
  const { authenticationInfo } = await verified(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: credential.id, publicKey: new Uint8Array(found.public_key), counter: Number(found.counter) },
    }),
  );
  const { newCounter } = authenticationInfo;
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, found.user_id);
    if (!user) throw verificationFailed();
    if (!user.is_active) throw userBanned();
    if (requireConfirmation && user.email_confirmed_at === null) throw authError("email_not_confirmed", "Email not confirmed");
    const used = await db
      .updateTable("passkeys")
      .set({ counter: newCounter, last_used_at: ctx.clock.now() })
      .where("id", "=", found.id)
      .where((eb) => eb.or([eb("counter", "<", newCounter), eb.and([eb("counter", "=", 0), eb.val(newCounter === 0)])]))
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw verificationFailed();
    await recordBrowser(inside, user.id, meta, site);
    const session = await startSession(inside, user.id, meta, "passkey", found.id);
    await recordAccount(inside, { action: "signed in", account: user, meta, detail: { method: "passkey" } });
    return session;
  });
}
