import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import { restoreCategories } from "../categories/restore-categories.ts";
import { restoreComments } from "../comments/restore-comments.ts";
import type { Context } from "../context.ts";
import { restorePosts } from "../posts/restore-posts.ts";
import type { Restored, TrashKind } from "./model.ts";
import { trashPolicy } from "./trash.policy.ts";

/**
 * Brings things back from the trash, all or none: categories first, so that posts find theirs, and posts before comments.
 * @throws DomainError `forbidden`; `post_trashed` for a comment whose post stays in the trash
 */
export async function restoreAll(ctx: Context, actor: Actor, items: { kind: TrashKind; id: string }[]): Promise<Restored> {
  authorize(actor, trashPolicy.restore);
  const idsOf = (kind: TrashKind) => [...new Set(items.filter((item) => item.kind === kind).map(({ id }) => id))];
  const [posts, comments, categories] = [idsOf("post"), idsOf("comment"), idsOf("category")];
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const backCategories = await restoreCategories(inside, actor, categories);
    const backPosts = await restorePosts(inside, actor, posts);
    const backComments = await restoreComments(inside, actor, comments);
    const restored = backCategories.length + backPosts.length + backComments.length;
    return {
      restored,
      missing: posts.length + comments.length + categories.length - restored,
      renamed: [
        ...backCategories.flatMap(({ id, name, slug, renamed }) =>
          renamed ? [{ kind: "category" as const, id, title: name, slug }] : [],
        ),
        ...backPosts.flatMap(({ id, title, slug, renamed }) => (renamed ? [{ kind: "post" as const, id, title, slug }] : [])),
      ],
    };
  });
}
