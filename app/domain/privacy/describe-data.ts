import { REJECTED_KEPT_MS, SESSION_KEPT_MS, VIEW_PAUSE_MS } from "../analytics/hit-rules.ts";
import { readRetention } from "../analytics/rollups/partitions.ts";
import { AUDIT_ACCOUNT_DAYS } from "../audit/audit.ts";
import { ENDED_SESSION_DAYS, SIGN_UP_DAYS } from "../auth/clean-accounts.ts";
import { KEPT_DAYS, KEPT_MONTHS, KEPT_WEEKS } from "../backups/backup-rules.ts";
import type { Context } from "../context.ts";
import { OUTBOX_DAYS } from "../mail/mail.ts";
import type { Settings } from "../settings/settings.ts";
import { TRASH_DAYS } from "../trash/trash.ts";
import type { DataKind } from "./privacy.ts";

/** Hosts of files and backups (null: on the server itself), and of the services that locate IP addresses. */
export type Outside = { files: string | null; backups: string | null; places: readonly string[] };

export const NOBODY_OUTSIDE: Outside = { files: null, backups: null, places: [] };

const days = (count: number) => (count === 1 ? "one day" : `${count} days`);
const hours = (ms: number) => `${ms / 3_600_000} hours`;
const MS_PER_DAY = 86_400_000;

function accounts({ allowRegistration, allowComments, requireEmailVerification }: Settings): DataKind {
  const pending = requireEmailVerification ? ` A sign-up that is never confirmed is deleted after ${days(SIGN_UP_DAYS)}.` : "";
  return {
    title: "Accounts",
    purpose: allowRegistration
      ? `Anyone can sign up${allowComments ? ", to write comments" : ""}.`
      : "Only people who were invited have accounts. No one can sign up right now.",
    stored: [
      "Name, email address, and what people write about themselves",
      "The password, as a hash that can’t be turned back into it",
      "When they signed up and last signed in",
    ],
    kept: `Until the account is deleted, which people can do themselves.${pending}`,
  };
}

const sessions = ({ sessionIdleDays, sessionMaxDays }: Settings): DataKind => ({
  title: "Sign-ins",
  purpose: "So that people stay signed in, and can sign out a device that they have lost.",
  stored: ["The browser as it identifies itself, the IP address, and when the sign-in was first and last used"],
  kept:
    `A sign-in ends after ${days(sessionIdleDays)} without use, and after ${days(sessionMaxDays)} at the latest. It is deleted ` +
    `${days(ENDED_SESSION_DAYS)} later.`,
});

const comments = ({ moderateComments }: Settings): DataKind => ({
  title: "Comments",
  purpose: moderateComments
    ? "To publish what readers say. An admin reads each comment first."
    : "To publish what readers say. Comments appear at once.",
  stored: ["What was written, where, when and by whom; readers see it with the name", "Reports of comments, with their reasons"],
  kept: `Until they are deleted. Deleted comments stay in a trash for ${days(TRASH_DAYS)}. Without the account, they stay without the name.`,
});

const LIKES: DataKind = {
  title: "Likes",
  purpose: "To count them, and to let people take theirs back.",
  stored: ["The article, the random number of the browser, whether it still likes the article, and when"],
  kept: "As long as the article",
};

const VIEWS: DataKind = {
  title: "Views",
  purpose: "To show how often an article was opened.",
  stored: ["The article, when it was opened, and the random number of the browser, so that opening it again counts once"],
  kept: `The number for ${VIEW_PAUSE_MS / 60_000} minutes, the rest as long as the article. Nothing with Do Not Track or Global Privacy Control.`,
};

const analytics = (months: number, { places }: Outside): DataKind => ({
  title: "Visits",
  purpose: "To know what is read, and how people find it. The site counts visits itself, without any other company’s service.",
  stored: [
    "The page, when you came and left, how long you read and how far",
    "The site or campaign that led you here, and what you search for on this site",
    "The browser, its version, the system and the size of the screen",
    "The IP address without its last part",
    places.length > 0
      ? `The location of the IP address. To find it, the address is sent to ${places.join(" and ")}.`
      : "The location of the IP address, looked up in a table on this server. The address isn’t sent to anyone for that.",
    "A number made from address and browser with a secret that changes daily",
  ],
  kept:
    `Secret and session number for ${hours(SESSION_KEPT_MS)}, single visits for ${months === 1 ? "one month" : `${months} months`}, visits that look automated ` +
    `for ${days(REJECTED_KEPT_MS / MS_PER_DAY)}; then only daily and monthly totals. Nothing with Do Not Track or Global Privacy Control.`,
});

const mails = (sendsMail: boolean, { allowComments }: Settings): DataKind => ({
  title: "Emails",
  purpose: sendsMail
    ? `To confirm email addresses and changes${allowComments ? ", and to tell you about replies while you want that" : ""}.`
    : "This site has no mail server. Its emails wait for an admin, who passes on links and codes.",
  stored: ["The recipient, the text, and whether it was sent; links and codes are removed once it was"],
  kept: days(OUTBOX_DAYS),
});

const files = ({ files: host }: Outside): DataKind => ({
  title: "Images",
  purpose: "To show the images of articles.",
  stored: [
    host === null
      ? "Images that authors upload, on this server"
      : `Images that authors upload, at ${host}. Your browser gets them from this site and never asks ${host}.`,
  ],
  kept: "Until they are deleted",
});

const backups = ({ backups: host }: Outside): DataKind => ({
  title: "Backups",
  purpose: "To bring the site back after a failure.",
  stored: [
    `Everything that is listed here, ${host === null ? "on this server or where the people who run it take it" : `at ${host}`}`,
  ],
  kept: `Of scheduled backups, the newest of each of ${KEPT_DAYS} days, ${KEPT_WEEKS} weeks and ${KEPT_MONTHS} months. Deleted data stays in them until then.`,
});

const LOGS: DataKind = {
  title: "Logs and limits",
  purpose: "To keep the site running, to stop request floods and password guessing, and to see who changed what.",
  stored: [
    "The server log: time, page without search terms, and whether it was answered; neither name nor IP address",
    "The number of requests by IP address, for a short time",
    "What admins change, with their email address",
    "Sign-ins, including failed ones, with the IP address without its last part and the kind of browser",
  ],
  kept: `What admins change as long as the site exists; sign-ins for ${days(AUDIT_ACCOUNT_DAYS)}`,
};

/** Times are those by which the product deletes. @param options `sendsMail`: a mail server is configured; `outside`: who else takes part */
export async function describeData(
  ctx: Context,
  settings: Settings,
  { sendsMail, outside }: { sendsMail: boolean; outside: Outside },
): Promise<DataKind[]> {
  const { enableAnalytics, allowComments } = settings;
  return [
    accounts(settings),
    sessions(settings),
    ...(allowComments ? [comments(settings)] : []),
    LIKES,
    VIEWS,
    ...(enableAnalytics ? [analytics(await readRetention(ctx), outside)] : []),
    mails(sendsMail, settings),
    files(outside),
    backups(outside),
    LOGS,
  ];
}
