import { recordAudit } from "../audit/record-audit.ts";
import { authorize, type SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { tokenPolicy } from "./token.policy.ts";

/** From the next request on. @throws DomainError `forbidden`; PGRST116, also for somebody else’s, except to admins */
export async function revokeToken(ctx: Context, actor: SignedIn, id: string): Promise<void> {
  authorize(actor, tokenPolicy.read);
  await ctx.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom("api_tokens as t")
      .innerJoin("users as u", "u.id", "t.user_id")
      .select(["t.user_id", "t.name", "t.scopes", "u.email"])
      .where("t.id", "=", id)
      .forUpdate("t")
      .executeTakeFirst();
    if (!found || !tokenPolicy.revoke.allows(actor, found)) throw notFound("API token");
    await db.deleteFrom("api_tokens").where("id", "=", id).execute();
    const entry = { action: "revoked", entity: "API token", entityId: id, label: found.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { owner: found.email, scopes: found.scopes }, after: null });
  });
}
