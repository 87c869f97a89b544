import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { checkPassword } from "../auth/passwords.ts";
import { requireNonce, type SettleProof } from "../auth/reauthenticate.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid, notFound } from "../errors.ts";
import { writers } from "../policy.ts";
import { eraseOwnSubscription } from "../subscribers/own-subscription.ts";
import { keepAnAdmin } from "./change-user.ts";
import { forgetTraces } from "./forget-traces.ts";
import { userPolicy } from "./user.policy.ts";
import { type PostsChoice, type Role, USER_MESSAGES } from "./user.ts";
import { WRONG_NONCE, WRONG_PASSWORD } from "./user-rules.ts";
import { findUser, type UserRow } from "./users.sql.ts";

const counted = (count: number, what: string): string => `${count} ${count === 1 ? "article" : "articles"} ${what}`;

/**
 * In the transaction of `ctx.db`. @returns for the log; undefined if nothing @throws DomainError `invalid` at `to` unless an active user who may write
 */
async function reassignPosts(
  ctx: Context,
  actor: ActorOrOperator,
  from: UserRow,
  choice: PostsChoice,
): Promise<string | undefined> {
  if (choice.posts === "keep") return undefined;
  if (choice.posts === "give") {
    const newAuthor = await findUser(ctx.db, choice.to);
    const { is_active, invited_at, id } = newAuthor ?? {};
    const fits =
      newAuthor &&
      writers.admits({ ...newAuthor, role: newAuthor.role as Role }) &&
      is_active &&
      invited_at === null &&
      id !== from.id;
    if (!fits) throw invalid(USER_MESSAGES.newAuthor, [{ field: "to", rule: USER_MESSAGES.newAuthor }]);
    return counted(await givePosts(ctx.db, from.id, newAuthor.id), `given to ${newAuthor.email}`);
  }
  // Articles with further authors stay: the next one moves up.
  const gone = await ctx.db
    .deleteFrom("posts")
    .where("author_id", "=", from.id)
    .where("id", "not in", (query) => query.selectFrom("post_coauthors").select("post_id"))
    .returning(["id", "title", "slug", "status"])
    .execute();
  const entries = gone.map(({ id, title, slug, status }) => {
    const before = { title, slug, status };
    return { action: "deleted", entity: "post", entityId: id, label: title, before } as const;
  });
  await recordAudit(ctx, actor, ...entries);
  return counted(gone.length, "deleted");
}

async function givePosts(db: Db, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("posts")
    .set({ author_id: to })
    .where("author_id", "=", from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function remove(ctx: Context, userId: string): Promise<void> {
  // Their articles and comments stay without an author.
  const row = await ctx.db
    .deleteFrom("users")
    .where("id", "=", userId)
    .returning(["id", "email", "full_name", "pending_email"])
    .executeTakeFirst();
  if (!row) throw notFound("User");
  await forgetTraces(ctx.db, row);
}

/** The account's password, or a mailed code if it has none. */
export type DeletionProof = { password: string } | { nonce: string };

async function prove(ctx: Context, user: { id: string; email: string }, proof: DeletionProof): Promise<SettleProof> {
  if ("password" in proof) {
    if (await checkPassword(ctx, user.id, proof.password)) return async () => {};
    throw invalid(WRONG_PASSWORD, [{ field: "password", rule: "must be the account’s password" }]);
  }
  try {
    return await requireNonce(ctx, user, proof.nonce);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(WRONG_NONCE, [{ field: "nonce", rule: "must be the code of the newest email" }]);
  }
}

/** In the order that moderation uses: comments by id, before their articles. */
const lockCommentsAround = (db: Db, id: string) =>
  sql`
    select from comments
    where author_id = ${id}::uuid or post_id in (select p.id from posts p where p.author_id = ${id}::uuid)
    order by id for no key update`.execute(db);

/** If it is the last active admin's, the code stays valid. @throws DomainError `invalid` at `password` or `nonce`; "last_admin" */
export async function deleteAccount(
  ctx: Context,
  user: { id: string; email: string },
  proof: DeletionProof,
  { eraseSubscription = false } = {},
): Promise<void> {
  const settle = await prove(ctx, user, proof);
  await keepAnAdmin(ctx, async (db) => {
    await settle({ ...ctx, db });
    await lockCommentsAround(db, user.id);
    if (eraseSubscription) await eraseOwnSubscription({ ...ctx, db }, user.id);
    await remove({ ...ctx, db }, user.id);
  });
}

/**
 * Comments stay without an author.
 * @throws DomainError `forbidden`, PGRST116, "last_admin", or `invalid` at the field `to` unless that is an active user who may write
 */
export async function deleteUser(
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  choice: PostsChoice = { posts: "keep" },
): Promise<void> {
  authorize(actor, userPolicy.delete);
  await keepAnAdmin(ctx, async (db) => {
    const inside = { ...ctx, db };
    const row = await findUser(db, userId);
    if (!row) throw notFound("User");
    const { email, full_name, role, is_active } = row;
    await lockCommentsAround(db, userId);
    const posts = await reassignPosts(inside, actor, row, choice);
    // Recorded first, because admins who delete themselves must still exist.
    const before = { email, full_name, role, is_active, ...(posts && { posts }) };
    await recordAudit(inside, actor, { action: "deleted", entity: "user", entityId: userId, label: email, before });
    await remove(inside, userId);
  });
}
