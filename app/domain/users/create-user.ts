import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { hashPassword, storePassword } from "../auth/passwords.ts";
import { type Invitation, issueInvitation, withdrawInvitation } from "../auth/send-one-time.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, duplicate, forbidden, invalid, notFound } from "../errors.ts";
import { isMailbox } from "../mail/mail.ts";
import type { Site } from "../settings/settings.ts";
import { giveGrants } from "./grants/change-grants.ts";
import { presentProfile, readListed } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import { type AdminUser, type InvitationLink, type NewUser, type Profile, type Role, USER_MESSAGES } from "./user.ts";
import { COLUMNS, findUser, type UserRow } from "./users.sql.ts";

const TAKEN = "A user with this id or email address already exists";

const insertUser = (
  db: Db,
  values: {
    id?: string;
    email: string;
    full_name: string | null;
    role: Role;
    email_confirmed_at?: Date;
    invited_at?: Date;
    created_at?: Date;
  },
) =>
  db
    .insertInto("users")
    .values({ ...values, email: values.email.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();

/** As browsers do (specification, section 4); the role is `user`. @throws DomainError `forbidden` for another's id or address; 23505 */
export async function createOwnUser(
  ctx: Context,
  actor: ActorOrOperator,
  { id, email, full_name }: { id: string; email: string; full_name: string | null },
): Promise<Profile> {
  if (!userPolicy.createOwn.allows(actor, { id, email })) throw forbidden("You can only create your own user");
  const row = await insertUser(ctx.db, { id, email, full_name, role: "user" });
  if (!row) throw duplicate(TAKEN);
  return presentProfile(row);
}

/** The email address counts as confirmed. @throws DomainError `forbidden`; 23505 when it is taken */
export async function createUser(
  ctx: Context,
  actor: ActorOrOperator,
  { password, ...values }: { email: string; full_name: string | null; role: Role; password: string },
): Promise<Profile> {
  authorize(actor, userPolicy.create);
  const hash = await hashPassword(password, actor.kind === "user" ? actor.id : undefined);
  return ctx.db.transaction().execute(async (db) => {
    const row = await insertUser(db, { ...values, email_confirmed_at: ctx.clock.now() });
    if (!row) throw duplicate(TAKEN);
    await storePassword({ ...ctx, db }, row.id, hash);
    return presentProfile(row);
  });
}

const linkOf = ({ link, expiresAt }: Invitation, mailed: boolean): InvitationLink => ({
  link,
  expires_at: expiresAt.toISOString(),
  mailed,
});

/** The link is valid once within 72 hours; nothing else opens the account. @throws DomainError `forbidden`; 23505; `invalid` mailbox */
export async function inviteUser(
  ctx: Context,
  actor: ActorOrOperator,
  { email, full_name, role, grants = [] }: NewUser,
  site: Site,
): Promise<{ user: AdminUser; invitation: InvitationLink }> {
  authorize(actor, userPolicy.invite);
  if (!isMailbox(email)) throw invalid(USER_MESSAGES.emailFormat, [{ field: "email", rule: USER_MESSAGES.emailFormat }]);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await insertUser(db, { email, full_name, role, invited_at: ctx.clock.now(), created_at: ctx.clock.now() });
    if (!row) throw duplicate(USER_MESSAGES.taken);
    await giveGrants(inside, actor, row.id, grants);
    const made = { email: row.email, full_name: row.full_name, role: row.role, ...(grants.length > 0 && { grants }) };
    await recordAudit(inside, actor, { action: "invited", entity: "user", entityId: row.id, label: row.email, after: made });
    const invitation = await issueInvitation(inside, row, site, { mail: true });
    return { user: await readListed(inside, row.id), invitation: linkOf(invitation, true) };
  });
}

const conflict = (message: string) => new DomainError("conflict", "not_invited", message);

async function invited(ctx: Context, userId: string): Promise<UserRow> {
  const row = await findUser(ctx.db, userId);
  if (!row) throw notFound("User");
  if (!row.invited_at) throw conflict(USER_MESSAGES.notInvited);
  return row;
}

/**
 * Makes the earlier link invalid.
 * @param how `mail`: otherwise an admin passes the link on @throws DomainError `forbidden`, PGRST116, "not_invited" for users who have
 * accepted already or are deactivated
 */
export async function renewInvitation(
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  { site, mail }: { site: Site; mail: boolean },
): Promise<InvitationLink> {
  authorize(actor, userPolicy.invite);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await invited(inside, userId);
    if (!row.is_active) throw conflict(USER_MESSAGES.deactivated);
    const action = mail ? "invited again" : "invitation link made";
    await recordAudit(inside, actor, { action, entity: "user", entityId: row.id, label: row.email });
    return linkOf(await issueInvitation(inside, row, site, { mail }), mail);
  });
}

/** The account stays and can be invited again. @throws DomainError `forbidden`, PGRST116, "not_invited" for users who have accepted */
export async function revokeInvitation(ctx: Context, actor: ActorOrOperator, userId: string): Promise<void> {
  authorize(actor, userPolicy.invite);
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await invited(inside, userId);
    if (!(await withdrawInvitation(inside, userId))) return;
    const entry = { action: "invitation revoked", entity: "user", entityId: row.id, label: row.email } as const;
    await recordAudit(inside, actor, entry);
  });
}
