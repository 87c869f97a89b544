import { recordAudit } from "../audit/recording.ts";
import { checkPassword } from "../auth/checking-password.ts";
import type { Context } from "../context.ts";
import { invalid, notFound } from "../errors.ts";
import { settlePosts } from "./bequeathing.ts";
import { keepingAnAdmin } from "./keeping-an-admin.ts";
import { type PostsFate, WRONG_PASSWORD } from "./model.ts";
import { type Doer, requireManager } from "./policy.ts";
import { deleteMailTo, deleteUserRow, findUser, holdCommentsAround } from "./queries.ts";

/** Deletes the user with sessions, tokens, likes and mails; articles and comments that are left stay without an author. */
async function remove(ctx: Context, userId: string): Promise<void> {
  const row = await deleteUserRow(ctx.db, userId);
  if (!row) throw notFound("User");
  await deleteMailTo(ctx.db, row.email);
}

/**
 * Deletes one's own account, confirmed by its password.
 * @throws DomainError `invalid` at the field `password`; "last_admin" when no active admin would be left
 */
export async function deleteAccount(ctx: Context, userId: string, password: string): Promise<void> {
  if (!(await checkPassword(ctx, userId, password)))
    throw invalid(WRONG_PASSWORD, [{ field: "password", rule: "must be the account's password" }]);
  await keepingAnAdmin(ctx, async (db) => {
    await holdCommentsAround(db, userId);
    await remove({ ...ctx, db }, userId);
  });
}

/**
 * Deletes somebody's account.
 * @param fate what becomes of the articles; comments stay without an author
 * @throws DomainError `forbidden`, PGRST116, "last_admin", or `invalid` at the field `to` when that is no active admin
 */
export async function deleteUser(ctx: Context, doer: Doer, userId: string, fate: PostsFate = { posts: "keep" }): Promise<void> {
  requireManager(doer);
  await keepingAnAdmin(ctx, async (db) => {
    const inside = { ...ctx, db };
    const row = await findUser(db, userId);
    if (!row) throw notFound("User");
    const { email, full_name, role, is_active } = row;
    await holdCommentsAround(db, userId);
    const posts = await settlePosts(inside, doer, row, fate);
    // Noted first: whoever deletes themselves is still there to be named.
    const before = { email, full_name, role, is_active, ...(posts && { posts }) };
    await recordAudit(inside, doer, { action: "deleted", entity: "user", entityId: userId, label: email, before });
    await remove(inside, userId);
  });
}
