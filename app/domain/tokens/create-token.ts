import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type OwnerProof, requireOwner } from "../auth/reauthenticate.ts";
import { authorize, type SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { readToken } from "./list-tokens.ts";
import { tokenPolicy } from "./token.policy.ts";
import type { MadeToken, NewToken } from "./token.ts";
import { TOKENS_MAX } from "./token-rules.ts";
import { hashOf, newTokenText } from "./token-text.ts";

const tooMany = () => new DomainError("conflict", "too_many", `You have ${TOKENS_MAX} API tokens. Revoke one of them first.`);

async function requireRoom(db: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db);
  const { count } = await db
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= TOKENS_MAX) throw tooMany();
}

/**
 * For oneself. What the answer has is stored nowhere. A token made in a session with the second step counts as having it.
 * @throws DomainError `forbidden`; as `requireOwner`, unless the session is young; `invalid` at `expires_at`; `too_many`
 */
export async function createToken(ctx: Context, actor: SignedIn, input: NewToken, proof: OwnerProof): Promise<MadeToken> {
  authorize(actor, tokenPolicy.create);
  const { name, scopes, expires_at } = input;
  const now = ctx.clock.now();
  const rule = "must be in the future";
  if (expires_at && expires_at <= now) throw invalid("A token that has expired is of no use", [{ field: "expires_at", rule }]);
  const settle = await requireOwner(ctx, actor, proof);
  const token = newTokenText(ctx.random);
  const item = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await settle(inside);
    await requireRoom(db, actor.id);
    const secret = { hash: hashOf(token), ending: token.slice(-4) };
    const { id } = await db
      .insertInto("api_tokens")
      .values({ ...secret, ...input, user_id: actor.id, has_code: actor.hasCode ?? false, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const entry = { action: "created", entity: "API token", entityId: id, label: name } as const;
    await recordAudit(inside, actor, { ...entry, before: null, after: { scopes, expires_at } });
    return readToken(db, actor, id);
  });
  return { token, item };
}
