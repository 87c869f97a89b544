import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import { newsletterPolicy } from "../newsletter.policy.ts";

const SECRET_BYTES = 24;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Takes the place of an earlier one. It is shown once: its SHA-256 is stored. @throws DomainError `forbidden` */
export async function createBounceSecret(ctx: Context, actor: Actor): Promise<{ secret: string }> {
  authorize(actor, newsletterPolicy.setUp);
  const secret = ctx.random.hex(SECRET_BYTES);
  await ctx.db.transaction().execute(async (db) => {
    await db
      .updateTable("newsletter_upkeep")
      .set({ bounce_secret_hash: digest(secret), bounce_secret_at: sql<Date>`now()` })
      .execute();
    const entry = { action: "created", entity: "newsletter secret" as const, entityId: null, label: "Secret for bounces" };
    await recordAudit({ ...ctx, db }, actor, entry);
  });
  return { secret };
}

const noSecret = () => new DomainError("not_found", "bounce_secret", "The secret for bounces is missing or wrong");

/** Takes the same time for every wrong secret. @throws DomainError not found (`bounce_secret`), also while there is no secret */
export async function requireBounceSecret({ db }: Pick<Context, "db">, given: string): Promise<void> {
  const row = await db.selectFrom("newsletter_upkeep").select("bounce_secret_hash").executeTakeFirstOrThrow();
  const isRight = timingSafeEqual(row.bounce_secret_hash ?? digest(""), digest(given));
  if (!row.bounce_secret_hash || !isRight) throw noSecret();
}
