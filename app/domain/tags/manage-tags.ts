import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { tagPolicy } from "./tag.policy.ts";
import type { AdminTag, AdminTagPage, Tag } from "./tag.ts";
import { TAG_MESSAGES, type TagSort, tagsFromNames } from "./tag-rules.ts";
import * as queries from "./tags.sql.ts";
import { slugByOldSlug, usedTagsByName } from "./tags.sql.ts";

/** Lists the tags of published articles, by name. */
export function listTags(ctx: Context): Promise<Tag[]> {
  return usedTagsByName(ctx.db);
}

/**
 * Follows an old slug: to the tag under its new name, or to the one that it was merged into.
 * @returns the current slug; undefined if a tag has the old slug now, or if it leads nowhere
 */
export function followTagSlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}

const present = (row: queries.TagRow): AdminTag => ({ ...row, created_at: row.created_at.toISOString() });
const audited = ({ name, slug }: queries.TagRow) => ({ name, slug });

/** Lists a page of the tags with their numbers of posts. A page beyond the end is empty. Two SQL statements. */
export async function listForAdmins(
  ctx: Context,
  { search, sort, page, limit }: { search?: string; sort: TagSort; page: number; limit: number },
): Promise<AdminTagPage> {
  const term = search?.trim() || undefined;
  const total = await queries.countTags(ctx.db, term);
  const rows = await queries.tagRows(ctx.db, { search: term, sort, limit, offset: (page - 1) * limit });
  return { items: rows.map(present), total, page, pages: Math.ceil(total / limit), limit };
}

/** Finds a tag. @throws DomainError PGRST116 */
async function existing(db: Db, id: string): Promise<queries.TagRow> {
  const row = await queries.findTag(db, id);
  if (!row) throw notFound("Tag");
  return row;
}

/**
 * Renames a tag and changes its slug accordingly.
 * @throws DomainError `forbidden`; PGRST116; 23505 when another tag has the name
 */
export async function renameTag(ctx: Context, actor: Actor, id: string, { name }: { name: string }): Promise<AdminTag> {
  authorize(actor, tagPolicy.update);
  const [renamed] = tagsFromNames([name]);
  if (!renamed) throw invalid("Some of the input is invalid", [{ field: "name", rule: TAG_MESSAGES.nameRequired }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    if (await queries.isSlugTaken(db, renamed.slug, id)) throw duplicate(TAG_MESSAGES.taken);
    await queries.increaseVersions(db, id);
    await queries.renameTagRow(db, id, renamed);
    const after = await existing(db, id);
    const entry = { action: "updated", entity: "tag", entityId: id, label: after.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(before), after: audited(after) });
    return present(after);
  });
}

/**
 * Merges a tag into another: its posts get the other one, each once, and its URLs lead there.
 * @returns the tag that stays
 * @throws DomainError `forbidden`; PGRST116 if either tag doesn't exist; `invalid_input` if they are the same
 */
export async function mergeTags(ctx: Context, actor: Actor, id: string, { into }: { into: string }): Promise<AdminTag> {
  authorize(actor, tagPolicy.merge);
  if (into === id) throw invalid("Some of the input is invalid", [{ field: "into", rule: "must be another tag" }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const [before, target] = [await existing(db, id), await existing(db, into)];
    await queries.increaseVersions(db, id);
    await queries.linkPostsOf(db, id, into);
    await queries.redirectSlugs(db, before, into);
    await queries.deleteTagRow(db, id);
    const entry = { action: "merged", entity: "tag", entityId: id, label: before.name } as const;
    const after = { ...audited(target), posts: before.posts_count };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { ...audited(before), posts: before.posts_count }, after });
    return present(await existing(db, into));
  });
}

/** Deletes a tag; its posts stay. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteTag(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, tagPolicy.delete);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    await queries.increaseVersions(db, id);
    await queries.deleteTagRow(db, id);
    const entry = { action: "deleted", entity: "tag", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db }, actor, {
      ...entry,
      before: { ...audited(before), posts: before.posts_count },
      after: null,
    });
  });
}
