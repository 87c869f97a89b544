import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { fill, inLanguage, locale, plural } from "../../texts/texts.ts";
import { REJECTED_KEPT_MS, SESSION_KEPT_MS, VIEW_PAUSE_MS } from "../analytics/hit-rules.ts";
import { readRetention } from "../analytics/rollups/partitions.ts";
import { AUDIT_ACCOUNT_DAYS } from "../audit/audit.ts";
import { SEEN_BROWSER_DAYS } from "../auth/auth-rules.ts";
import { ENDED_SESSION_DAYS, SIGN_UP_DAYS } from "../auth/clean-accounts.ts";
import { KEPT_DAYS, KEPT_MONTHS, KEPT_WEEKS } from "../backups/backup-rules.ts";
import { IDLE_GUEST_DAYS, UNCONFIRMED_DAYS } from "../comments/guests/guest-rules.ts";
import type { Context } from "../context.ts";
import { OUTBOX_DAYS } from "../mail/mail.ts";
import type { Settings, Site } from "../settings/settings.ts";
import { PENDING_DAYS } from "../subscribers/subscriber-rules.ts";
import { TRASH_DAYS } from "../trash/trash.ts";
import { texts } from "./data-texts.ts";
import type { DataKind } from "./privacy.ts";

/** Hosts of files and backups (null: on the server itself), and of the services that locate IP addresses. */
export type Outside = { files: string | null; backups: string | null; places: readonly string[] };

export const NOBODY_OUTSIDE: Outside = { files: null, backups: null, places: [] };

const days = (count: number) => plural(texts.days, count);
const MS_PER_DAY = 86_400_000;

function accounts({ allowRegistration, allowComments, requireEmailVerification }: Settings): DataKind {
  const { title, open, openToComment, closed, name, page, password, steps, passkeys, handIns, times, kept, pending } =
    texts.accounts;
  return {
    title,
    purpose: allowRegistration ? (allowComments ? openToComment : open) : closed,
    stored: [name, page, password, steps, passkeys, times, handIns],
    kept: requireEmailVerification ? `${kept} ${fill(pending, { days: days(SIGN_UP_DAYS) })}` : kept,
  };
}

function sessions({ sessionIdleDays, sessionMaxDays }: Settings): DataKind {
  const { title, purpose, stored, seen, kept } = texts.sessions;
  const times = { idle: days(sessionIdleDays), most: days(sessionMaxDays), ended: days(ENDED_SESSION_DAYS) };
  return { title, purpose, stored: [stored, fill(seen, { seen: days(SEEN_BROWSER_DAYS) })], kept: fill(kept, times) };
}

function comments({ moderateComments, guestComments }: Settings): DataKind {
  const { title, moderated, open, stored, guests, reports, followed, kept } = texts.comments;
  const ofGuests = fill(guests, { page: routes.eraseGuest(), days: days(UNCONFIRMED_DAYS), idle: days(IDLE_GUEST_DAYS) });
  return {
    title,
    purpose: moderateComments ? moderated : open,
    stored: [stored, ...(guestComments === "everyone" ? [ofGuests] : []), reports, followed],
    kept: fill(kept, { days: days(TRASH_DAYS) }),
  };
}

function likes(): DataKind {
  const { title, purpose, stored, kept } = texts.likes;
  return { title, purpose, stored: [stored], kept };
}

function views(): DataKind {
  const { title, purpose, stored, kept } = texts.views;
  return { title, purpose, stored: [stored], kept: plural(kept, VIEW_PAUSE_MS / 60_000) };
}

function visits(months: number, { places }: Outside): DataKind {
  const { title, purpose, page, source, browser, address, placeAsked, place, number, kept } = texts.visits;
  const asked = new Intl.ListFormat(locale(), { style: "long" }).format(places);
  return {
    title,
    purpose,
    stored: [page, source, browser, address, places.length > 0 ? fill(placeAsked, { places: asked }) : place, number],
    kept: fill(kept, {
      hours: plural(texts.hours, SESSION_KEPT_MS / 3_600_000),
      months: plural(texts.months, months),
      days: days(REJECTED_KEPT_MS / MS_PER_DAY),
    }),
  };
}

function mails(sendsMail: boolean, { allowComments }: Settings): DataKind {
  const { title, purpose, purposeReplies, byHand, stored } = texts.emails;
  const mailed = allowComments ? purposeReplies : purpose;
  return { title, purpose: sendsMail ? mailed : byHand, stored: [stored], kept: days(OUTBOX_DAYS) };
}

function newsletter(): DataKind {
  const { title, purpose, address, consent, sending, kept } = texts.newsletter;
  return { title, purpose, stored: [address, consent, sending], kept: fill(kept, { days: days(PENDING_DAYS) }) };
}

function files({ files: host }: Outside): DataKind {
  const { title, purpose, here, elsewhere, kept } = texts.pictures;
  return { title, purpose, stored: [host === null ? here : fill(elsewhere, { host })], kept };
}

function backups({ backups: host }: Outside): DataKind {
  const { title, purpose, here, elsewhere, kept } = texts.backups;
  return {
    title,
    purpose,
    stored: [host === null ? here : fill(elsewhere, { host })],
    kept: fill(kept, { days: KEPT_DAYS, weeks: KEPT_WEEKS, months: KEPT_MONTHS }),
  };
}

function logs(): DataKind {
  const { title, purpose, server, requests, changes, signIns, kept } = texts.logs;
  const stored = [server, requests, changes, signIns];
  return { title, purpose, stored, kept: fill(kept, { days: days(AUDIT_ACCOUNT_DAYS) }) };
}

/** In the site's language. Times are those by which the product deletes. @param options `outside`: who else takes part */
export async function describeData(
  ctx: Context,
  settings: Settings,
  { site, outside }: { site: Pick<Site, "sendsMail" | "language" | "spoken">; outside: Outside },
): Promise<DataKind[]> {
  const { enableAnalytics, allowComments } = settings;
  const months = enableAnalytics ? await readRetention(ctx) : 0;
  return inLanguage(languageOf(site), () => [
    accounts(settings),
    sessions(settings),
    ...(allowComments ? [comments(settings)] : []),
    likes(),
    views(),
    ...(enableAnalytics ? [visits(months, outside)] : []),
    mails(site.sendsMail, settings),
    ...(settings.newsletter ? [newsletter()] : []),
    files(outside),
    backups(outside),
    logs(),
  ]);
}
