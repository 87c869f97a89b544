import type { Context } from "../context.ts";
import { isSigned, sign } from "./hmac.ts";

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
