import { EMAIL_PROVEN } from "./domain/auth/auth-rules.ts";
import { CLEANING, cleanAccounts } from "./domain/auth/clean-accounts.ts";
import { EMAIL_REQUESTED, type EmailRequest, sendRequestedEmail } from "./domain/auth/send-one-time.ts";
import type { SessionLife } from "./domain/auth/sessions.ts";
import { deleteEndedBans } from "./domain/comments/bans/ban-commenter.ts";
import { COMMENTS_APPROVED } from "./domain/comments/comment-rules.ts";
import { COMMENTS_DECIDED, LOOK_AGAIN, type LookedAtView } from "./domain/comments/filter/filter-rules.ts";
import { learnDecisions } from "./domain/comments/filter/learn-decisions.ts";
import { lookAgain } from "./domain/comments/filter/look-again.ts";
import { mailFollowers } from "./domain/comments/follower-mails.ts";
import { adoptGuest } from "./domain/comments/guests/adopt-guest.ts";
import { GUEST_ASKED, type GuestRequest, mailGuest } from "./domain/comments/guests/ask-guest.ts";
import { cleanGuests } from "./domain/comments/guests/forget-guest.ts";
import { mailReplyNotices } from "./domain/comments/reply-notices.ts";
import { deleteOldDecisions } from "./domain/comments/undo-decision.ts";
import type { Context } from "./domain/context.ts";
import { requeueImport } from "./domain/imports/import-commands.ts";
import { IMPORT_WANTED } from "./domain/imports/import-rules.ts";
import { MAIL_QUEUED } from "./domain/mail/mail.ts";
import { type Deliver, sendMail } from "./domain/mail/send-mail.ts";
import { cleanMedia, MEDIA_CLEANING } from "./domain/media/delete-media.ts";
import { ADMIN_NOTICED, type NoticeSettings } from "./domain/notifications/notification.ts";
import { mailNotices } from "./domain/notifications/notify-admin.ts";
import { PURGE_WANTED, type PurgeHook, sendPurge } from "./domain/purges/send-purge.ts";
import type { Settings, Site } from "./domain/settings/settings.ts";
import { cleanSubscribers } from "./domain/subscribers/clean-subscribers.ts";
import { SUBSCRIBERS_IMPORT } from "./domain/subscribers/imports/import-rules.ts";
import { deleteOldLists, type ImportTools, importLines } from "./domain/subscribers/imports/run-import.ts";
import { NEWSLETTER_ASKED, type SubscriptionRequest, sendConfirmation } from "./domain/subscribers/subscribe.ts";
import { expireTrash } from "./domain/trash/manage-trash.ts";
import { deleteOldDeliveries } from "./domain/webhooks/manage-deliveries.ts";
import type { JobHandler } from "./platform/jobs.ts";
import type { FileStore } from "./platform/storage/file-store.ts";

/** The names of all events. A transaction records an event, and its job runs afterwards. */
export const EVENTS = [
  MAIL_QUEUED,
  EMAIL_REQUESTED,
  NEWSLETTER_ASKED,
  GUEST_ASKED,
  EMAIL_PROVEN,
  ADMIN_NOTICED,
  COMMENTS_APPROVED,
  COMMENTS_DECIDED,
  LOOK_AGAIN,
  CLEANING,
  MEDIA_CLEANING,
  IMPORT_WANTED,
  SUBSCRIBERS_IMPORT,
  PURGE_WANTED,
] as const;

/** The handler of each event. It may run twice for one event without harm. */
export const eventHandlers = (
  ctx: Context,
  {
    deliver,
    site,
    settings,
    media,
    runImport,
    purge,
  }: {
    deliver: Deliver;
    site(): Site;
    settings(): NoticeSettings & SessionLife & ImportTools["settings"] & Pick<Settings, "filterStrictness">;
    media: FileStore;
    runImport(id: string): Promise<void>;
    purge?: PurgeHook | undefined;
  },
): Record<(typeof EVENTS)[number], JobHandler> => ({
  [MAIL_QUEUED]: (data) => sendMail(ctx, deliver, (data as { id: string }).id),
  [EMAIL_REQUESTED]: (data) => sendRequestedEmail(ctx, data as EmailRequest, { site: site() }),
  [NEWSLETTER_ASKED]: (data) => sendConfirmation(ctx, data as SubscriptionRequest, site()),
  [GUEST_ASKED]: (data) => mailGuest(ctx, data as GuestRequest, site()),
  [EMAIL_PROVEN]: (data) => adoptGuest(ctx, data as { userId: string }),
  [ADMIN_NOTICED]: () => mailNotices(ctx, { settings: settings(), site: site() }),
  [COMMENTS_APPROVED]: async (data) => {
    const { ids } = data as { ids: string[] };
    await mailReplyNotices(ctx, ids, site());
    await mailFollowers(ctx, ids, site());
  },
  [COMMENTS_DECIDED]: () => learnDecisions(ctx),
  [LOOK_AGAIN]: (data) => lookAgain(ctx, (data as { view: LookedAtView }).view, settings()),
  [CLEANING]: () =>
    cleanAccounts(ctx, settings())
      .then(() => learnDecisions(ctx))
      .then(() => expireTrash(ctx))
      .then(() => deleteOldDecisions(ctx))
      .then(() => deleteEndedBans(ctx))
      .then(() => cleanSubscribers(ctx))
      .then(() => cleanGuests(ctx))
      .then(() => deleteOldLists(ctx))
      .then(() => deleteOldDeliveries(ctx))
      .then(() => undefined),
  [MEDIA_CLEANING]: () => cleanMedia(ctx, media),
  [IMPORT_WANTED]: async (data) => {
    const { id } = data as { id: string };
    await runImport(id);
    await requeueImport(ctx, id);
  },
  [SUBSCRIBERS_IMPORT]: (data) => importLines(ctx, (data as { id: string }).id, { site: site(), settings: settings() }),
  [PURGE_WANTED]: async (data) => purge && sendPurge(purge, (data as { tags: string[] }).tags),
});
