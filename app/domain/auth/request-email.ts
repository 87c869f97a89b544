import type { JsonObject } from "../../../db/schema.gen.ts";
import { shortenAddress } from "../../platform/limits/shorten-address.ts";
import { pathOfSite } from "../../routes.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { findByEmail, findById, insertAccount } from "./auth.sql.ts";
import type { SessionMeta } from "./auth-rules.ts";
import { findByPendingEmail, findSignUps, type PendingSignUp } from "./one-time.sql.ts";
import { inTransaction, mailOneTime } from "./send-one-time.ts";

/** The event of somebody asking for a mail with a one-time token; its data is what they asked for. */
export const EMAIL_REQUESTED = "auth.mail-asked";

/**
 * What somebody asks for who may have an account or not; `email` as accepting.ts takes it. `magiclink` with `create` makes an account where there is none, as
 * far as the site allows; `signup` and `email_change` send a mail once more.
 */
export type EmailRequest = {
  email: string;
  next?: string | undefined;
  /** who asks, for the activity log */
  meta?: Pick<SessionMeta, "address" | "userAgent"> | undefined;
} & (
  | { kind: "recovery" | "signup" | "email_change" }
  | { kind: "magiclink"; create: boolean; metadata: JsonObject; fullName: string | null }
);

/** What the answer depends on. */
export type EmailRequestOptions = { site: Site };

/**
 * Takes a wish for a mail. Whether there is such an account is looked up later, by a job: what happens here is the same for
 * every address, and so takes the same time.
 */
export async function requestEmail(ctx: Context, wish: EmailRequest, of: EmailRequestOptions): Promise<void> {
  // What waits in a job shows nobody's whole address.
  const meta = wish.meta && { ...wish.meta, address: shortenAddress(wish.meta.address) };
  const asked = { ...wish, meta, next: pathOfSite(wish.next, of.site.url) };
  if (ctx.jobs) await ctx.jobs.send(EMAIL_REQUESTED, asked, { db: ctx.db, key: `${asked.kind} ${asked.email.toLowerCase()}` });
  else await sendRequestedEmail(ctx, asked, of);
}

/** Sends what was asked for, if the address has an account that may have it; else does nothing. */
export const sendRequestedEmail = (ctx: Context, asked: EmailRequest, { site }: EmailRequestOptions): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const id = await receiverOf(inside, asked, site);
    if (!id) return;
    const signUp = asked.kind === "signup" ? await onlySignUp(inside, id) : null;
    await mailOneTime(inside, asked.kind, { id, email: asked.email, next: asked.next, signUp }, site);
    const account = asked.kind === "recovery" && asked.meta ? await findById(inside.db, id) : undefined;
    if (account && asked.meta) await recordAccount(inside, { action: "recovery requested", account, meta: asked.meta });
  });

/** The sign-up that waits for an address; null where several do: nobody can tell whose mail is asked for, so it sets no password. */
async function onlySignUp({ db }: Context, userId: string): Promise<PendingSignUp | null> {
  const [first, second] = await findSignUps(db, userId);
  return first && !second ? first : null;
}

/** The id of the account whose owner may be sent what was asked for. */
async function receiverOf({ db }: Context, asked: EmailRequest, site: Site): Promise<string | undefined> {
  const user = await findByEmail(db, asked.email);
  // The owner of an address with an account was told when somebody else wanted it; no link can give it away.
  if (asked.kind === "email_change")
    return user ? undefined : (await findByPendingEmail(db, asked.email)).find(({ is_active }) => is_active)?.id;
  // Nothing but the invitation opens an account that waits for its owner: else it could not be revoked.
  if (user?.invited_at) return undefined;
  if (user) return user.is_active && (asked.kind !== "signup" || user.email_confirmed_at === null) ? user.id : undefined;
  if (asked.kind !== "magiclink" || !asked.create || !site.allowRegistration) return undefined;
  const { email, fullName, metadata } = asked;
  return (await insertAccount(db, { email, full_name: fullName, user_metadata: metadata }))?.id;
}
