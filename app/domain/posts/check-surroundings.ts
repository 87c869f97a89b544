import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { PostStatus } from "./model.ts";
import { postPolicy } from "./post.policy.ts";
import { postsAtSlugs, postsWithTitle } from "./post-check.sql.ts";
import type { CheckInput } from "./schema.ts";

/** What the site knows of a post's surroundings: others with its title, and own posts that it links to in vain or by an old address. */
export type CheckedSurroundings = {
  titles: { id: string; title: string; slug: string; status: PostStatus }[];
  links: { slug: string; state: "missing" | "unpublished" | "moved"; to: string | null }[];
};

/**
 * Looks around a post before it is published. Two SQL statements; nothing is stored.
 * @param input `id`: the post itself, which is none of the others; `title`; `slugs`: the last parts of the addresses of own posts
 *   that it links to, as slugs of today, slugs of before or ids
 * @returns at most ten other posts whose title is the same but for case; of the links those that don't lead to a published
 *   post at its present address, in the order given
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
