import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import type { AuditActor } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import { deleteCategoriesPermanently, restoreCategories } from "../categories/manage-categories.ts";
import { commentPolicy } from "../comments/comment.policy.ts";
import { deleteCommentsPermanently, restoreComments } from "../comments/trash-comments.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { reachOf, titleFor, trashReachOf } from "../posts/reach.sql.ts";
import { deletePostsPermanently, restorePosts } from "../posts/trash-posts.ts";
import { paged } from "../schema-fields.ts";
import { userPolicy } from "../users/user.policy.ts";
import { trashPolicy } from "./trash.policy.ts";
import {
  daysLeft,
  expiredBefore,
  type RestoreResult,
  TRASH_KINDS,
  type TrashItem,
  type TrashKind,
  type TrashPage,
} from "./trash.ts";

/** Categories first, so that posts find theirs, and posts before comments. @throws DomainError `forbidden`; `post_trashed` for a comment */
export async function restoreAll(ctx: Context, actor: Actor, items: { kind: TrashKind; id: string }[]): Promise<RestoreResult> {
  authorize(actor, trashPolicy.restore);
  const named = (kind: TrashKind) => [...new Set(items.filter((item) => item.kind === kind).map(({ id }) => id))];
  const idsOf = (kind: TrashKind) => (trashPolicy[kind].admits(actor) ? named(kind) : []);
  const [posts, comments, categories] = [idsOf("post"), idsOf("comment"), idsOf("category")];
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const backCategories = categories.length > 0 ? await restoreCategories(inside, actor, categories) : [];
    const backPosts = posts.length > 0 ? await restorePosts(inside, actor, posts) : [];
    const backComments = comments.length > 0 ? await restoreComments(inside, actor, comments) : [];
    const restored = backCategories.length + backPosts.length + backComments.length;
    return {
      restored,
      missing: TRASH_KINDS.reduce((sum, kind) => sum + named(kind).length, 0) - restored,
      renamed: [
        ...backCategories.flatMap(({ id, name, slug, renamed }) =>
          renamed ? [{ kind: "category" as const, id, title: name, slug }] : [],
        ),
        ...backPosts.flatMap(({ id, title, slug, renamed }) => (renamed ? [{ kind: "post" as const, id, title, slug }] : [])),
      ],
    };
  });
}

type TrashRow = Omit<TrashItem, "trashed_at" | "days_left"> & { trashed_at: Date };

const present = ({ trashed_at, ...row }: TrashRow, now: Date): TrashItem => ({
  ...row,
  trashed_at: trashed_at.toISOString(),
  days_left: daysLeft(trashed_at, now),
});

type TrashFilter = { kind?: TrashKind | undefined; search?: string | undefined };

const OWN = sql`c.status = 'trashed' and c.trashed_with is null and not c.trashed_with_post`;

const CONTENTS: Record<TrashKind, (actor: AuditActor) => RawBuilder<unknown>> = {
  post: () => sql`select 'post' as kind, posts.id, title, trashed_slug as note, trashed_at from posts where status = 'trashed'`,
  comment: (actor) => sql`
    select 'comment', c.id, left(c.content, 299) || case when length(c.content) > 299 then '…' else '' end, ${titleFor(actor)}, c.trashed_at
    from comments c join posts p on p.id = c.post_id where ${OWN}`,
  category: () => sql`select 'category', id, name, slug, trashed_at from trashed_categories where true`,
};

/** What the actor may restore. */
function contentsOf(kind: TrashKind, actor: AuditActor): RawBuilder<unknown> {
  const all = CONTENTS[kind](actor);
  if (!trashPolicy[kind].admits(actor)) return sql`${all} and false`;
  const isFound = {
    post: trashReachOf(actor)(sql`posts.id`),
    comment: reachOf(actor, commentPolicy.restore)(sql`c.post_id`),
    category: sql`true`,
  };
  return sql`${all} and ${isFound[kind]}`;
}

const everything = (actor: AuditActor) =>
  sql`(${contentsOf("post", actor)} union all ${contentsOf("comment", actor)} union all ${contentsOf("category", actor)}) t`;

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`t.title || E'\n' || t.note`, sql`${search}::text`);

/** Newest first. A page beyond the end is empty but has the right totals. Two SQL statements. @throws DomainError `forbidden` */
export async function listTrash(
  ctx: Context,
  actor: Actor,
  { page, limit, ...query }: TrashFilter & { page: number; limit: number },
): Promise<TrashPage> {
  authorize(actor, trashPolicy.read);
  const search = query.search?.trim() || undefined;
  const found = { post: 0, comment: 0, category: 0 };
  for (const { kind, n } of await countByKind(ctx.db, actor, search)) found[kind] = n;
  const counts = { all: found.post + found.comment + found.category, ...found };
  const total = counts[query.kind ?? "all"];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await trashRows(ctx.db, actor, { ...query, search }, { limit, offset }) : [];
  const now = ctx.clock.now();
  const items = rows.map((row) => present(row, now));
  return { ...paged(items, total, page, limit), counts };
}

async function countByKind(db: Db, actor: Actor, search: string | undefined): Promise<{ kind: TrashKind; n: number }[]> {
  const { rows } = await sql<{ kind: TrashKind; n: number }>`
    select t.kind, count(*)::int as n from ${everything(actor)} where ${matching(search)} group by t.kind`.execute(db);
  return rows;
}

async function trashRows(
  db: Db,
  actor: Actor,
  { kind, search }: TrashFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashRow[]> {
  const ofKind = kind === undefined ? sql`true` : sql`t.kind = ${kind}`;
  const { rows } = await sql<TrashRow>`
    with page as materialized (
      select t.* from ${everything(actor)} where ${ofKind} and ${matching(search)}
      order by t.trashed_at desc, t.kind, t.id limit ${limit} offset ${offset}
    )
    select page.kind, page.id, page.title, page.note, page.trashed_at, coalesce(p.trashed_status, c.trashed_status) as was,
      case page.kind
        when 'post' then (select count(*)::int from comments o where o.post_id = page.id and o.trashed_with_post)
        when 'comment' then (select count(*)::int from comments o where o.trashed_with = page.id)
        else (select count(*)::int from trashed_category_posts o where o.category_id = page.id)
      end as along,
      coalesce((select o.status = 'trashed' from posts o where o.id = c.post_id), false) as waits_for_post,
      case when u.id is not null then json_build_object('full_name', u.full_name, 'email',
        case when ${sql.lit(userPolicy.readAddresses.admits(actor))} then u.email end) end as trashed_by
    from page left join posts p on page.kind = 'post' and p.id = page.id
      left join comments c on page.kind = 'comment' and c.id = page.id
      left join trashed_categories g on page.kind = 'category' and g.id = page.id
      left join users u on u.id = coalesce(p.trashed_by, c.trashed_by, g.trashed_by)
    order by page.trashed_at desc, page.kind, page.id`.execute(db);
  return rows;
}

/** Items in one transaction, so that locks are short. */
const PART = 200;

const PURGES: Record<TrashKind, (ctx: Context, actor: AuditActor, ids: string[]) => Promise<number>> = {
  post: deletePostsPermanently,
  comment: deleteCommentsPermanently,
  category: deleteCategoriesPermanently,
};

async function purgeKind(ctx: Context, actor: AuditActor, kind: TrashKind, before?: Date): Promise<number> {
  let gone = 0;
  for (;;) {
    const ids = await oldestIds(ctx.db, actor, kind, PART, before);
    const purged = ids.length > 0 ? await PURGES[kind](ctx, actor, ids) : 0;
    gone += purged;
    // Items restored meanwhile aren't found again. If nothing could be deleted, stop instead of trying for ever.
    if (ids.length < PART || purged === 0) return gone;
  }
}

async function oldestIds(db: Db, actor: AuditActor, kind: TrashKind, limit: number, before?: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${contentsOf(kind, actor)}) t (kind, id, title, note, trashed_at)
    where ${before === undefined ? sql`true` : sql`trashed_at < ${before}`} order by trashed_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @throws DomainError `forbidden`; PGRST116 when it isn't in the trash */
export async function deleteTrashed(ctx: Context, actor: Actor, kind: TrashKind, id: string): Promise<void> {
  authorize(actor, trashPolicy.delete);
  const NAMES: Record<TrashKind, string> = { post: "Post", comment: "Comment", category: "Category" };
  if (!trashPolicy[kind].admits(actor) || (await PURGES[kind](ctx, actor, [id])) === 0) throw notFound(NAMES[kind]);
}

/** @returns how many @throws DomainError `forbidden` */
export async function emptyTrash(ctx: Context, actor: Actor, kind?: TrashKind): Promise<number> {
  authorize(actor, trashPolicy.delete);
  let gone = 0;
  for (const one of kind ? [kind] : TRASH_KINDS) gone += await purgeKind(ctx, actor, one);
  return gone;
}

/** For the daily cleaning. @returns how many */
export async function expireTrash(ctx: Context): Promise<number> {
  let gone = 0;
  for (const kind of TRASH_KINDS) gone += await purgeKind(ctx, { kind: "schedule" }, kind, expiredBefore(ctx.clock.now()));
  return gone;
}
