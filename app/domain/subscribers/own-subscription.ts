import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { offeredChoices, readChoices, saveChoices } from "./choices.ts";
import { eraseSubscriber } from "./erase-subscriber.ts";
import { endSubscription } from "./leave-newsletter.ts";
import type { Choices, OwnSubscription } from "./subscriber.ts";

/** The subscription of a user's email address, if they have confirmed that it is theirs. */
const findOwn = (db: Db, userId: string) =>
  db
    .selectFrom("subscribers")
    .innerJoin("users", (join) => join.on(sql<boolean>`lower(users.email) = lower(subscribers.email)`))
    .select(["subscribers.id", "subscribers.state"])
    .where("users.id", "=", userId)
    .where("users.email_confirmed_at", "is not", null)
    .executeTakeFirst();

export async function readOwnSubscription(ctx: Context, userId: string, site: Site): Promise<OwnSubscription> {
  const found = await findOwn(ctx.db, userId);
  const isSubscribed = found?.state === "confirmed";
  const choices = isSubscribed ? await readChoices(ctx.db, found.id) : undefined;
  return { choices: choices ?? null, offered: await offeredChoices(ctx.db, site) };
}

async function requireOwn(ctx: Context, userId: string): Promise<string> {
  const found = await findOwn(ctx.db, userId);
  if (found?.state !== "confirmed") throw notFound("Subscription");
  return found.id;
}

/** @throws DomainError PGRST116 without a confirmed subscription; `invalid` at `categories` */
export const saveOwnChoices = async (ctx: Context, userId: string, choices: Choices): Promise<void> =>
  saveChoices(ctx, await requireOwn(ctx, userId), choices);

/** @throws DomainError PGRST116 without a confirmed subscription */
export async function endOwnSubscription(ctx: Context, userId: string): Promise<void> {
  await endSubscription(ctx.db, await requireOwn(ctx, userId), ctx.clock.now());
}

/** In the transaction of `ctx.db`. Does nothing without one. */
export async function eraseOwnSubscription(ctx: Context, userId: string): Promise<void> {
  const found = await findOwn(ctx.db, userId);
  if (found) await eraseSubscriber(ctx, found.id);
}

/** Without the key of its links. */
export async function exportSubscription(db: Db, userId: string) {
  const found = await findOwn(db, userId);
  if (!found) return null;
  const row = await db
    .selectFrom("subscribers")
    .select(["email", "state", "suppressed_for", "frequency", "all_categories", "language", "source"])
    .select(["consent_text", "consent_at", "consent_network", "consent_page", "created_at", "confirmed_at", "ended_at"])
    .where("id", "=", found.id)
    .executeTakeFirstOrThrow();
  const categories = await db
    .selectFrom("subscriber_categories")
    .innerJoin("categories", "categories.id", "subscriber_categories.category_id")
    .select(["categories.id", "categories.name"])
    .where("subscriber_id", "=", found.id)
    .orderBy("categories.name")
    .execute();
  return { ...row, categories };
}
