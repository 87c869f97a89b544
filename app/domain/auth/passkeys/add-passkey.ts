import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { z } from "zod";
import { browserFamily, nameFamily } from "../../../platform/browser-family.ts";
import type { Db } from "../../../platform/database/db.ts";
import { recordAccount } from "../../audit/record-account.ts";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { queueMail } from "../../mail/send-mail.ts";
import type { Site } from "../../settings/settings.ts";
import { findById, lockById } from "../auth.sql.ts";
import { authError, sessionNotFound } from "../auth-errors.ts";
import { CHALLENGE_SECONDS, FACTOR_NAME_MAX, PASSKEYS_MAX, type SessionMeta } from "../auth-rules.ts";
import { requireFreshOwner } from "../factors/require-proof.ts";
import { makeChallenge, takeChallenge } from "./challenges.ts";
import { acceptRegistration, verificationFailed, verified } from "./credential.ts";
import { type Passkey, passkeyColumns, presentPasskey } from "./passkeys.sql.ts";
import { requireRelyingParty } from "./relying-party.ts";

/** COSE: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const HANDLE_BYTES = 32;

/** For `navigator.credentials.create()`, in WebAuthn's JSON. */
export const newPasskeyOptions = z.object({
  challenge_id: z.string(),
  options: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({
      id: z.string().describe("Random, the same for all passkeys of the account"),
      name: z.string(),
      displayName: z.string(),
    }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
    timeout: z.number().int().describe("Milliseconds"),
    attestation: z.literal("none"),
    excludeCredentials: z.array(
      z.object({ type: z.literal("public-key"), id: z.string(), transports: z.array(z.string()).optional() }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  }),
  expires_at: z.number().describe("Seconds since 1970"),
});
type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>;

const findCredentials = (db: Db, userId: string) =>
  db.selectFrom("passkeys").select(["credential_id", "transports", "user_handle"]).where("user_id", "=", userId).execute();

const tooMany = () => authError("too_many_passkeys", "Maximum number of passkeys reached");

/**
 * Begins to add a passkey; the challenge works for this session alone.
 * @throws DomainError passkey_disabled, reauthentication_needed, insufficient_aal, too_many_passkeys
 */
export async function offerPasskey(ctx: Context, actor: SignedIn, site: Site): Promise<NewPasskeyOptions> {
  const party = requireRelyingParty(site);
  await requireFreshOwner(ctx, actor);
  const user = await findById(ctx.db, actor.id);
  if (!user) throw sessionNotFound();
  const known = await findCredentials(ctx.db, actor.id);
  if (known.length >= PASSKEYS_MAX) throw tooMany();
  const userHandle = known[0]?.user_handle ?? Buffer.from(ctx.random.hex(HANDLE_BYTES), "hex");
  const made = await makeChallenge(ctx, { purpose: "registration", sessionId: actor.sessionId, userHandle });
  const { challenge_id, challenge, expires_at } = made;
  const options: NewPasskeyOptions["options"] = {
    rp: { id: party.id, name: party.name },
    user: { id: userHandle.toString("base64url"), name: user.email, displayName: user.full_name ?? user.email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: "none",
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      type: "public-key",
      id: credential_id.toString("base64url"),
      ...(transports.length > 0 && { transports }),
    })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
  return { challenge_id, options, expires_at };
}

/**
 * Its name is that of the browser until the user gives it another.
 * @param given `credential`: what the browser answered, as it is
 * @throws DomainError passkey_disabled, reauthentication_needed, insufficient_aal, webauthn_challenge_not_found, webauthn_challenge_expired,
 * webauthn_verification_failed, webauthn_credential_exists, too_many_passkeys
 */
export async function addPasskey(
  ctx: Context,
  actor: SignedIn,
  given: { challengeId: string; credential: unknown },
  { meta, site }: { meta: SessionMeta; site: Site },
): Promise<Passkey> {
  const party = requireRelyingParty(site);
  await requireFreshOwner(ctx, actor);
  const { challenge, userHandle } = await takeChallenge(ctx, given.challengeId, actor.sessionId);
  if (!userHandle) throw verificationFailed();
  const { clientExtensionResults: _, response, ...credential } = acceptRegistration(given.credential);
  const { clientDataJSON, attestationObject, transports } = response;
  const { registrationInfo } = await verified(ctx, () =>
    verifyRegistrationResponse({
      response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const { id, publicKey, counter } = registrationInfo.credential;
  const browser = nameFamily(browserFamily(meta.userAgent));
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    if ((await findCredentials(db, actor.id)).length >= PASSKEYS_MAX) throw tooMany();
    const added = await db
      .insertInto("passkeys")
      .values({
        user_id: actor.id,
        credential_id: Buffer.from(id, "base64url"),
        public_key: Buffer.from(publicKey),
        counter,
        user_handle: userHandle,
        rp_id: party.id,
        transports: transports ?? [],
        friendly_name: (browser === "Unknown" ? "Passkey" : browser).slice(0, FACTOR_NAME_MAX),
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning(passkeyColumns)
      .executeTakeFirst();
    if (!added) throw authError("webauthn_credential_exists", "This credential is already registered");
    await queueMail(inside, { to: user.email, kind: "passkey_changed", data: { change: "added" }, site });
    await recordAccount(inside, { action: "passkey added", account: user, meta });
    return presentPasskey(added);
  });
}
