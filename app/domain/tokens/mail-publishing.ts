import { adminRoutes } from "../../admin-routes.ts";
import type { Db } from "../../platform/database/db.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";

const BETWEEN_MS = 10 * 60_000;
const TITLE_MAX = 200;

/** Whether its owner wants an email now. */
async function noteMail(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_tokens")
    .set({ mailed_at: now })
    .where("id", "=", id)
    .where("mails_publishing", "=", true)
    .where(({ or, eb }) => or([eb("mailed_at", "is", null), eb("mailed_at", "<=", new Date(now.getTime() - BETWEEN_MS))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** To the owner of the token, if one published or scheduled them. In the transaction of `ctx.db`. */
export async function mailPublishing(
  ctx: Context,
  { email: to, token }: SignedIn,
  posts: { id: string; title: string }[],
  site: Site,
  isPlanned = false,
): Promise<void> {
  const [first] = posts;
  if (!token || !first || !isMailbox(to) || !(await noteMail(ctx.db, token.id, ctx.clock.now()))) return;
  const path = posts.length > 1 ? adminRoutes.posts() : adminRoutes.editPost(first.id);
  const titles = posts.map(({ title }) => cutText(title, TITLE_MAX, "…"));
  await queueMail(ctx, { to, kind: "token_published", data: { token: token.name, titles, path, isPlanned }, site });
}
