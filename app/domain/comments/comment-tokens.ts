import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";

type Purpose = "comment form" | "reply notices" | "followed threads" | "guest browser" | "guest link";

/** @param purpose each has its own secret, so a signature for one is worthless for another */
export async function sign(ctx: Context, purpose: Purpose, text: string): Promise<string> {
  return createHmac("sha256", await findSecret(ctx.db, purpose))
    .update(text)
    .digest("base64url");
}

/** Migrations create it. */
async function findSecret(db: Db, purpose: string): Promise<string> {
  const { secret } = await db
    .selectFrom("link_secrets")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  return secret;
}

export async function isSigned(ctx: Context, purpose: Purpose, text: string, signature: string): Promise<boolean> {
  const expected = Buffer.from(await sign(ctx, purpose, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const textOf = (commenterId: string, postId: string, time: string) => [commenterId, postId, time].join(" ");

/** The signed time at which a comment form was shown. */
export async function issueFormToken(ctx: Context, commenterId: string, postId: string): Promise<string> {
  const time = String(ctx.clock.now().getTime());
  return `${time}.${await sign(ctx, "comment form", textOf(commenterId, postId, time))}`;
}

/** ms; null if it isn't a token of this commenter for this article. */
export async function formTokenAge(ctx: Context, token: string, commenterId: string, postId: string): Promise<number | null> {
  const [time = "", signature = ""] = token.split(".");
  if (!(await isSigned(ctx, "comment form", textOf(commenterId, postId, time), signature))) return null;
  return ctx.clock.now().getTime() - Number(time);
}

/** Of mails about replies and followed threads. */
export type Recipient = { kind: "user" | "guest"; id: string };

const RECIPIENT = /^(guest-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const recipientName = ({ kind, id }: Recipient) => (kind === "guest" ? `guest-${id}` : id);

/** Ends mails about replies, without signing in. Valid as long as the account or the guest exists. */
export async function unsubscribePath(ctx: Context, recipient: Recipient): Promise<string> {
  const name = recipientName(recipient);
  return routes.unsubscribe(`${name}.${await sign(ctx, "reply notices", name)}`);
}

/** @throws DomainError unsubscribe_link for a link that this site hasn't made */
export async function readUnsubscribeToken(ctx: Context, token: string): Promise<Recipient> {
  const [name = "", signature = ""] = token.split(".");
  const [, prefix, id] = RECIPIENT.exec(name) ?? [];
  if (id && (await isSigned(ctx, "reply notices", name, signature))) return { kind: prefix ? "guest" : "user", id };
  throw wrongLink();
}

const wrongLink = () => new DomainError("not_found", "unsubscribe_link", "This link doesn’t work. Open it again from the email.");

/** Ends mails about the comments on one article, without signing in. */
export async function unfollowPath(ctx: Context, follower: Recipient, postId: string): Promise<string> {
  const name = recipientName(follower);
  return routes.unsubscribe(`${name}.${postId}.${await sign(ctx, "followed threads", `${name} ${postId}`)}`);
}

/** Unlike a token about replies, it names an article. */
export const isUnfollowToken = (token: string): boolean => token.split(".").length === 3;

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DomainError unsubscribe_link for a link that this site hasn't made */
export async function readUnfollowToken(ctx: Context, token: string): Promise<{ follower: Recipient; postId: string }> {
  const [name = "", postId = "", signature = ""] = token.split(".");
  const [, prefix, id] = RECIPIENT.exec(name) ?? [];
  if (id && ROW_ID.test(postId) && (await isSigned(ctx, "followed threads", `${name} ${postId}`, signature)))
    return { follower: { kind: prefix ? "guest" : "user", id }, postId };
  throw wrongLink();
}
