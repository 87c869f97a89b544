import { adminRoutes } from "../../../admin-routes.ts";
import type { Db } from "../../../platform/database/db.ts";
import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import { isMailbox, type MailKind, type Mails } from "../../mail/mail.ts";
import { queueMail } from "../../mail/send-mail.ts";
import type { Site } from "../../settings/settings.ts";
import { cutText } from "../../text-rules.ts";

const TITLE_MAX = 200;

const shortened = (title: string) => cutText(title, TITLE_MAX, "…");

const findActive = (db: Db, id: string) =>
  db.selectFrom("users").select(["email", "full_name"]).where("id", "=", id).where("is_active", "=", true).executeTakeFirst();

const nameOf = async (db: Db, id: string) => (await findActive(db, id))?.full_name ?? null;

/** Who can publish everybody's posts and wants these mails. */
const findEditors = (db: Db) =>
  db
    .selectFrom("users")
    .select("email")
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .where("hand_in_notices", "=", true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("role", "=", "admin"),
        exists(selectFrom("grants").select("grant").whereRef("user_id", "=", "users.id").where("grant", "=", "editor")),
      ]),
    )
    .orderBy("id")
    .execute();

type About = { postId: string; title: string; userId: string };

/** In the transaction of `ctx.db`, like the others. */
export async function mailHandIn(ctx: Context, { postId, title, userId, note }: About & { note: string }, site: Site) {
  const who = await nameOf(ctx.db, userId);
  const data = { who, title: shortened(title), note, path: adminRoutes.editPost(postId) };
  for (const { email: to } of await findEditors(ctx.db))
    if (isMailbox(to)) await queueMail(ctx, { to, kind: "handed_in", data, site });
}

async function mailContributor<Kind extends MailKind>(
  ctx: Context,
  userId: string,
  mail: { kind: Kind; data: Mails[Kind] },
  site: Site,
) {
  const to = (await findActive(ctx.db, userId))?.email;
  if (to && isMailbox(to)) await queueMail(ctx, { to, ...mail, site });
}

type SentBack = About & { editorId: string } & Pick<Mails["sent_back"], "remarks">;

export async function mailSentBack(ctx: Context, { postId, title, userId, editorId, remarks }: SentBack, site: Site) {
  const who = await nameOf(ctx.db, editorId);
  const data = { who, title: shortened(title), remarks, path: adminRoutes.editPost(postId) };
  await mailContributor(ctx, userId, { kind: "sent_back", data }, site);
}

export const mailPublished = (
  ctx: Context,
  { title, slug, userId }: { title: string; slug: string; userId: string },
  site: Site,
) =>
  mailContributor(ctx, userId, { kind: "hand_in_published", data: { title: shortened(title), path: routes.story(slug) } }, site);
