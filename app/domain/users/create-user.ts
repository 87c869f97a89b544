import { hashPassword, storePassword } from "../auth/passwords.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, forbidden } from "../errors.ts";
import { presentProfile } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import type { Profile, Role } from "./user.ts";
import { insertUser } from "./users.sql.ts";

const TAKEN = "A user with this id or email address already exists";

/**
 * Adds the row of the signed-in user, as the browser does when it finds none (specification, section 4). The role is `user`
 * whatever anybody asks for.
 * @throws DomainError `forbidden` (42501) for another's id or address; 23505 when the row is there
 */
export async function createOwnUser(
  ctx: Context,
  doer: ActorOrOperator,
  { id, email, full_name }: { id: string; email: string; full_name: string | null },
): Promise<Profile> {
  if (!userPolicy.createOwn.allows(doer, { id, email })) throw forbidden("You can only create your own user");
  const row = await insertUser(ctx.db, { id, email, full_name, role: "user" });
  if (!row) throw duplicate(TAKEN);
  return presentProfile(row);
}

/**
 * Adds an account whose address counts as confirmed: whoever may do this vouches for it.
 * @throws DomainError `forbidden`; 23505 when the address is taken
 */
export async function createUser(
  ctx: Context,
  doer: ActorOrOperator,
  { password, ...values }: { email: string; full_name: string | null; role: Role; password: string },
): Promise<Profile> {
  authorize(doer, userPolicy.create);
  const hash = await hashPassword(password, doer.kind === "user" ? doer.id : undefined);
  return ctx.db.transaction().execute(async (db) => {
    const row = await insertUser(db, { ...values, email_confirmed_at: ctx.clock.now() });
    if (!row) throw duplicate(TAKEN);
    await storePassword({ ...ctx, db }, row.id, hash);
    return presentProfile(row);
  });
}
