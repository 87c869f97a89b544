import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { text } from "../schema-fields.ts";
import { CHECKED_SLUGS } from "./check-rules.ts";
import { EDITING_LIMITS } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { POST_ID, type PostStatus } from "./post-rules.ts";
import { adminPostRow } from "./post-shapes.ts";
import { type Reach, reachOf } from "./reach.sql.ts";

/** `slugs`: of the posts of this site that the post links to. */
export const checkInput = z.strictObject({
  id: z.guid("must be a post's id, or null").toLowerCase().nullable(),
  title: text(EDITING_LIMITS.editedTitleMax).trim(),
  slugs: z
    .array(text(EDITING_LIMITS.nameMax).toLowerCase(), "must be a list of slugs")
    .max(CHECKED_SLUGS, `must be at most ${CHECKED_SLUGS} slugs`),
});

export type CheckInput = z.infer<typeof checkInput>;

export const checkedSurroundings = z.object({
  titles: z
    .array(z.object({ id: z.string(), ...adminPostRow.pick({ title: true, slug: true, status: true }).shape }))
    .meta({ description: "Other posts with this title, at most ten" }),
  links: z
    .array(
      z.object({
        slug: z.string(),
        state: z.enum(["missing", "unpublished", "moved"]),
        to: z.string().nullable().meta({ description: "The current slug of a post that has moved" }),
      }),
    )
    .meta({ description: "Links that don’t lead to a published post at its current path" }),
});

export type CheckedSurroundings = z.infer<typeof checkedSurroundings>;

const MAX_TITLES = 10;

type Titled = { id: string; title: string; slug: string; status: PostStatus };

/** `rank`: 1 found by its slug, 2 by its id, 3 by a former slug. */
type Target = { asked: string; slug: string; status: string; rank: number };

/**
 * Two SQL statements.
 * @param input `id`: the post itself, which is left out; `slugs`: current slugs, former slugs or ids of linked posts
 * @returns links in the order given, without those that lead to a published post's current path @throws DomainError `forbidden`
 */
export async function checkSurroundings(ctx: Context, actor: Actor, input: CheckInput): Promise<CheckedSurroundings> {
  authorize(actor, postPolicy.readAny);
  const { id, title, slugs } = input;
  const reach = reachOf(actor);
  const titles = title === "" ? [] : await postsWithTitle(ctx.db, title, { besides: id, reach });
  const targets = new Map((await postsAtSlugs(ctx.db, slugs, reach)).map((target) => [target.asked, target]));
  const links = slugs.flatMap((slug): CheckedSurroundings["links"] => {
    const target = targets.get(slug);
    if (!target) return [{ slug, state: "missing", to: null }];
    if (target.status !== "published") return [{ slug, state: "unpublished", to: null }];
    // An id is a permanent link.
    return target.rank === 3 ? [{ slug, state: "moved", to: target.slug }] : [];
  });
  return { titles, links };
}

/** Ignoring case, the newest first. Of others’ posts only published ones. */
async function postsWithTitle(
  db: Db,
  title: string,
  { besides, reach }: { besides: string | null; reach: Reach },
): Promise<Titled[]> {
  const heading = `${title.replace(/[\\%_]/g, "\\$&")}\n%`;
  const { rows } = await sql<Titled>`
    select p.id, p.title, p.slug, p.status from post_catalog d join posts p on p.id = d.post_id
    where d.heading like lower(${heading}) and d.post_id is distinct from ${besides}::uuid
      and (d.status = 'published' or ${reach(sql`d.post_id`)})
    order by d.created_at desc, d.post_id limit ${sql.lit(MAX_TITLES)}`.execute(db);
  return rows;
}

/** Published posts first, then in the order in which an article is looked up. Of others’ posts only published ones. */
async function postsAtSlugs(db: Db, slugs: string[], reach: Reach): Promise<Target[]> {
  if (slugs.length === 0) return [];
  const ids = slugs.filter((slug) => POST_ID.test(slug));
  const { rows } = await sql<Target>`
    select distinct on (asked) asked, slug, status, rank from (
      select slug as asked, id, slug, status, 1 as rank from posts where slug = any(${slugs}::text[])
      union all select id::text, id, slug, status, 2 from posts where id = any(${ids}::uuid[])
      union all select o.slug, p.id, p.slug, p.status, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = any(${slugs}::text[])
    ) found where status = 'published' or ${reach(sql`found.id`)} order by asked, (status = 'published') desc, rank`.execute(db);
  return rows;
}
