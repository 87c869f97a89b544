import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Settings } from "../settings/settings.ts";
import { type SignedInBy, signAccessToken } from "./access-tokens.ts";
import { endSessionsOf, findById, userColumns } from "./auth.sql.ts";
import { authError, sessionNotFound, userBanned } from "./auth-errors.ts";
import {
  ACCESS_TOKEN_SECONDS,
  REFRESH_REUSE_SECONDS,
  SESSIONS_MAX,
  type SessionMeta,
  type SignInMethod,
  USER_AGENT_MAX,
} from "./auth-rules.ts";
import { findFactors } from "./factors/factors.sql.ts";
import { authUser, presentUser, type UserRow } from "./present-user.ts";

const BYTES = 32;

const makeRefreshToken = ({ random }: Pick<Context, "random">): string =>
  Buffer.from(random.hex(BYTES), "hex").toString("base64url");

/** Always the same one. Nobody can guess it without both the token and the session's secret. */
const nextRefreshToken = (token: string, secret: Buffer): string =>
  createHmac("sha256", secret).update(token).digest("base64url");

/** Tokens have 256 random bits, so a plain hash can't be reversed. */
const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** GoTrue's format. */
export const authSession = z.object({
  access_token: z.string().describe("A JWT (ES256) for `Authorization: Bearer`"),
  token_type: z.literal("bearer"),
  expires_in: z.number().describe("Seconds until the access token expires"),
  expires_at: z.number().describe("The same, in seconds since 1970"),
  refresh_token: z.string().describe("Works once, to get the next session"),
  user: authUser,
  weak_password: z
    .object({ message: z.string(), reasons: z.array(z.string()) })
    .optional()
    .describe("Why the password should be changed"),
});
export type Session = z.infer<typeof authSession>;

/** For the operator. */
export type EndReason =
  | "signed_out"
  | "revoked"
  | "password_changed"
  | "deactivated"
  | "token_reused"
  | "expired"
  | (string & {});

export type OpenSession = {
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string | null;
  address: string | null;
};

const placeOf = ({ address, userAgent }: SessionMeta) => ({
  address,
  userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
});

type PresentedSession = { sessionId: string; began: SignedInBy; factor?: SignedInBy | null; refreshToken: string };

async function presentSession(
  ctx: Context,
  row: UserRow,
  { sessionId, began, factor = null, refreshToken }: PresentedSession,
  meta: SessionMeta,
): Promise<Session> {
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
  return {
    access_token: await signAccessToken(ctx, row, sessionId, { issuedAt, issuer: meta.issuer, began, factor }),
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: issuedAt + ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: presentUser(row, await findFactors(ctx.db, row.id)),
  };
}

/** May run in the caller's transaction. @param method of proof @param passkeyId with the method `passkey` @throws DomainError user_banned for a deactivated or deleted account */
export async function startSession(
  ctx: Context,
  userId: string,
  meta: SessionMeta,
  method: SignInMethod = "password",
  passkeyId: string | null = null,
): Promise<Session> {
  const token = makeRefreshToken(ctx);
  const now = ctx.clock.now();
  const values = { userId, tokenHash: hashRefreshToken(token), method, passkeyId, now, ...placeOf(meta) };
  const row = await insertSession(ctx.db, values);
  if (!row) throw userBanned();
  return presentSession(ctx, row, { sessionId: row.session_id, began: { method, at: now }, refreshToken: token }, meta);
}

/** One statement; ends surplus sessions beyond SESSIONS_MAX. @returns undefined without such an active account */
async function insertSession(
  db: Db,
  values: {
    userId: string;
    tokenHash: Buffer;
    method: SignInMethod;
    passkeyId: string | null;
    address: string | null;
    userAgent: string | null;
    now: Date;
  },
): Promise<(UserRow & { session_id: string }) | undefined> {
  const { userId, tokenHash, method, passkeyId, address, userAgent, now } = values;
  const { rows } = await sql<UserRow & { session_id: string }>`
    with session as (
      insert into auth_sessions (user_id, created_at, last_used_at, user_agent, address, method, passkey_id)
      select id, ${now}, ${now}, ${userAgent}, ${address}, ${method}, ${passkeyId}::uuid from users where id = ${userId} and is_active
      returning id, user_id
    ), surplus as (
      update auth_sessions set ended_at = ${now}, ended_reason = 'too_many' where id in (
        select id from auth_sessions where user_id = ${userId} and ended_at is null
        order by last_used_at desc, id offset ${SESSIONS_MAX - 1})
    ), token as (
      insert into refresh_tokens (session_id, token_hash, created_at) select id, ${tokenHash}, ${now} from session
    )
    update users set last_sign_in_at = ${now}, invited_at = null from session where users.id = session.user_id
    returning ${sql.join(userColumns.map((column) => sql.ref(`users.${column}`)))}, session.id as session_id`.execute(db);
  return rows[0];
}

const factorOf = ({ factor_method, factor_at }: { factor_method: string | null; factor_at: Date | null }): SignedInBy | null =>
  factor_method !== null && factor_at !== null ? { method: factor_method, at: factor_at } : null;

/**
 * To aal2. Its earlier refresh tokens end, so that a copy from before isn't raised, too. In the transaction of `ctx.db`.
 * @throws DomainError session_not_found if it has ended in the meantime
 */
export async function raiseSession(
  ctx: Context,
  { id: userId, sessionId }: Pick<SignedIn, "id" | "sessionId">,
  factor: { id: string; method: string },
  meta: SessionMeta,
): Promise<Session> {
  const now = ctx.clock.now();
  const raised = await ctx.db
    .updateTable("auth_sessions")
    .set({ factor_id: factor.id, factor_method: factor.method, factor_at: now, last_used_at: now })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning(["method", "created_at"])
    .executeTakeFirst();
  const user = await findById(ctx.db, userId);
  if (!raised || !user) throw sessionNotFound();
  const token = makeRefreshToken(ctx);
  await ctx.db.deleteFrom("refresh_tokens").where("session_id", "=", sessionId).execute();
  const values = { session_id: sessionId, token_hash: hashRefreshToken(token), created_at: now };
  await ctx.db.insertInto("refresh_tokens").values(values).execute();
  const began = { method: raised.method, at: raised.created_at };
  return presentSession(ctx, user, { sessionId, began, factor: { method: factor.method, at: now }, refreshToken: token }, meta);
}

/** Their tokens are invalid from now on. @returns how many */
export const endSessions = (
  ctx: Context,
  userId: string,
  { except, reason }: { except?: string; reason: EndReason },
): Promise<number> => endSessionsOf(ctx.db, userId, { ...(except !== undefined && { except }), reason, now: ctx.clock.now() });

export const listSessions = (ctx: Context, userId: string): Promise<OpenSession[]> =>
  ctx.db
    .selectFrom("auth_sessions")
    .select(["id", "created_at", "last_used_at", "user_agent", "address"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();

/** @throws DomainError PGRST116 when it isn't theirs or has ended */
export async function revokeSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const ended = await endSessionsOf(ctx.db, userId, { only: sessionId, reason: "revoked", now: ctx.clock.now() });
  if (ended === 0) throw notFound("Session");
}

/** ms in which the reuse of a token ends the session */
const REMEMBER_MS = 30 * 86_400_000;

const tokenNotFound = () => authError("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");

const sessionExpired = () => authError("session_expired", "Invalid Refresh Token: Session Expired");

const alreadyUsed = () => authError("refresh_token_already_used", "Invalid Refresh Token: Already Used");

/** Days: without use, and at most. */
export type SessionLife = Pick<Settings, "sessionIdleDays" | "sessionMaxDays">;

const DAY_MS = 86_400_000;

/** Sessions not used since `idleSince`, or started before `beganBefore`, have ended. */
export const endsOf = ({ sessionIdleDays, sessionMaxDays }: SessionLife, now: Date) => ({
  idleSince: new Date(now.getTime() - sessionIdleDays * DAY_MS),
  beganBefore: new Date(now.getTime() - sessionMaxDays * DAY_MS),
});

/** Locks the session, so that concurrent refreshes wait for each other. */
const lockByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("auth_sessions as s", "s.id", "t.session_id")
    .innerJoin("users", "users.id", "s.user_id")
    .select(userColumns.map((column) => `users.${column}` as const))
    .select(["t.id as token_id", "s.id as session_id", "s.ended_at", "s.refresh_secret", "s.method", "s.last_used_at"])
    .select(["s.created_at as session_began", "s.factor_method", "s.factor_at"])
    .where("t.token_hash", "=", tokenHash)
    .forUpdate("s")
    .executeTakeFirst();

type Found = NonNullable<Awaited<ReturnType<typeof lockByToken>>>;

type Exchange = Found & { active: string };

/**
 * A used token is accepted again within REFRESH_REUSE_SECONDS, because several tabs may have it, and as long as the token after it hasn't
 * been used, because the answer may have been lost. It always leads to the same next token, so a stolen copy can't start a separate chain.
 * If the token after it has been used, too, there must be a copy, so the session ends for everybody. (GoTrue's two exceptions, "What are
 * sessions?")
 * @throws DomainError refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
 */
export async function refreshSession(ctx: Context, token: string, meta: SessionMeta, life: SessionLife): Promise<Session> {
  // Thrown after the transaction, so that a refusal doesn't roll back its changes.
  const found = await ctx.db.transaction().execute((db) => exchange({ ...ctx, db }, token, meta, life));
  if (found instanceof Error) throw found;
  const { session_id: sessionId, method, session_began: at, active } = found;
  const factor = factorOf(found);
  return presentSession(ctx, found, { sessionId, began: { method, at }, factor, refreshToken: active }, meta);
}

/** Lock the session first. */
const usedAt = async (db: Db, tokenId: number): Promise<Date | null> => {
  const { used_at } = await db.selectFrom("refresh_tokens").select("used_at").where("id", "=", tokenId).executeTakeFirstOrThrow();
  return used_at;
};

async function exchange(ctx: Context, token: string, meta: SessionMeta, life: SessionLife): Promise<Exchange | Error> {
  const { db } = ctx;
  const found = await lockByToken(db, hashRefreshToken(token));
  if (!found) return tokenNotFound();
  if (!found.is_active) return userBanned();
  if (found.ended_at !== null) return tokenNotFound();
  const { token_id: tokenId, session_id: sessionId } = found;
  const now = ctx.clock.now();
  const { idleSince, beganBefore } = endsOf(life, now);
  if (found.last_used_at < idleSince || found.session_began < beganBefore) {
    await endSessionsOf(db, found.id, { only: sessionId, reason: "expired", now });
    return sessionExpired();
  }
  const used = await usedAt(db, tokenId);
  const isLate = used !== null && now.getTime() - used.getTime() > REFRESH_REUSE_SECONDS * 1000;
  if (isLate && (await isNextUsed(db, token, found))) {
    await endSessionsOf(db, found.id, { only: sessionId, reason: "token_reused", now });
    ctx.log.warn({ userId: found.id, sessionId }, "a used refresh token was presented again, so its session was ended");
    return alreadyUsed();
  }
  const active = await activeToken(ctx, token, found, meta);
  await db
    .deleteFrom("refresh_tokens")
    .where("session_id", "=", sessionId)
    .where("used_at", "<", new Date(now.getTime() - REMEMBER_MS))
    .execute();
  return { ...found, active };
}

const findToken = (db: Db, sessionId: string, tokenHash: Buffer) =>
  db
    .selectFrom("refresh_tokens")
    .select(["id", "used_at"])
    .where("session_id", "=", sessionId)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();

/** Then the answer with it has arrived somewhere. */
const isNextUsed = async (db: Db, token: string, { session_id: sessionId, refresh_secret: secret }: Found): Promise<boolean> =>
  (await findToken(db, sessionId, hashRefreshToken(nextRefreshToken(token, secret))))?.used_at !== null;

async function activeToken({ db, clock }: Context, token: string, found: Found, meta: SessionMeta): Promise<string> {
  const { session_id: sessionId, refresh_secret: secret } = found;
  const where = { sessionId, now: clock.now(), ...placeOf(meta) };
  let tokenId = found.token_id;
  let active = nextRefreshToken(token, secret);
  for (;;) {
    const tokenHash = hashRefreshToken(active);
    const known = await findToken(db, sessionId, tokenHash);
    if (!known) {
      await rotateToken(db, { tokenId, tokenHash, ...where });
      return active;
    }
    if (known.used_at === null) {
      await db
        .updateTable("auth_sessions")
        .set((eb) => ({
          last_used_at: where.now,
          address: eb.fn.coalesce(eb.val(where.address), "address"),
          user_agent: eb.fn.coalesce(eb.val(where.userAgent), "user_agent"),
        }))
        .where("id", "=", where.sessionId)
        .execute();
      return active;
    }
    tokenId = known.id;
    active = nextRefreshToken(active, secret);
  }
}

async function rotateToken(
  db: Db,
  values: { tokenId: number; sessionId: string; tokenHash: Buffer; address: string | null; userAgent: string | null; now: Date },
): Promise<void> {
  const { tokenId, sessionId, tokenHash, address, userAgent, now } = values;
  await sql`
    with used as (
      update refresh_tokens set used_at = coalesce(used_at, ${now}) where id = ${tokenId}
    ), child as (
      insert into refresh_tokens (session_id, token_hash, parent_id, created_at)
      values (${sessionId}, ${tokenHash}, ${tokenId}, ${now})
    )
    update auth_sessions set last_used_at = ${now}, address = coalesce(${address}, address),
      user_agent = coalesce(${userAgent}, user_agent)
    where id = ${sessionId}`.execute(db);
}
