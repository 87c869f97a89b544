import { fill, locale, plural } from "../../texts/texts.ts";
import { SEEN_BROWSER_DAYS } from "../auth/auth-rules.ts";
import { ERASE_LINK_HOURS, UNCONFIRMED_DAYS } from "../comments/guests/guest-rules.ts";
import { PENDING_DAYS } from "../subscribers/subscriber-rules.ts";
import type { MailKind, Mails } from "./mail.ts";
import { texts } from "./mail-texts.ts";

/** Each is a paragraph. */
export type Wording = {
  subject: string;
  lead: string[];
  button?: string;
  end: string[];
};

/** In words. */
export type Life = { link: string; code: string };

const once = ({ link, code }: Life) =>
  link === code ? fill(texts.linkAndCodeOnce, { link }) : fill(texts.linkOnceCodeOnce, { link, code });

const NOTICED = {
  comment: ["new comment", "new comments"],
  user: ["new user", "new users"],
  note: ["new note on a preview", "new notes on previews"],
  failed_job: ["failed job", "failed jobs"],
} as const;

/** "2 new comments, 1 new user", without zeros. */
const counted = (counts: Mails["admin_notices"]["counts"]): string =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${NOTICED[kind][count === 1 ? 0 : 1]}`)
    .join(", ");

type OneTimeMail = "confirm" | "recovery" | "magiclink" | "email_change";

/** An email with a link and a code. */
const oneTime = (kind: OneTimeMail) => (site: string, _: unknown, life: Life) => {
  const { subject, lead, button, end } = texts[kind];
  return { subject: fill(subject, { site }), lead: [fill(lead, { site })], button, end: [once(life), end] };
};

type TwoLeads = "email_change_taken" | "account_exists";

const inTwo = (kind: TwoLeads) => (site: string) => {
  const { subject, lead, next, end } = texts[kind];
  return { subject: fill(subject, { site }), lead: [fill(lead, { site }), next], end: [end] };
};

/** What somebody without an account wants, as long as the link works. */
const toConfirm =
  (kind: "guest_comment" | "guest_follow") =>
  (site: string, { article }: { article: string }) => {
    const { subject, lead, button, end } = texts[kind];
    return {
      subject: fill(subject, { site, article }),
      lead: [fill(lead, { site, article })],
      button,
      end: [fill(end, { days: UNCONFIRMED_DAYS })],
    };
  };

const TIME = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

const timeIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat(locale(), { ...TIME, timeZone }).format(at);

function familyIn(
  { browserOn, unknown }: Pick<typeof texts.new_browser, "browserOn" | "unknown">,
  family: Mails["new_browser"]["browser"],
) {
  if (!family) return unknown;
  return family.system ? fill(browserOn, { browser: family.name, system: family.system }) : family.name;
}

type Wordings = { [Kind in MailKind]: (site: string, data: Mails[Kind], life: Life) => Wording };

/** `site`: the name; `life`: how long link and code are valid. Emails to the team are in English, like the back office. */
export const WORDINGS: Wordings = {
  confirm: oneTime("confirm"),
  recovery: oneTime("recovery"),
  magiclink: oneTime("magiclink"),
  invite: (site, _, { link }) => {
    const { subject, lead, button, end } = texts.invite;
    return { subject: fill(subject, { site }), lead: [fill(lead, { site })], button, end: [fill(end, { link })] };
  },
  email_change: oneTime("email_change"),
  email_change_notice: (site, { newEmail: email }) => {
    const { subject, lead, next, end } = texts.email_change_notice;
    return { subject: fill(subject, { site }), lead: [fill(lead, { site, email }), next], end: [end] };
  },
  email_change_taken: inTwo("email_change_taken"),
  reauthentication: (site, _, { code }) => {
    const { subject, lead, once: onlyOnce, end } = texts.reauthentication;
    return { subject: fill(subject, { site }), lead: [fill(lead, { site })], end: [fill(onlyOnce, { code }), end] };
  },
  password_changed: (site) => {
    const { subject, lead, end } = texts.password_changed;
    return { subject: fill(subject, { site }), lead: [fill(lead, { site })], end: [end] };
  },
  factor_changed: (site, data) => {
    const { subject, end, ...leads } = texts.factor_changed;
    const lead =
      data.change === "code_used" ? fill(leads.code_used, { site, left: data.left }) : fill(leads[data.change], { site });
    return { subject: fill(subject, { site }), lead: [lead], end: [end] };
  },
  passkey_changed: (site, { change }) => {
    const { subject, end, ...leads } = texts.passkey_changed;
    return { subject: fill(subject, { site }), lead: [fill(leads[change], { site })], end: [end] };
  },
  wrong_passwords: (site, { failures, network }) => {
    const { subject, lead, network: from, unknown, slowed, end, daily } = texts.wrong_passwords;
    return {
      subject: fill(subject, { site }),
      lead: [plural(lead, failures, failures, { site }), network ? fill(from, { network }) : unknown, slowed],
      end: [end, daily],
    };
  },
  new_browser: (site, { at, timeZone, browser, network, isLast }) => {
    const { subject, lead, time, browser: by, network: from, unknown, button, end, last, off } = texts.new_browser;
    return {
      subject: fill(subject, { site }),
      lead: [
        fill(lead, { site, days: SEEN_BROWSER_DAYS }),
        fill(time, { time: timeIn(timeZone, at) }),
        fill(by, { browser: familyIn(texts.new_browser, browser) }),
        fill(from, { network: network ?? unknown }),
      ],
      button,
      end: [end, ...(isLast ? [last] : []), off],
    };
  },
  account_exists: inTwo("account_exists"),
  comment_reply: (site, { who, article, text, isGuest }) => {
    const { subject, lead, button, end, endGuest } = texts.comment_reply;
    return {
      subject: fill(subject, { who, site }),
      lead: [fill(lead, { who, article }), text],
      button,
      end: [isGuest ? endGuest : end],
    };
  },
  guest_comment: toConfirm("guest_comment"),
  guest_follow: toConfirm("guest_follow"),
  guest_account: (site, { article, follows }) => {
    const { button, end, ...words } = texts.guest_account;
    const subject = follows ? words.followSubject : words.subject;
    const lead = follows ? words.followLead : words.lead;
    const next = follows ? words.followNext : words.next;
    return { subject: fill(subject, { site }), lead: [fill(lead, { site, article }), next], button, end: [end] };
  },
  guest_erase: (site) => {
    const { subject, lead, button, end } = texts.guest_erase;
    return {
      subject: fill(subject, { site }),
      lead: [fill(lead, { site })],
      button,
      end: [fill(end, { hours: ERASE_LINK_HOURS })],
    };
  },
  thread_comment: (site, { who, article, text, isGuest }) => {
    const { subject, lead, button, end, endGuest } = texts.thread_comment;
    return {
      subject: fill(subject, { who, article, site }),
      lead: [fill(lead, { who, article }), text],
      button,
      end: [isGuest ? endGuest : end],
    };
  },
  newsletter_confirm: (site, { byOwner }) => {
    const { subject, lead, leadByOwner, button, end, endByOwner } = texts.newsletter_confirm;
    return {
      subject: fill(subject, { site }),
      lead: [fill(byOwner ? leadByOwner : lead, { site })],
      button,
      end: [fill(byOwner ? endByOwner : end, { days: PENDING_DAYS })],
    };
  },
  handed_in: (site, { who, title, note }) => ({
    subject: `${who ?? "A contributor"} handed in “${title}” at ${site}`,
    lead: [
      `${who ?? "A contributor"} handed in “${title}” at ${site}. Publish it, or send it back with remarks.`,
      ...(note ? ["Their note:", ...note.split("\n\n")] : []),
    ],
    button: "Open the post",
    end: ["You’re getting this email because you can publish posts there. You can turn these emails off in your account."],
  }),
  sent_back: (site, { who, title, remarks }) => ({
    subject: `“${title}” was sent back to you at ${site}`,
    lead: [
      `${who ?? "An editor"} sent “${title}” back to you at ${site}, with ${remarks.length === 1 ? "a remark" : "remarks"}:`,
      ...remarks.flatMap(({ text, quote }) => [...(quote ? [`On “${quote}”:`] : []), ...text.split("\n\n")]),
    ],
    button: "Open the post",
    end: ["You can change the post again. Hand it in once more when it is ready."],
  }),
  hand_in_published: (site, { title }) => ({
    subject: `“${title}” is published at ${site}`,
    lead: [`The post that you handed in is published now.`],
    button: "Read it",
    end: [],
  }),
  token_published: (site, { token, titles: [title = "", ...more], isPlanned }) => ({
    subject: `“${title}” was ${isPlanned ? "scheduled" : "published"} by a token at ${site}`,
    lead: [
      `Your API token “${token}” ${isPlanned ? "scheduled" : "published"} “${title}”${more.length > 0 ? ` and ${more.length} more` : ""} at ${site}.`,
    ],
    button: more.length > 0 ? "Open the posts" : "Open the post",
    end: [
      "You’ll get at most one of these emails every ten minutes for a token; the activity log has all it does. If this wasn’t meant to be, revoke the token under API tokens.",
    ],
  }),
  test: (site) => ({
    subject: `Test email from ${site}`,
    lead: [`This is the test email that you asked for. Emails from ${site} arrive.`],
    end: ["If it was in your spam folder, check the records of your domain under Technical Docs, System."],
  }),
  admin_notices: (site, { counts, notices, holdsMore }) => {
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    return {
      subject: `${counted(counts)} at ${site}`,
      lead: notices.flatMap(({ title, text, url }) => [title, ...(text ? [text] : []), url]),
      end: [
        ...(all > notices.length ? [`And ${all - notices.length} more.`] : []),
        ...(holdsMore
          ? [
              "As long as these comments wait for approval, further ones that wait come in one email a day. Approve or reject them to hear sooner.",
            ]
          : []),
        "You’ll get at most one of these emails every ten minutes. You can turn them off in Settings.",
      ],
    };
  },
};
