import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { hashOf } from "./find-setup.ts";
import { findLink, lockSetup, untouchedAdmin } from "./setup.sql.ts";
import { SETUP_HOURS } from "./setup-rules.ts";

/** Instances that start together print one link. A later start, in ms after the last link was made, prints another. */
const TOGETHER_MS = 60_000;

/**
 * Makes the link with which the owner of a new installation sets it up. A link from an earlier start stops working then.
 * @returns the token, which is stored nowhere; null if somebody has used the installation already, or another instance has just made a link
 */
export async function offerSetup(ctx: Context): Promise<string | null> {
  return ctx.db.transaction().execute(async (db) => {
    await lockSetup(db);
    const now = ctx.clock.now();
    const link = await findLink(db);
    const isOver = link && (link.used_at !== null || now.getTime() - link.created_at.getTime() < TOGETHER_MS);
    if (isOver || !(await untouchedAdmin(db))) return null;
    const token = ctx.random.hex(32);
    const expires_at = new Date(now.getTime() + SETUP_HOURS * 60 * 60_000);
    await storeLink(db, { token_hash: hashOf(token), created_at: now, expires_at });
    return token;
  });
}

async function storeLink(db: Db, link: { token_hash: Buffer; created_at: Date; expires_at: Date }): Promise<void> {
  await db
    .insertInto("setup_links")
    .values(link)
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet(link))
    .execute();
}
