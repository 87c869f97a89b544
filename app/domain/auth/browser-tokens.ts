import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SignedIn } from "../authorize.ts";
import { mayEnterBackOffice } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { findByEmail, findSessionUser } from "./auth.sql.ts";
import { ALG, currentKeys, verifyingKey } from "./keys.ts";

/** The token's audience, so that no kind is taken for another, or for an access token. */
type Purpose = "maintenance" | "known browser";

/** The browser fetches a new pass before that. */
export const PASS_SECONDS = 3600;
/** After the last sign-in. */
export const KNOWN_BROWSER_SECONDS = 365 * 86_400;

type Claims = { purpose: Purpose; userId: string; seconds: number; others: JWTPayload };

async function issue(ctx: Context, { purpose, userId, seconds, others }: Claims): Promise<string> {
  const { kid, key } = (await currentKeys(ctx)).signing;
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
  return new SignJWT(others)
    .setProtectedHeader({ alg: ALG, kid, typ: "JWT" })
    .setSubject(userId)
    .setAudience(purpose)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(key);
}

async function read(ctx: Context, purpose: Purpose, token: string): Promise<JWTPayload | null> {
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await verifyingKey(ctx, kid);
    if (!key) throw new Error("signed by another key");
    return key;
  };
  const options = { algorithms: [ALG], audience: purpose, currentDate: ctx.clock.now(), requiredClaims: ["sub", "exp"] };
  return (await jwtVerify(token, keyOf, options).catch(() => null))?.payload ?? null;
}

/** A JWT that opens pages during maintenance, and permits no changes. It ends with the user's session. */
export const issuePass = (ctx: Context, user: SignedIn): Promise<string> =>
  issue(ctx, { purpose: "maintenance", userId: user.id, seconds: PASS_SECONDS, others: { session_id: user.sessionId } });

/** Reads the database on each call: the session must be open, and its user still be let in. */
export async function acceptsPass(ctx: Context, pass: string): Promise<boolean> {
  const { sub, session_id: sessionId } = (await read(ctx, "maintenance", pass)) ?? {};
  if (sub === undefined || typeof sessionId !== "string") return false;
  const user = await findSessionUser(ctx.db, sessionId, sub);
  if (!user?.is_active || !user.is_open || user.needs_code) return false;
  return mayEnterBackOffice({ ...user, role: user.role === "admin" ? "admin" : "user" });
}

/** A JWT: next time, attempts from this browser needn't wait for those of others. It permits nothing else. */
export const markBrowser = (ctx: Context, userId: string): Promise<string> =>
  issue(ctx, { purpose: "known browser", userId, seconds: KNOWN_BROWSER_SECONDS, others: { jti: ctx.random.hex(16) } });

/** The number of the sign-in, if it was to the account with this email address. */
export async function readMark(ctx: Context, mark: string, email: string): Promise<string | null> {
  const { sub, jti } = (await read(ctx, "known browser", mark)) ?? {};
  if (sub === undefined || jti === undefined) return null;
  return (await findByEmail(ctx.db, email.trim()))?.id === sub ? jti : null;
}
