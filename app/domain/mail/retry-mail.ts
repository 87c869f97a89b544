import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { systemPolicy } from "../system/system.policy.ts";
import { presentMail } from "./list-outbox.ts";
import { mailToRetry, makeDue } from "./mail.sql.ts";
import { MAIL_QUEUED, NOTICE_USEFUL_SECONDS, type OutboxMail } from "./model.ts";

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/**
 * Puts a message that waits or was given up into the queue once more, at once and whatever its pause.
 * @param id the outbox's row
 * @returns the message, which waits
 * @throws DomainError `forbidden`; not found; a conflict when it has left already (`mail_sent`), or when its link and code have expired
 *   (`mail_expired`): whoever needs them asks for new ones
 */
export async function retryMail(ctx: Context, actor: Actor, id: string): Promise<OutboxMail> {
  authorize(actor, systemPolicy.retryMail);
  return ctx.db.transaction().execute(async (db) => {
    const mail = await mailToRetry(db, id);
    if (!mail) throw notFound("Mail");
    if (mail.state !== "waiting" && mail.state !== "given up") throw conflict("mail_sent", "This mail has been sent already.");
    if (mail.expired) throw conflict("mail_expired", "The link in this mail has expired. Ask for a new one instead.");
    const due = await makeDue(db, id, NOTICE_USEFUL_SECONDS);
    // A key of its own: the job that waits for the pause to end would stand in its way.
    await ctx.jobs?.send(MAIL_QUEUED, { id }, { db, key: `retry ${id}` });
    const { subject, recipient, kind } = mail;
    const entry = { action: "retried", entity: "mail" as const, entityId: id, label: subject };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { recipient, kind } });
    return presentMail(due);
  });
}
