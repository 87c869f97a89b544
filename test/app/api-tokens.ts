import { SCOPES, type Scope } from "../../app/domain/tokens/token-rules.ts";
import { hashOf, newTokenText } from "../../app/domain/tokens/token-text.ts";
import { type Random, systemRandom } from "../../app/platform/clock.ts";
import { createActor } from "./actors.ts";
import type { TestApp } from "./create-test-app.ts";

type Values = { scopes?: readonly Scope[]; name?: string; hasCode?: boolean; expiresAt?: Date | null; random?: Random };

/** An API token of a user, with all scopes unless given, and an actor who speaks HTTP with it. */
export async function buildToken(
  app: Pick<TestApp, "context" | "fetch">,
  userId: string,
  { scopes = SCOPES, name = "Notes", hasCode = false, expiresAt = null, random = systemRandom }: Values = {},
) {
  const token = newTokenText(random);
  const values = { user_id: userId, name, scopes: [...scopes], hash: hashOf(token), ending: token.slice(-4), has_code: hasCode };
  const { id } = await app.context.db
    .insertInto("api_tokens")
    .values({ ...values, created_at: new Date(), expires_at: expiresAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token, actor: createActor(app.fetch, { headers: { authorization: `Bearer ${token}` } }) };
}
