import { type MailConnection, SmtpFailure } from "../../platform/smtp-connection.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { adviseOnError } from "../mail/advise-on-error.ts";
import type { Settings, Site } from "../settings/settings.ts";
import { composeStoredIssue } from "./compose-stored-issue.ts";
import { findIssue } from "./issues.sql.ts";
import { addressIssue } from "./mail/address-issue.ts";
import type { IssueMail } from "./mail/issue-mail.ts";
import { newsletterPolicy } from "./newsletter.policy.ts";
import type { IssuePreview, IssueTest } from "./newsletter.ts";
import { requireReady } from "./readiness.ts";
import { writeIssueMail } from "./write-issue-mail.ts";

export type PreviewTools = { site: Site; settings: Settings; media: FileStore };

/** Its links lead to the site's pages, but belong to nobody. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What was fixed at the start, or what would be now. */
async function mailOf(ctx: Context, id: string, { site, settings, media }: PreviewTools): Promise<IssueMail> {
  const issue = await findIssue(ctx.db, id);
  if (!issue) throw notFound("Issue");
  if (issue.mail) return issue.mail as unknown as IssueMail;
  return composeStoredIssue(ctx, media, issue, { site, postalAddress: settings.postalAddress });
}

/** @throws DomainError `forbidden`; not found */
export async function previewIssue(ctx: Context, actor: Actor, id: string, tools: PreviewTools): Promise<IssuePreview> {
  authorize(actor, newsletterPolicy.read);
  const mail = await mailOf(ctx, id, tools);
  const { subject, html, text, isCut } = addressIssue(mail, { choices: tools.site.url, unsubscribe: tools.site.url });
  return { subject, html, text, bytes: Buffer.byteLength(html), is_cut: isCut };
}

/**
 * To one's own address, as recipients get it, and at once: the mail server's answer is the result.
 * @throws DomainError `forbidden`; not found; `newsletter_not_ready`; a conflict (`mail_refused`) with the server's words
 */
export async function testIssue(
  ctx: Context,
  actor: Actor,
  id: string,
  { connect, bounces, ...tools }: PreviewTools & { connect: (() => MailConnection) | undefined; bounces: string | undefined },
): Promise<IssueTest> {
  authorize(actor, newsletterPolicy.send);
  const { site, settings } = tools;
  requireReady(settings, { sendsMail: site.sendsMail && connect !== undefined });
  const mail = await mailOf(ctx, id, tools);
  const nobody = { id: crypto.randomUUID(), issueId: id, subscriberId: NOBODY, linkKey: "test", articles: null };
  const sender = { address: settings.newsletterSender, replyTo: settings.newsletterReplyTo, bounces };
  const letter = await writeIssueMail(mail, nobody, actor.email, { sender, site });
  const connection = connect?.();
  try {
    return { to: actor.email, answer: (await connection?.send(letter)) ?? "" };
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const words = [`The mail server refused it: ${error.answer}`, adviseOnError(error.answer)].filter(Boolean).join(". ");
    throw new DomainError("conflict", "mail_refused", words, { cause: error });
  } finally {
    connection?.close();
  }
}
