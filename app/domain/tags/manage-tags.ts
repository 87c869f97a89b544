import { sql } from "kysely";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { paged } from "../schema-fields.ts";
import { tagPolicy } from "./tag.policy.ts";
import type { AdminTag, AdminTagPage, Tag, TagRef } from "./tag.ts";
import { TAG_MESSAGES, type TagSort, tagsFromNames } from "./tag-rules.ts";

export function listTags(ctx: Context): Promise<Tag[]> {
  return ctx.db
    .selectFrom("tags")
    .select(["id", "name", "slug", "published_count as posts_count"])
    .where("published_count", ">", 0)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}

/** Also to the tag that it was merged into. Undefined if a tag has the old slug now, or if it leads nowhere. */
export function followTagSlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}

async function slugByOldSlug(db: Db, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select t.slug from tag_slugs o join tags t on t.id = o.tag_id
    where o.slug = ${old} and not exists (select from tags where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}

type TagRow = Omit<AdminTag, "created_at"> & { created_at: Date };

const present = (row: TagRow): AdminTag => ({ ...row, created_at: row.created_at.toISOString() });
const audited = ({ name, slug }: TagRow) => ({ name, slug });

const columns = sql`t.id, t.name, t.slug, t.created_at, t.published_count, t.linked_count as posts_count`;

const ORDERS: Record<TagSort, ReturnType<typeof sql>> = {
  name: sql`lower(t.name), t.slug`,
  "-name": sql`lower(t.name) desc, t.slug desc`,
  posts_count: sql`t.linked_count, lower(t.name), t.slug`,
  "-posts_count": sql`t.linked_count desc, lower(t.name), t.slug`,
  created_at: sql`t.created_at, t.id`,
  "-created_at": sql`t.created_at desc, t.id desc`,
};

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`t.name || E'\n' || t.slug`, sql`${search}::text`);

/** A page beyond the end is empty. Two SQL statements. */
export async function listForAdmins(
  ctx: Context,
  { search, sort, page, limit }: { search?: string; sort: TagSort; page: number; limit: number },
): Promise<AdminTagPage> {
  const term = search?.trim() || undefined;
  const total = await countTags(ctx.db, term);
  const { rows } = await sql<TagRow>`
    select ${columns} from tags t where ${matching(term)} order by ${ORDERS[sort]}
    limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db);
  return paged(rows.map(present), total, page, limit);
}

async function countTags(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tags t where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function existing(db: Db, id: string): Promise<TagRow> {
  const row = (await sql<TagRow>`select ${columns} from tags t where t.id = ${id}::uuid`.execute(db)).rows[0];
  if (!row) throw notFound("Tag");
  return row;
}

/** The slug changes accordingly. @throws DomainError `forbidden`; PGRST116; 23505 when another tag has the name */
export async function renameTag(ctx: Context, actor: Actor, id: string, { name }: { name: string }): Promise<AdminTag> {
  authorize(actor, tagPolicy.update);
  const [renamed] = tagsFromNames([name]);
  if (!renamed) throw invalid("Some of the input is invalid", [{ field: "name", rule: TAG_MESSAGES.nameRequired }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    if (await isSlugTaken(db, renamed.slug, id)) throw duplicate(TAG_MESSAGES.taken);
    await increaseVersions(db, id);
    await db.updateTable("tags").set({ name: renamed.name, slug: renamed.slug }).where("id", "=", id).execute();
    const after = await existing(db, id);
    const entry = { action: "updated", entity: "tag", entityId: id, label: after.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(before), after: audited(after) });
    return present(after);
  });
}

async function isSlugTaken(db: Db, slug: string, id: string): Promise<boolean> {
  const other = db.selectFrom("tags").select("id").where("slug", "=", slug).where("id", "!=", id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Editors who have one of the posts open have its old tags. Always locks posts before tags, in the order of ids. */
async function increaseVersions(db: Db, tagId: string): Promise<void> {
  await sql`
    with touched as (
      select p.id from posts p join posts_tags pt on pt.post_id = p.id where pt.tag_id = ${tagId}::uuid order by p.id for update of p
    )
    update posts p set version = p.version + 1 from touched t where p.id = t.id`.execute(db);
}

/** Posts get the other tag, each once, and URLs lead there. @throws DomainError `forbidden`; PGRST116; `invalid_input` for the same tag */
export async function mergeTags(ctx: Context, actor: Actor, id: string, { into }: { into: string }): Promise<AdminTag> {
  authorize(actor, tagPolicy.merge);
  if (into === id) throw invalid("Some of the input is invalid", [{ field: "into", rule: "must be another tag" }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const [before, target] = [await existing(db, id), await existing(db, into)];
    await increaseVersions(db, id);
    // Inserted rather than updated, so that the links are dated and announced.
    await sql`
      insert into posts_tags (post_id, tag_id)
      select post_id, ${into}::uuid from posts_tags where tag_id = ${id}::uuid
      on conflict (post_id, tag_id) do nothing`.execute(db);
    await redirectSlugs(db, before, into);
    await deleteTagRow(db, id);
    const entry = { action: "merged", entity: "tag", entityId: id, label: before.name } as const;
    const after = { ...audited(target), posts: before.posts_count };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { ...audited(before), posts: before.posts_count }, after });
    return present(await existing(db, into));
  });
}

async function redirectSlugs(db: Db, from: TagRow, to: string): Promise<void> {
  await db.updateTable("tag_slugs").set({ tag_id: to }).where("tag_id", "=", from.id).execute();
  await db
    .insertInto("tag_slugs")
    .values({ slug: from.slug, tag_id: to })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet({ tag_id: to }))
    .execute();
}

async function deleteTagRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("posts_tags").where("tag_id", "=", id).execute();
  await db.deleteFrom("tags").where("id", "=", id).execute();
}

/** Posts stay. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteTag(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, tagPolicy.delete);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    await increaseVersions(db, id);
    await deleteTagRow(db, id);
    const entry = { action: "deleted", entity: "tag", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db }, actor, {
      ...entry,
      before: { ...audited(before), posts: before.posts_count },
      after: null,
    });
  });
}

/** In the order of slugs, so that transactions with the same new tags never deadlock; the later one sees the rows of the earlier one. */
export async function ensureTags(trx: Trx, tags: TagRef[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const ordered = tags.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  await trx
    .insertInto("tags")
    .values(ordered)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  const slugs = ordered.map((tag) => tag.slug);
  const rows = await trx.selectFrom("tags").select("id").where("slug", "in", slugs).execute();
  return rows.map((row) => row.id);
}
