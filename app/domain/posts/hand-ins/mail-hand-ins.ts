import { adminRoutes } from "../../../admin-routes.ts";
import type { Db } from "../../../platform/database/db.ts";
import { routes } from "../../../routes.ts";
import type { Context } from "../../context.ts";
import { isMailbox, type Mails } from "../../mail/mail.ts";
import { queueMail, queueMails } from "../../mail/send-mail.ts";
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
  const addresses = (await findEditors(ctx.db)).map(({ email }) => email).filter(isMailbox);
  await queueMails(
    ctx,
    addresses.map((to) => ({ to, kind: "handed_in", data, site })),
  );
}

type SentBack = About & { editorId: string } & Pick<Mails["sent_back"], "remarks">;

export async function mailSentBack(ctx: Context, { postId, title, userId, editorId, remarks }: SentBack, site: Site) {
  const who = await nameOf(ctx.db, editorId);
  const data = { who, title: shortened(title), remarks, path: adminRoutes.editPost(postId) };
  const to = (await findActive(ctx.db, userId))?.email;
  if (to && isMailbox(to)) await queueMail(ctx, { to, kind: "sent_back", data, site });
}

type Published = { title: string; slug: string; hand_in_user_id: string | null };

/** To the contributors of those that were handed in. */
export async function mailPublished(ctx: Context, posts: Published[], site: Site): Promise<void> {
  const ids = [...new Set(posts.flatMap(({ hand_in_user_id }) => hand_in_user_id ?? []))];
  if (ids.length === 0) return;
  const users = await ctx.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "in", ids)
    .where("is_active", "=", true)
    .execute();
  const addresses = new Map(users.filter(({ email }) => isMailbox(email)).map(({ id, email }) => [id, email]));
  const mails = posts.flatMap(({ title, slug, hand_in_user_id }) => {
    const to = addresses.get(hand_in_user_id ?? "");
    const data = { title: shortened(title), path: routes.story(slug) };
    return to ? [{ to, kind: "hand_in_published" as const, data, site }] : [];
  });
  await queueMails(ctx, mails);
}
