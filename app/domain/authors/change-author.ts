import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { mediaAt } from "../media/media-rules.ts";
import { requireRestorable } from "../media/require-restorable.ts";
import { changeOwnProfile } from "../users/change-user.ts";
import { authorPolicy } from "./author.policy.ts";
import type { AuthorChange, AuthorProfile } from "./author.ts";
import { AUTHOR_MESSAGES } from "./author-rules.ts";
import { findProfile } from "./read-author.ts";

/** @throws DomainError invalid_input, which names the field */
async function requirePicture(db: Db, actor: Actor, address: string | null | undefined): Promise<void> {
  if (!address) return;
  const rule = AUTHOR_MESSAGES.picture;
  const id = mediaAt(address)?.id;
  if (id === undefined || (await pictureSizes({ db })([id])).size === 0)
    throw invalid("Some of the input is invalid", [{ field: "picture", rule }]);
  await requireRestorable(db, actor, { picture: { text: address, rule } });
}

type SlugChange = { userId: string; before: string; slug: string; mayTakeFormer: boolean };

/** An author who gets another's former slug gets its readers from then on. @throws DomainError 23505 */
async function changeSlug(db: Db, { userId, before, slug, mayTakeFormer }: SlugChange): Promise<void> {
  const { rows } = await sql`
    select from author_profiles where slug = ${slug} and user_id <> ${userId}::uuid
    union all
    select from author_slugs where not ${mayTakeFormer}::boolean and slug = ${slug} and user_id <> ${userId}::uuid`.execute(db);
  if (rows.length > 0) throw duplicate(AUTHOR_MESSAGES.slugTaken);
  await db.deleteFrom("author_slugs").where("slug", "=", slug).execute();
  await db.updateTable("author_profiles").set({ slug }).where("user_id", "=", userId).execute();
  await db.insertInto("author_slugs").values({ slug: before, user_id: userId }).execute();
}

const audited = ({ bio, slug, has_page, picture, links }: AuthorProfile) => ({ bio, slug, has_page, picture, links });

/** Makes the profile if there is none. @throws DomainError `forbidden`; PGRST116; `invalid` at `picture`; 23505 for a taken slug */
export async function changeAuthor(ctx: Context, actor: Actor, userId: string, change: AuthorChange): Promise<AuthorProfile> {
  authorize(actor, actor.kind === "user" && actor.id === userId ? authorPolicy.manageOwn : authorPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const found = await findProfile(db, userId);
    if (!found) throw notFound("User");
    // One change of slugs at a time, so that no two authors swap theirs.
    await sql`select pg_advisory_xact_lock(hashtext('author slugs'))`.execute(db);
    const wanted = found.profile.full_name ? null : (change.slug ?? "author");
    await sql`select create_author_profile(${userId}::uuid, ${wanted})`.execute(db);
    const before = await findProfile(db, userId);
    if (!before) throw notFound("User");
    const { bio, slug, links, ...fields } = change;
    await requirePicture(db, actor, fields.picture);
    if (bio !== undefined) await changeOwnProfile(inside, userId, { bio });
    if (slug !== undefined && slug !== before.profile.slug) {
      const mayTakeFormer = authorPolicy.update.admits(actor);
      await changeSlug(db, { userId, before: before.profile.slug ?? slug, slug, mayTakeFormer });
    }
    const set = { ...fields, ...(links && { links: JSON.stringify(links) }) };
    if (Object.keys(set).length > 0) await db.updateTable("author_profiles").set(set).where("user_id", "=", userId).execute();
    const after = await findProfile(db, userId);
    if (!after) throw notFound("User");
    const entry = { action: "updated", entity: "user", entityId: userId, label: before.email } as const;
    await recordAudit(inside, actor, { ...entry, before: audited(before.profile), after: audited(after.profile) });
    return after.profile;
  });
}
