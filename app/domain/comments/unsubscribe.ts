import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { isSigned, sign } from "./hmac.ts";
import { setNotices, wantsNotices } from "./notice.sql.ts";

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The address that ends a person's mails about answers, without signing in. It holds as long as the account does. */
export const unsubscribePath = async (ctx: Context, userId: string): Promise<string> =>
  routes.unsubscribe(`${userId}.${await sign(ctx, "reply notices", userId)}`);

/** Whose link it is. @throws DomainError unsubscribe_link for one that this site hasn't made */
export async function readUnsubscribeToken(ctx: Context, token: string): Promise<string> {
  const [userId = "", signature = ""] = token.split(".");
  if (USER_ID.test(userId) && (await isSigned(ctx, "reply notices", userId, signature))) return userId;
  throw new DomainError("not_found", "unsubscribe_link", "This link is not complete. Open it once more from the mail.");
}

/** Ends a person's mails about answers, by the link of one of them. Once more does no harm. @throws DomainError unsubscribe_link */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  await setNotices(ctx.db, await readUnsubscribeToken(ctx, token), false);
}

/** What a person has chosen. @throws DomainError PGRST116 when the account is gone */
export async function readNoticeChoice(ctx: Context, userId: string): Promise<boolean> {
  const wanted = await wantsNotices(ctx.db, userId);
  if (wanted === undefined) throw notFound("User");
  return wanted;
}

/** Chooses whether one is mailed about answers to one's comments. */
export const chooseNotices = (ctx: Context, userId: string, wanted: boolean) => setNotices(ctx.db, userId, wanted);
