import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { DomainError, type FieldError, invalid } from "../../errors.ts";
import { isMailbox } from "../../mail/mail.ts";
import { queueMail } from "../../mail/send-mail.ts";
import type { Settings, Site } from "../../settings/settings.ts";
import { parseEmail } from "../../subscribers/parse-email.ts";
import { content as contentRule } from "../comment.ts";
import { commentsClosed } from "../comment-errors.ts";
import { formTokenAge } from "../comment-tokens.ts";
import { requireArticle } from "../list-comments.ts";
import { confirmPath, erasePath } from "./guest-links.ts";
import { isNameOfTeam, parseGuestName } from "./guest-name.ts";
import { GUEST_MAILS_PER_DAY } from "./guest-rules.ts";

/** Its data is the request. */
export const GUEST_ASKED = "guest.asked";

/** `post`: slug or id. */
export type GuestForm = {
  post: string;
  replyTo: string | null;
  name: string;
  email: string;
  content: string;
  hiddenField: string;
};

/**
 * What a guest has written, or without `content` that they want to follow the comments; without `comment`, they want everything about their address
 * erased. `at`: ISO 8601.
 */
export type GuestRequest = {
  email: string;
  at: string;
  comment: {
    name: string;
    postId: string;
    replyTo: string | null;
    content: string | null;
    hiddenField: string;
    filledIn: number | null;
  } | null;
};

/** Whether a guest can comment, as the settings are. */
export const takesGuests = ({ allowComments, guestComments }: Settings, { sendsMail }: Pick<Site, "sendsMail">): boolean =>
  allowComments && guestComments === "everyone" && sendsMail;

const NOBODY = "visitor";

export const VISITOR = { id: NOBODY };

/**
 * Checks what was typed. @returns it as it is stored
 * @throws DomainError comments_closed; PGRST116 for an article that isn't public; `invalid` at `name`, `email`, `content`
 */
export async function acceptGuestForm(ctx: Context, form: GuestForm, of: { settings: Settings; site: Site }) {
  if (!takesGuests(of.settings, of.site)) throw commentsClosed();
  const post = await requireArticle(ctx, form.post);
  if (!post.comments_open) throw commentsClosed();
  const problems: FieldError[] = [];
  const named = parseGuestName(form.name);
  if ("rule" in named) problems.push({ field: "name", rule: named.rule });
  else if (await isNameOfTeam(ctx, named.name, of.site))
    problems.push({ field: "name", rule: "Choose another name: this one is an author’s of this site" });
  const email = parseEmail(form.email);
  if (email === null) problems.push({ field: "email", rule: "Enter an email address" });
  const said = contentRule.safeParse(form.content);
  if (!said.success) problems.push({ field: "content", rule: said.error.issues[0]?.message ?? "" });
  if (problems.length > 0 || "rule" in named || email === null || !said.success)
    throw invalid("Some of the input is invalid", problems);
  return { postId: post.id, name: named.name, email, content: said.data };
}

/** Nobody fills in a form faster; programs do. */
const FORM_MS_MIN = 2000;
const DAY_MS = 86_400_000;

/** @returns ms that the form was open @throws DomainError form_token without a token, and for one that is too young or too old */
export async function requireFormToken(ctx: Context, token: string, postId: string): Promise<number> {
  const age = await formTokenAge(ctx, token, NOBODY, postId);
  if (age === null || age < FORM_MS_MIN || age > DAY_MS)
    throw new DomainError("conflict", "form_token", "Please wait a moment and send the form again");
  return age;
}

/** A job looks up the address later, so this takes the same time for every address. */
export async function askGuest(ctx: Context, asked: GuestRequest, site: Site): Promise<void> {
  if (ctx.jobs) await ctx.jobs.send(GUEST_ASKED, asked, { db: ctx.db, key: asked.email.toLowerCase() });
  else await mailGuest(ctx, asked, site);
}

const KINDS = ["guest_comment", "guest_follow", "guest_account", "guest_erase"] as const;

/** @returns false if the address has got as many as it gets in a day. Locks it until the transaction ends */
async function mayMail({ db }: Context, email: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mails to guest ' || lower(${email}), 0))`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox
    where created_at > now() - interval '24 hours' and kind = any(${[...KINDS]}::text[]) and lower(recipient) = lower(${email})`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) < GUEST_MAILS_PER_DAY;
}

const hasAccount = async ({ db }: Context, email: string): Promise<boolean> =>
  (await db
    .selectFrom("users")
    .select("id")
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .where("email_confirmed_at", "is not", null)
    .executeTakeFirst()) !== undefined;

/** Nothing that a stranger has typed is in the mail, so that nobody can send their words to others. */
export const mailGuest = (ctx: Context, asked: GuestRequest, site: Site): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const { email, comment } = asked;
    if (!isMailbox(email) || !(await mayMail(inside, email))) return;
    if (comment) await mailConfirmation(inside, email, { comment, at: new Date(asked.at) }, site);
    else await mailEraseLink(inside, email, site);
  });

async function mailConfirmation(
  ctx: Context,
  email: string,
  { comment, at }: { comment: NonNullable<GuestRequest["comment"]>; at: Date },
  site: Site,
): Promise<void> {
  const post = await ctx.db.selectFrom("posts").select(["title", "slug"]).where("id", "=", comment.postId).executeTakeFirst();
  if (!post) return;
  const follows = comment.content === null;
  if (await hasAccount(ctx, email)) {
    const data = { article: post.title, path: `/story/${post.slug}`, follows };
    await queueMail(ctx, { to: email, kind: "guest_account", data, site });
    return;
  }
  const row = await ctx.db
    .insertInto("unconfirmed_comments")
    .values({
      email,
      name: comment.name,
      post_id: comment.postId,
      reply_to_id: comment.replyTo,
      content: comment.content,
      hidden_field: comment.hiddenField,
      filled_in: comment.filledIn,
      created_at: at,
    })
    .returning(["id", "link_key"])
    .executeTakeFirstOrThrow();
  const kind = follows ? "guest_follow" : "guest_comment";
  await queueMail(ctx, { to: email, kind, data: { article: post.title, path: confirmPath(row) }, site });
}

async function mailEraseLink(ctx: Context, email: string, site: Site): Promise<void> {
  const guest = await ctx.db
    .selectFrom("guests")
    .select(["id", "version"])
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .executeTakeFirst();
  if (guest) await queueMail(ctx, { to: email, kind: "guest_erase", data: { path: await erasePath(ctx, guest) }, site });
}
