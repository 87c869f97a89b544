import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { findSessionUser } from "./auth.sql.ts";
import { authError, codeNeeded, sessionNotFound, userBanned, userNotFound } from "./auth-errors.ts";
import { ACCESS_TOKEN_SECONDS } from "./auth-rules.ts";
import { ALG, currentKeys, verifyingKey } from "./keys.ts";
import { appMetadata, type UserRow, userMetadata } from "./present-user.ts";

const AUDIENCE = "authenticated";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `role` is for display; permissions depend on the users table, which is read on each request. */
type AccessToken = { userId: string; sessionId: string; email: string; role: string };

export type SignedInBy = { method: string; at: Date };

const amrOf = ({ method, at }: SignedInBy) => ({ method, timestamp: Math.floor(at.getTime() / 1000) });

/**
 * A JWT with GoTrue's claims, valid for an hour.
 * @param options `issuedAt`: seconds since 1970; `began` and `factor`: the `amr` claim; a factor makes it `aal2`
 */
export async function signAccessToken(
  ctx: Context,
  row: Pick<UserRow, "id" | "email" | "role" | "user_metadata" | "full_name">,
  sessionId: string,
  {
    issuedAt,
    issuer,
    began,
    factor = null,
  }: { issuedAt: number; issuer?: string | undefined; began: SignedInBy; factor?: SignedInBy | null },
): Promise<string> {
  const { kid, key } = (await currentKeys(ctx)).signing;
  const claims = {
    email: row.email,
    phone: "",
    role: "authenticated",
    aal: factor ? "aal2" : "aal1",
    amr: [...(factor ? [amrOf(factor)] : []), amrOf(began)],
    session_id: sessionId,
    is_anonymous: false,
    app_metadata: appMetadata(row.role),
    user_metadata: userMetadata(row),
  };
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: ALG, kid, typ: "JWT" })
    .setSubject(row.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS);
  return (issuer ? token.setIssuer(issuer) : token).sign(key);
}

const badToken = (why: string, cause?: unknown) =>
  authError("bad_jwt", `invalid JWT: unable to parse or verify signature, ${why}`, cause);

/** ES256, by a key of this database. The issuer isn't checked, because the site's URL may change. @throws DomainError bad_jwt */
async function verifyAccessToken(ctx: Context, token: string): Promise<AccessToken> {
  const key = await keyOf(ctx, token);
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALG],
    audience: AUDIENCE,
    currentDate: ctx.clock.now(),
    requiredClaims: ["sub", "session_id", "iat", "exp"],
  }).catch((error: unknown) => {
    throw error instanceof errors.JWTExpired ? badToken("token is expired", error) : badToken("token is invalid", error);
  });
  const { sub, session_id: sessionId, email, app_metadata: app } = payload;
  if (!isId(sub) || !isId(sessionId)) throw badToken("claims are invalid");
  const role = (app as { role?: unknown } | undefined)?.role;
  return {
    userId: sub,
    sessionId,
    email: typeof email === "string" ? email : "",
    role: typeof role === "string" ? role : "user",
  };
}

const isId = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

async function keyOf(ctx: Context, token: string) {
  let header: { alg?: string; kid?: string };
  try {
    header = decodeProtectedHeader(token);
  } catch (error) {
    throw badToken("token is malformed", error);
  }
  if (header.alg !== ALG) throw badToken("signing method is invalid");
  const key = typeof header.kid === "string" ? await verifyingKey(ctx, header.kid) : undefined;
  if (!key) throw badToken("unrecognized JWT kid");
  return key;
}

/**
 * Reads the database each time, so that ended sessions, deactivated accounts and changed roles and grants take effect at once.
 * @param options `beforeCode`: also while the account has two-step sign-in and the session's code is missing
 * @throws DomainError bad_jwt, session_not_found, user_banned, user_not_found, insufficient_aal
 */
export async function authenticateToken(
  ctx: Context,
  token: string,
  { beforeCode = false } = {},
): Promise<Actor & { kind: "user" }> {
  const { userId, sessionId } = await verifyAccessToken(ctx, token);
  const found = await findSessionUser(ctx.db, sessionId, userId);
  if (!found) throw userNotFound();
  if (!found.is_active) throw userBanned();
  if (!found.is_open) throw sessionNotFound();
  if (found.needs_code && !beforeCode) throw codeNeeded();
  const { id, email, role, grants, has_code: hasCode } = found;
  return { kind: "user", id, email, role: role === "admin" ? "admin" : "user", grants, sessionId, hasCode };
}
