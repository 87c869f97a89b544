import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import { userBanned } from "../auth/auth-errors.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { Grant } from "../users/grants/grant-rules.ts";
import type { Scope } from "./token-rules.ts";
import { hashOf, isTokenText } from "./token-text.ts";

const LAST_USE_MS = 60_000;

const refused = (code: "bad_token" | "token_expired", message: string) => new DomainError("unauthenticated", code, message);

const malformed = () => refused("bad_token", "This isn’t a whole API token. Copy it again, or make a new one.");
const unknown = () => refused("bad_token", "This API token doesn’t exist, or it was revoked.");
const expired = (at: Date) => refused("token_expired", `This API token expired on ${at.toISOString().slice(0, 10)}.`);

const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom("api_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.id", "t.name", "t.scopes", "t.hash", "t.has_code", "t.expires_at", "t.last_used_at"])
    .select(["t.user_id", "u.email", "u.role", "u.is_active"])
    .select(sql<Grant[]>`array(select g."grant" from grants g where g.user_id = u.id)`.as("grants"))
    .where("t.hash", "=", hash)
    .executeTakeFirst();

const noteUse = (db: Db, id: string, now: Date, address: string | null) =>
  db
    .updateTable("api_tokens")
    .set({ last_used_at: now, last_used_from: shortenAddress(address) })
    .where("id", "=", id)
    .execute();

/**
 * Reads the database each time: a token that is revoked, and an owner who may do less, count at once. The index compares hashes, so the time
 * says nothing about a token that is nearly right.
 * @param address of the client @throws DomainError bad_token, token_expired, user_banned
 */
export async function authenticateApiToken(ctx: Context, text: string, address: string | null): Promise<SignedIn> {
  if (!isTokenText(text)) throw malformed();
  const hash = hashOf(text);
  const found = await findToken(ctx.db, hash);
  if (!found || !timingSafeEqual(found.hash, hash)) throw unknown();
  const now = ctx.clock.now();
  if (found.expires_at && found.expires_at <= now) throw expired(found.expires_at);
  if (!found.is_active) throw userBanned();
  const { id, name, user_id, email, role, grants, has_code: hasCode, last_used_at } = found;
  if (!last_used_at || now.getTime() - last_used_at.getTime() >= LAST_USE_MS)
    await noteUse(ctx.db, id, now, address).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "a use of an API token wasn't noted"),
    );
  const token = { id, name, scopes: found.scopes as Scope[] };
  return { kind: "user", id: user_id, email, role: role === "admin" ? "admin" : "user", grants, sessionId: "", hasCode, token };
}
