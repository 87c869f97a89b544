import { sql } from "kysely";
import { browserFamily, nameFamily } from "../../platform/browser-family.ts";
import type { Db } from "../../platform/database/db.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { countMailsTo } from "../mail/count-mails-to.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { NEW_BROWSER_MAILS, SEEN_BROWSER_DAYS, type SessionMeta } from "./auth-rules.ts";

type Seen = { userId: string; browser: string; network: string };

const seenOf = (userId: string, { address, userAgent }: SessionMeta): Seen => ({
  userId,
  browser: nameFamily(browserFamily(userAgent)),
  network: shortenAddress(address) ?? "",
});

/** The server's own machine is no network. */
const isOwnMachine = (address: string | null | undefined) => /^(?:::ffff:)?127\.|^::1$/.test(address ?? "");

const rememberedSince = (now: Date): Date => new Date(now.getTime() - SEEN_BROWSER_DAYS * 86_400_000);

/** Sign-ins of the account wait for each other, so that several at once from a new browser send one mail. */
const lockAccount = (db: Db, userId: string) =>
  db
    .selectFrom("users")
    .select(["email", "sign_in_notices", "browsers_recorded"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Lock the account first. @returns when it was seen before */
async function markSeen(db: Db, { userId, browser, network }: Seen, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ before: Date | null }>`
    with known as (
      select last_seen_at from seen_browsers where user_id = ${userId} and browser = ${browser} and network = ${network}
    )
    insert into seen_browsers (user_id, browser, network, last_seen_at) values (${userId}, ${browser}, ${network}, ${now})
    on conflict (user_id, browser, network) do update set last_seen_at = excluded.last_seen_at
    returning (select last_seen_at from known) as before`.execute(db);
  return rows[0]?.before ?? null;
}

/** A session goes along to other networks, and may be older than the table. */
async function hasSessionLike(db: Db, { userId, browser, network }: Seen, since: Date): Promise<boolean> {
  const sessions = await db
    .selectFrom("auth_sessions")
    .select(["address", "user_agent"])
    .distinct()
    .where("user_id", "=", userId)
    .where("last_used_at", ">", since)
    .execute();
  return sessions.some(({ address, user_agent: userAgent }) => {
    const seen = seenOf(userId, { address, userAgent });
    return seen.browser === browser && seen.network === network;
  });
}

/**
 * Right before a session starts, in its transaction. Mails the account if it hasn't had a session from this browser and network for
 * SEEN_BROWSER_DAYS, unless its owner has turned that off or has had NEW_BROWSER_MAILS of them in 24 hours. The first sign-in that is
 * recorded is never mailed. Those on the server's own machine aren't recorded.
 */
export async function recordBrowser(ctx: Context, userId: string, meta: SessionMeta, site: Site): Promise<void> {
  if (isOwnMachine(meta.address)) return;
  const { db } = ctx;
  const now = ctx.clock.now();
  const account = await lockAccount(db, userId);
  if (!account) return;
  const seen = seenOf(userId, meta);
  const before = await markSeen(db, seen, now);
  if (!account.browsers_recorded) {
    await db.updateTable("users").set({ browsers_recorded: true }).where("id", "=", userId).execute();
    return;
  }
  const since = rememberedSince(now);
  const { email: to, sign_in_notices: wanted } = account;
  if (!wanted || !isMailbox(to) || (before && before > since) || (await hasSessionLike(db, seen, since))) return;
  const sent = await countMailsTo(db, to, "new_browser");
  if (sent >= NEW_BROWSER_MAILS) return;
  const data = {
    at: now,
    timeZone: site.timezone,
    browser: browserFamily(meta.userAgent),
    network: seen.network || null,
    isLast: sent + 1 === NEW_BROWSER_MAILS,
    path: routes.account(),
  };
  await queueMail(ctx, { to, kind: "new_browser", data, site });
}

export const forgetBrowsers = async ({ db, clock }: Context): Promise<void> =>
  void (await db.deleteFrom("seen_browsers").where("last_seen_at", "<", rememberedSince(clock.now())).execute());
