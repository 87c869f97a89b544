import { z } from "zod";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { text } from "../schema-fields.ts";
import { postsAtSlugs, postsWithTitle } from "./admin-posts.sql.ts";
import { CHECKED_SLUGS } from "./check-rules.ts";
import { EDITING_LIMITS } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { adminPostRow } from "./post-shapes.ts";

/** What the server looks up before a post is published: its title, and the slugs of this site's posts that it links to. */
export const checkInput = z.strictObject({
  id: z.guid("must be a post's id, or null").toLowerCase().nullable(),
  title: text(EDITING_LIMITS.editedTitleMax).trim(),
  slugs: z
    .array(text(EDITING_LIMITS.nameMax).toLowerCase(), "must be a list of slugs")
    .max(CHECKED_SLUGS, `must be at most ${CHECKED_SLUGS} slugs`),
});

export type CheckInput = z.infer<typeof checkInput>;

/** Other posts with the same title, and links to posts of this site that are broken or use a former slug. */
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
    .meta({ description: "Links that don't lead to a published post at its current path" }),
});

export type CheckedSurroundings = z.infer<typeof checkedSurroundings>;

/**
 * Looks up other posts that matter to a post before it is published. Two SQL statements; stores nothing.
 * @param input `id`: the post itself, which is left out; `title`; `slugs`: current slugs, former slugs or ids of the posts of this
 *   site that it links to
 * @returns at most ten other posts with the same title, ignoring case; and the links that don't lead to the current path of a
 *   published post, in the order given
 * @throws DomainError `forbidden`
 */
export async function checkSurroundings(ctx: Context, actor: Actor, input: CheckInput): Promise<CheckedSurroundings> {
  authorize(actor, postPolicy.readAny);
  const { id, title, slugs } = input;
  const titles = title === "" ? [] : await postsWithTitle(ctx.db, title, id);
  const targets = new Map((await postsAtSlugs(ctx.db, slugs)).map((target) => [target.asked, target]));
  const links = slugs.flatMap((slug): CheckedSurroundings["links"] => {
    const target = targets.get(slug);
    if (!target) return [{ slug, state: "missing", to: null }];
    if (target.status !== "published") return [{ slug, state: "unpublished", to: null }];
    // An id is a permanent link.
    return target.rank === 3 ? [{ slug, state: "moved", to: target.slug }] : [];
  });
  return { titles, links };
}
