import type { Db } from "../../platform/database/db.ts";
import { subscriberOf } from "../../platform/ip-address.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import type { Site } from "../settings/settings.ts";
import { acceptEmail, acceptMetadata, acceptPassword, type Metadata } from "./accept-credentials.ts";
import { findByEmail, findPasswordHash, insertAccount, lockById, setPasswordHash, updateAccount } from "./auth.sql.ts";
import { authError } from "./auth-errors.ts";
import type { SessionMeta } from "./auth-rules.ts";
import { hashPassword } from "./passwords.ts";
import { type AuthUser, presentPending, type UserRow } from "./present-user.ts";
import { recordBrowser } from "./record-browser.ts";
import { notifyNewUser, sendAccountExists, sendConfirmation } from "./send-one-time.ts";
import { type Session, startSession } from "./sessions.ts";
import { withMinimumDuration } from "./sign-in.ts";

export type SignUp = {
  email: string;
  password: string;
  /** `full_name` becomes the name of the account */
  data: Record<string, unknown>;
  site: Site;
  requireEmailVerification: boolean;
  notices: NoticeSettings;
  /** where the mailed link leads; a path of this site */
  next?: string | undefined;
};

export type SignUpResult = { session: Session } | { pending: AuthUser };

type Account = Metadata & { email: string; hash: string };

/** ms. Longer than a sign-up takes on an idle machine, so that the duration doesn't reveal whether an address is known. */
const EVEN_MS = 150;

/**
 * One transaction. If email addresses are verified, a known address gets the same answer in the same time, and its owner gets a mail.
 * Several sign-ups can wait for one address: each mail confirms its own password and name, so nobody can set theirs on someone else's
 * account.
 * @throws DomainError signup_disabled, validation_failed, weak_password, user_already_exists (if email addresses aren't verified)
 */
export async function signUp(ctx: Context, input: SignUp, meta: SessionMeta): Promise<SignUpResult> {
  if (!input.site.allowRegistration) throw authError("signup_disabled", "Signups not allowed for this instance");
  const email = acceptEmail(input.email);
  acceptPassword(input.password, { email, siteName: input.site.name, role: "user" });
  const said = acceptMetadata(input.data);
  const make = async (): Promise<SignUpResult> => {
    const account = {
      ...said,
      email,
      hash: await hashPassword(input.password, meta.address === null ? undefined : subscriberOf(meta.address)),
    };
    return ctx.db.transaction().execute((db) => {
      const inside = { ...ctx, db };
      return input.requireEmailVerification ? waitForLink(inside, account, input) : enterAtOnce(inside, account, input, meta);
    });
  };
  return input.requireEmailVerification ? withMinimumDuration(EVEN_MS, make) : make();
}

async function waitForLink(ctx: Context, account: Account, { site, next }: SignUp): Promise<SignUpResult> {
  const row = await placeAccount(ctx, account, null);
  if (row === "taken") await sendAccountExists(ctx, account, site);
  const { email, hash: passwordHash, fullName = null, metadata } = account;
  if (typeof row !== "string")
    await sendConfirmation(ctx, { id: row.id, email, next, signUp: { passwordHash, fullName, metadata } }, site);
  const shown = fullName ? { ...metadata, full_name: fullName } : metadata;
  return { pending: presentPending({ id: idOf(ctx, row), email, metadata: shown, now: ctx.clock.now() }) };
}

async function enterAtOnce(ctx: Context, account: Account, { site, notices }: SignUp, meta: SessionMeta): Promise<SignUpResult> {
  const row = await placeAccount(ctx, account, ctx.clock.now());
  if (typeof row === "string") throw authError("user_already_exists", "User already registered");
  await notifyNewUser(ctx, row, { site, notices });
  await recordBrowser(ctx, row.id, meta, site);
  const session = await startSession(ctx, row.id, meta);
  await recordAccount(ctx, { action: "signed in", account: row, meta, detail: { method: "password" } });
  return { session };
}

/** An unconfirmed account gets the values of the last sign-up. "taken": the address has an account; "deactivated": that is deactivated. */
async function placeAccount(
  ctx: Context,
  account: Account,
  confirmedAt: Date | null,
): Promise<UserRow | "taken" | "deactivated"> {
  const { db } = ctx;
  const { email, metadata, fullName = null, hash } = account;
  const now = ctx.clock.now();
  const values = { email, full_name: fullName, email_confirmed_at: confirmedAt };
  const row =
    (await insertAccount(db, { ...values, user_metadata: metadata, created_at: now, updated_at: now })) ??
    (await updateUnconfirmed(ctx, { ...values, user_metadata: JSON.stringify(metadata) }));
  if (typeof row !== "string") await setPasswordHash(db, row.id, hash);
  return row;
}

type Values = Parameters<typeof updateAccount>[2] & { email: string };

async function updateUnconfirmed({ db, clock }: Context, values: Values): Promise<UserRow | "taken" | "deactivated"> {
  const found = await findByEmail(db, values.email);
  const known = found && (await lockById(db, found.id));
  // The account was deleted between the two statements.
  if (!known) throw authError("over_request_rate_limit", "Please try again in a moment.");
  if (!known.is_active) return "deactivated";
  if (!(await isUnconfirmedSignUp(db, known))) return "taken";
  return (await updateAccount(db, known.id, values, clock.now())) ?? "taken";
}

/** Accounts made by invitation or with the demo content have no password, and signing up must not give access to them. */
async function isUnconfirmedSignUp(db: Db, row: UserRow): Promise<boolean> {
  const { id, role, email_confirmed_at, last_sign_in_at, invited_at } = row;
  if (role !== "user" || invited_at !== null || email_confirmed_at !== null || last_sign_in_at !== null) return false;
  return (await findPasswordHash(db, id)) !== undefined;
}

/** Random if the row's id would reveal that the address was known: the same id twice would show an unconfirmed account. */
function idOf({ random }: Context, row: UserRow | "taken" | "deactivated"): string {
  const isNew = typeof row !== "string" && row.created_at.getTime() === row.updated_at.getTime();
  return isNew ? row.id : uuidOf(random.hex(16));
}

function uuidOf(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
