import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { authError, codeNeeded, sessionNotFound } from "../auth-errors.ts";
import { FRESH_PROOF_MS } from "../auth-rules.ts";
import { findFactors } from "./factors.sql.ts";

const findProofs = ({ db }: Context, sessionId: string) =>
  db
    .selectFrom("auth_sessions")
    .select(["created_at", "proved_at", "factor_at", "passkey_id"])
    .where("id", "=", sessionId)
    .executeTakeFirst();

/**
 * Or a session that began with a passkey: its user has the device and what unlocks it, which is as much as a password and a code.
 * GoTrue calls that aal1, and so do tokens.
 * @throws DomainError insufficient_aal
 */
export async function requireAal2(ctx: Context, actor: SignedIn): Promise<void> {
  const proofs = await findProofs(ctx, actor.sessionId);
  if (!proofs?.factor_at && !proofs?.passkey_id) throw codeNeeded();
}

/** @throws DomainError insufficient_aal if the account has a factor, and the session no code of it */
export async function requireCodeIfAny(ctx: Context, actor: SignedIn): Promise<void> {
  if ((await findFactors(ctx.db, actor.id)).some(({ status }) => status === "verified")) await requireAal2(ctx, actor);
}

/**
 * Before a factor is added or removed: the session's user has signed in or proved to be the owner within five minutes, and with a factor if
 * the account has one. Otherwise a thief of a token or password could add the first factor and keep the owner out.
 * @throws DomainError reauthentication_needed, insufficient_aal
 */
export async function requireFreshOwner(ctx: Context, actor: SignedIn): Promise<void> {
  const proofs = await findProofs(ctx, actor.sessionId);
  if (!proofs) throw sessionNotFound();
  await requireCodeIfAny(ctx, actor);
  const since = ctx.clock.now().getTime() - FRESH_PROOF_MS;
  const { created_at, proved_at, factor_at } = proofs;
  if ([created_at, proved_at, factor_at].some((at) => at !== null && at.getTime() > since)) return;
  const message =
    "This needs a sign-in within the last five minutes: send current_password, or the nonce of /reauthenticate, to /user first";
  throw authError("reauthentication_needed", message);
}
