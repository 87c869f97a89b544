import type { Context } from "../../context.ts";
import { authError } from "../auth-errors.ts";
import { CHALLENGE_SECONDS } from "../auth-rules.ts";

const BYTES = 32;
/** ms. An expired challenge is told from an unknown one for so long. */
const KEPT_MS = 3_600_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

type Ceremony =
  | { purpose: "registration"; sessionId: string; userHandle: Buffer }
  | { purpose: "authentication"; sessionId?: never; userHandle?: never };

export type NewChallenge = { challenge_id: string; challenge: string; expires_at: number };

/** Deletes old ones. @returns `challenge` in base64url; `expires_at` in seconds since 1970 */
export async function makeChallenge({ db, clock, random }: Context, ceremony: Ceremony): Promise<NewChallenge> {
  const { purpose, sessionId = null, userHandle = null } = ceremony;
  const now = clock.now();
  const challenge = Buffer.from(random.hex(BYTES), "hex");
  await db
    .deleteFrom("passkey_challenges")
    .where("created_at", "<", new Date(now.getTime() - KEPT_MS))
    .execute();
  const { id } = await db
    .insertInto("passkey_challenges")
    .values({ purpose, session_id: sessionId, challenge, user_handle: userHandle, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const expires_at = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS;
  return { challenge_id: id, challenge: challenge.toString("base64url"), expires_at };
}

/**
 * Uses it up, also for an answer that turns out to be wrong.
 * @param sessionId that it was made for; null for signing in
 * @throws DomainError webauthn_challenge_not_found, also for one of another purpose or session; webauthn_challenge_expired
 */
export async function takeChallenge({ db, clock }: Context, id: string, sessionId: string | null) {
  const taken = isUuid(id)
    ? await db
        .deleteFrom("passkey_challenges")
        .where("id", "=", id)
        .where("purpose", "=", sessionId === null ? "authentication" : "registration")
        .$if(sessionId !== null, (query) => query.where("session_id", "=", sessionId as string))
        .returning(["challenge", "user_handle", "created_at"])
        .executeTakeFirst()
    : undefined;
  if (!taken) throw authError("webauthn_challenge_not_found", "Challenge not found or already used");
  const age = clock.now().getTime() - taken.created_at.getTime();
  if (age > CHALLENGE_SECONDS * 1000) throw authError("webauthn_challenge_expired", "Challenge has expired");
  return { challenge: taken.challenge.toString("base64url"), userHandle: taken.user_handle };
}
