import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { type PostsChoice, USER_MESSAGES } from "./model.ts";
import type { ActorOrOperator } from "./policy.ts";
import { deletePostsOf, findUser, givePosts, type UserRow } from "./users.sql.ts";

const counted = (count: number, what: string): string => `${count} ${count === 1 ? "article" : "articles"} ${what}`;

/**
 * Does with the articles of somebody who is about to be deleted what was chosen. Runs in the transaction of `ctx.db`.
 * @returns what became of them, for the log; undefined when nothing was done
 * @throws DomainError `invalid` at the field `to` when the articles would go to nobody who is an active admin
 */
export async function reassignPosts(
  ctx: Context,
  doer: ActorOrOperator,
  from: UserRow,
  fate: PostsChoice,
): Promise<string | undefined> {
  if (fate.posts === "keep") return undefined;
  if (fate.posts === "give") {
    const heir = await findUser(ctx.db, fate.to);
    const fits = heir?.role === "admin" && heir.is_active && heir.invited_at === null && heir.id !== from.id;
    if (!fits) throw invalid(USER_MESSAGES.heir, [{ field: "to", rule: USER_MESSAGES.heir }]);
    return counted(await givePosts(ctx.db, from.id, heir.id), `given to ${heir.email}`);
  }
  const gone = await deletePostsOf(ctx.db, from.id);
  const entries = gone.map(({ id, title, slug, status }) => {
    const before = { title, slug, status };
    return { action: "deleted", entity: "post", entityId: id, label: title, before } as const;
  });
  await recordAudit(ctx, doer, ...entries);
  return counted(gone.length, "deleted");
}
