import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { invalid, staleVersion } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import type { FeaturedOrderSave, FeaturedOrderState } from "./featured.ts";
import { byPlace, featuredFirst } from "./featured-first.ts";
import { lockOrder, type StoredOrder, storedOrder, storeOrder } from "./featured-order.sql.ts";
import { FEATURED_ORDER_MAX } from "./featured-rules.ts";

type FeaturedRow = { id: string; title: string; slug: string; published_at: Date };

async function present({ db }: Context, { post_ids, version, updated_at }: StoredOrder): Promise<FeaturedOrderState> {
  const { rows } = await sql<FeaturedRow>`
    select p.id, p.title, p.slug, found.published_at
    from ${featuredFirst(FEATURED_ORDER_MAX)} found join posts p on p.id = found.post_id where found.featured
    order by ${byPlace("found")} limit ${FEATURED_ORDER_MAX}`.execute(db);
  return {
    posts: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })),
    total: rows.length < FEATURED_ORDER_MAX ? rows.length : await countFeatured(db),
    is_own: post_ids.length > 0,
    version,
    updated_at: updated_at.toISOString(),
  };
}

async function countFeatured(db: Db): Promise<number> {
  const query = db
    .selectFrom("published_posts")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("featured", "=", true)
    .where("shadowed", "=", false);
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/** @throws DomainError `forbidden` */
export async function readFeaturedOrder(ctx: Context, actor: Actor): Promise<FeaturedOrderState> {
  authorize(actor, postPolicy.orderFeatured);
  return present(ctx, await storedOrder(ctx.db));
}

const logged = (ids: string[], titles: ReadonlyMap<string, string>) => ({
  featured_order: ids.length === 0 ? null : ids.flatMap((id) => titles.get(id) ?? []).join(", "),
});

/**
 * Without ids the order is newest first. A save without changes does nothing.
 * @throws DomainError `forbidden`; stale_version; invalid_input when an id isn't that of a featured article
 */
export async function orderFeatured(
  ctx: Context,
  actor: Actor,
  { post_ids, version }: FeaturedOrderSave,
): Promise<FeaturedOrderState> {
  authorize(actor, postPolicy.orderFeatured);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const before = await lockOrder(db);
    if (before.version !== version) throw staleVersion("The order of the featured stories");
    const titles = await featuredTitles(db, [...post_ids, ...before.post_ids]);
    const faults = post_ids.flatMap((id, n) =>
      titles.has(id) ? [] : [{ field: `post_ids.${n}`, rule: "There is no such featured article" }],
    );
    if (faults.length > 0) throw invalid("Some of the input is invalid", faults);
    if (post_ids.join() === before.post_ids.join()) return present(inside, before);
    const stored = await storeOrder(db, post_ids, ctx.clock.now());
    const entry = { action: "ordered", entity: "post", entityId: null, label: "Featured stories" } as const;
    await recordAudit(inside, actor, { ...entry, before: logged(before.post_ids, titles), after: logged(post_ids, titles) });
    return present(inside, stored);
  });
}

async function featuredTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const query = db
    .selectFrom("published_posts as d")
    .innerJoin("posts as p", "p.id", "d.post_id")
    .select(["p.id", "p.title"])
    .where("d.featured", "=", true)
    .where("p.id", "in", ids);
  return new Map((await query.execute()).map(({ id, title }) => [id, title]));
}
