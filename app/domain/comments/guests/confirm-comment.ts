import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Site } from "../../settings/settings.ts";
import { addComment, type CommentSettings } from "../add-comment.ts";
import type { OwnComment } from "../comment.ts";
import type { Guest } from "../commenter.ts";
import { setFollowing } from "../follow-thread.ts";
import { adoptGuest } from "./adopt-guest.ts";
import { browserToken, findUnconfirmed } from "./guest-links.ts";

type Confirmed = { comment: OwnComment | null; browser: string };

/**
 * The comment goes where any comment goes, or the guest follows the thread, and the browser can be remembered. Works once; what is refused stays
 * unconfirmed.
 * @returns `comment`: null for following; `browser`: the value of its cookie
 * @throws DomainError guest_link; what `addComment` or `setFollowing` throws
 */
export const confirmComment = (ctx: Context, token: string, of: { settings: CommentSettings; site: Site }): Promise<Confirmed> =>
  ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const found = await findUnconfirmed(db, token, { lock: true });
    await db.deleteFrom("unconfirmed_comments").where("id", "=", found.id).execute();
    const { version, ...guest } = await storeGuest(inside, found);
    const { content, reply_to_id: replyTo, hidden_field: hiddenField, post_id } = found;
    if (content === null) await setFollowing(inside, guest, post_id, true);
    const input = content === null ? null : { content, replyTo, hiddenField, formToken: null };
    const comment = input && (await addComment(inside, guest, post_id, input, of));
    const browser = await browserToken(inside, { id: guest.id, version });
    // Somebody may have signed up with the address since the email was sent.
    await adoptGuest(inside, { email: guest.email });
    return { comment, browser };
  });

async function storeGuest(
  { db, clock }: Context,
  { email, name }: { email: string; name: string },
): Promise<Guest & { version: number }> {
  const now = clock.now();
  const { rows } = await sql<Omit<Guest, "kind"> & { version: number }>`
    insert into guests (email, name, created_at, confirmed_at) values (${email}, ${name}, ${now}, ${now})
    on conflict (lower(email)) do update set name = coalesce(nullif(excluded.name, ''), guests.name), confirmed_at = excluded.confirmed_at
    returning id, email, name, version`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a guest is stored or changed");
  return { kind: "guest", ...row };
}
