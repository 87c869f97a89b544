import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database/db.ts";
import { countDemoVisits, removeDemoVisits } from "../analytics/demo-visits.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { hideHeroButton } from "../settings/save-settings.ts";
import { systemPolicy } from "../system/system.policy.ts";
import { lockSeeding } from "./demo.sql.ts";
import { type DemoContent, hasDemo } from "./demo-rules.ts";

/** That nobody has made their own: no admin's, and nobody has signed in to them. */
const demoUsers = sql`select id from users where is_demo and role = 'user' and last_sign_in_at is null`;

const demoPosts = sql`select id from posts where is_demo`;

const demoTags = sql`select t.id from tags t where t.is_demo and not exists (
  select from posts_tags l join posts p on p.id = l.post_id where l.tag_id = t.id and not p.is_demo)`;

export const readDemo = async ({ db }: Pick<Context, "db">): Promise<DemoContent> => ({
  ...(await countDemo(db)),
  visits: await countDemoVisits({ db }),
});

async function countDemo(db: Db): Promise<Omit<DemoContent, "visits">> {
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::integer from ${from})`;
  const { rows } = await sql<Omit<DemoContent, "visits">>`select
    ${count(sql`posts where is_demo`)} as posts,
    ${count(sql`posts where is_demo and updated_at > created_at`)} as edited_posts,
    ${count(sql`comments where is_demo`)} as comments,
    ${count(sql`(${demoUsers}) u`)} as users,
    ${count(sql`article_likes where is_liked and article_id in (${demoPosts})`)} as likes,
    ${count(sql`post_views where post_id in (${demoPosts})`)} as views,
    ${count(sql`(${demoTags}) t`)} as tags,
    ${count(sql`comments where not is_demo and post_id in (${demoPosts})`)} as other_comments`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a count without an answer");
  return row;
}

/** Also what real people added to demo articles. What an owner made or took over stays. One transaction. @throws DomainError `forbidden` */
export async function removeDemo(ctx: Context, writer: AuditActor): Promise<DemoContent> {
  authorize(writer, systemPolicy.deleteDemoContent);
  return ctx.db.transaction().execute((db) => removeDemoWithin(db, ctx, writer));
}

/** Also its categories, before anything else is there. In the transaction `trx`. */
export async function removeUnusedDemo(trx: Trx, ctx: Context, writer: AuditActor): Promise<void> {
  await removeDemoWithin(trx, ctx, writer);
  await sql`delete from categories c where not exists (select from posts p where p.category_id = c.id)`.execute(trx);
}

async function removeDemoWithin(trx: Trx, ctx: Context, writer: AuditActor): Promise<DemoContent> {
  await lockSeeding(trx);
  const inside = { ...ctx, db: trx };
  const found = await readDemo({ db: trx });
  if (!hasDemo(found)) return found;
  await deleteDemo(trx);
  await removeDemoVisits({ db: trx });
  await markRemoved(trx, ctx.clock.now());
  await recordAudit(inside, writer, {
    action: "removed",
    entity: "demo content",
    entityId: null,
    label: "Demo content",
    before: found,
  });
  await hideHeroButton(inside, writer);
  return found;
}

async function deleteDemo(trx: Trx): Promise<void> {
  await sql`delete from comments where is_demo`.execute(trx);
  await sql`delete from tags where id in (${demoTags})`.execute(trx);
  await sql`delete from posts where is_demo`.execute(trx);
  await sql`delete from users where id in (${demoUsers})`.execute(trx);
  await sql`update users set is_demo = false where is_demo`.execute(trx);
  await sql`update tags set is_demo = false where is_demo`.execute(trx);
}

async function markRemoved(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto("demo_content")
    .values({ added_at: now, removed_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ removed_at: now }))
    .execute();
}
