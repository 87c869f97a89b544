import { jwtVerify, SignJWT } from "jose";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { ALG, currentKeys, verifyingKey } from "./keys.ts";
import { findSessionUser } from "./session.sql.ts";

/** Keeps a pass from being taken for an access token, and the other way round. */
const AUDIENCE = "maintenance";
/** How long a pass is valid, in seconds. The browser fetches a new one by itself. */
export const PASS_SECONDS = 3600;

/**
 * Signs the pass that shows an admin's browser the site while it is closed for maintenance. It opens pages and says nothing
 * about who may change anything.
 * @param admin who is signed in; the pass ends with their session
 * @returns a JWT
 */
export async function issuePass(ctx: Context, admin: Extract<Actor, { kind: "user" }>): Promise<string> {
  const { kid, key } = (await currentKeys(ctx)).signing;
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
  return new SignJWT({ session_id: admin.sessionId })
    .setProtectedHeader({ alg: ALG, kid, typ: "JWT" })
    .setSubject(admin.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + PASS_SECONDS)
    .sign(key);
}

/** Whether a pass is one of ours, still valid, and its session still an active admin's. Asks the database each time. */
export async function acceptsPass(ctx: Context, pass: string): Promise<boolean> {
  const claims = await readPass(ctx, pass);
  if (!claims) return false;
  const user = await findSessionUser(ctx.db, claims.sessionId, claims.userId);
  return user !== undefined && user.role === "admin" && user.is_active && user.ended_at === null;
}

async function readPass(ctx: Context, pass: string): Promise<{ userId: string; sessionId: string } | null> {
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await verifyingKey(ctx, kid);
    if (!key) throw new Error("signed by another key");
    return key;
  };
  const options = {
    algorithms: [ALG],
    audience: AUDIENCE,
    currentDate: ctx.clock.now(),
    requiredClaims: ["sub", "session_id", "exp"],
  };
  const verified = await jwtVerify(pass, keyOf, options).catch(() => null);
  const { sub, session_id } = verified?.payload ?? {};
  return typeof sub === "string" && typeof session_id === "string" ? { userId: sub, sessionId: session_id } : null;
}
