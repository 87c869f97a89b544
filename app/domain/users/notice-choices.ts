import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";

/** Which emails a user gets that can be turned off. */
type NoticeChoices = { comment_replies: boolean; sign_ins: boolean; hand_ins: boolean };

const CHOICES = ["reply_notices as comment_replies", "sign_in_notices as sign_ins", "hand_in_notices as hand_ins"] as const;

/** @throws DomainError PGRST116 when the account was deleted */
export async function readNoticeChoices({ db }: Context, userId: string): Promise<NoticeChoices> {
  const row = await db.selectFrom("users").select(CHOICES).where("id", "=", userId).executeTakeFirst();
  if (!row) throw notFound("User");
  return row;
}

type Chosen = { sign_ins?: boolean | undefined; hand_ins?: boolean | undefined };

/** @param choices omitted ones stay @throws DomainError PGRST116 when the account was deleted */
export async function chooseNotices(
  { db }: Context,
  userId: string,
  { comment_replies, sign_ins, hand_ins }: Pick<NoticeChoices, "comment_replies"> & Chosen,
): Promise<NoticeChoices> {
  const row = await db
    .updateTable("users")
    .set({
      reply_notices: comment_replies,
      ...(sign_ins !== undefined && { sign_in_notices: sign_ins }),
      ...(hand_ins !== undefined && { hand_in_notices: hand_ins }),
    })
    .where("id", "=", userId)
    .returning(CHOICES)
    .executeTakeFirst();
  if (!row) throw notFound("User");
  return row;
}
