import { createHmac, timingSafeEqual } from "node:crypto";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { findSecret } from "./comments.sql.ts";

type Purpose = "comment form" | "reply notices";

/**
 * Signs a text, so that nobody but this site can have made it.
 * @param purpose each has a secret of its own: what is signed for one means nothing to another
 */
async function sign(ctx: Context, purpose: Purpose, text: string): Promise<string> {
  return createHmac("sha256", await findSecret(ctx.db, purpose))
    .update(text)
    .digest("base64url");
}

/** Whether `signature` is this site's for `text`; takes as long whether it nearly is or not at all. */
async function isSigned(ctx: Context, purpose: Purpose, text: string, signature: string): Promise<boolean> {
  const expected = Buffer.from(await sign(ctx, purpose, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** What a ticket says once it is taken apart: whose, for which article, since when. */
const textOf = (userId: string, postId: string, time: string) => [userId, postId, time].join(" ");

/** A ticket for a comment form that is shown now; it says when that was, and nobody else can make one. */
export async function issueFormToken(ctx: Context, userId: string, postId: string): Promise<string> {
  const time = String(ctx.clock.now().getTime());
  return `${time}.${await sign(ctx, "comment form", textOf(userId, postId, time))}`;
}

/**
 * How long ago the form was shown that a ticket came with, in ms.
 * @returns null when it is no ticket of this person for this article
 */
export async function formTokenAge(ctx: Context, ticket: string, userId: string, postId: string): Promise<number | null> {
  const [time = "", signature = ""] = ticket.split(".");
  if (!(await isSigned(ctx, "comment form", textOf(userId, postId, time), signature))) return null;
  return ctx.clock.now().getTime() - Number(time);
}

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
