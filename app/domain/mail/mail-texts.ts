import type { MailKind, Mails } from "./mail.ts";

/** The texts of a message. Each is a paragraph. */
export type Wording = {
  subject: string;
  /** the paragraphs before the link and the code */
  lead: string[];
  /** the label of the link's button; absent if there is no link */
  button?: string;
  /** the paragraphs after them */
  end: string[];
};

const once = (life: string) => `The link and the code work once, within ${life}.`;

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

type Wordings = { [Kind in MailKind]: (site: string, data: Mails[Kind], life: string) => Wording };

/** The texts of every message. `site`: the name of the site; `life`: how long the link and code are valid, in words. */
export const WORDINGS: Wordings = {
  confirm: (site, _, life) => ({
    subject: `Confirm your email address for ${site}`,
    lead: [`Welcome to ${site}. Please confirm that this is your email address.`],
    button: "Confirm my email address",
    end: [once(life), "If you didn't sign up, you can ignore this message; nothing happens without the link."],
  }),
  recovery: (site, _, life) => ({
    subject: `Reset your password for ${site}`,
    lead: [`Somebody, probably you, asked to reset the password of your account at ${site}.`],
    button: "Choose a new password",
    end: [once(life), "If it wasn't you, you can ignore this message; your password stays as it is."],
  }),
  magiclink: (site, _, life) => ({
    subject: `Sign in to ${site}`,
    lead: [`Here is your link to sign in to ${site}.`],
    button: "Sign in",
    end: [once(life), "If you didn't ask for it, you can ignore this message. Don't pass the code on to anybody."],
  }),
  invite: (site, _, life) => ({
    subject: `You are invited to ${site}`,
    lead: [`You've been invited to ${site}. Accept the invitation and choose your password.`],
    button: "Accept the invitation",
    end: [`${once(life)} After that, ask the person who invited you for a new one.`],
  }),
  email_change: (site, _, life) => ({
    subject: `Confirm your new email address for ${site}`,
    lead: [`Please confirm that this is the new email address of your account at ${site}.`],
    button: "Confirm my new email address",
    end: [once(life), "If you didn't ask for it, you can ignore this message; the account keeps its address."],
  }),
  email_change_notice: (site, { newEmail }) => ({
    subject: `Your email address at ${site} is about to change`,
    lead: [
      `Somebody, probably you, asked to change the email address of your account at ${site} to ${newEmail}.`,
      "It changes once the new address is confirmed.",
    ],
    end: ["If it wasn't you, sign in and change your password now: that stops this change and ends all other sessions."],
  }),
  email_change_taken: (site) => ({
    subject: `You already have an account at ${site}`,
    lead: [
      `Somebody asked to use this email address for their account at ${site}. It belongs to your account, so nothing was changed.`,
      "If it was you, sign in with this address, or choose a new password with 'Forgot password' on the sign-in page.",
    ],
    end: ["If it wasn't you, you can ignore this message."],
  }),
  reauthentication: (site, _, life) => ({
    subject: `Your code for ${site}`,
    lead: [`Enter this code at ${site} to confirm that you are the one changing the account.`],
    end: [
      `The code works once, within ${life}. Don't pass it on to anybody.`,
      "If you didn't ask for it, somebody else is signed in to your account: sign in and change your password now.",
    ],
  }),
  password_changed: (site) => ({
    subject: `Your password at ${site} was changed`,
    lead: [`The password of your account at ${site} was changed just now. All other sessions were signed out.`],
    end: ["If it wasn't you, reset your password at once with 'Forgot password' on the sign-in page."],
  }),
  wrong_passwords: (site, { failures, network }) => ({
    subject: `Wrong passwords for your account at ${site}`,
    lead: [
      `Somebody entered a wrong password for your account at ${site} ${failures} times within an hour. No one got in.`,
      network ? `The last attempt came from the network ${network}.` : "It isn't known where the last attempt came from.",
      "Further attempts are slowed down. You can still sign in from places where you have signed in before, or with 'Forgot password'.",
    ],
    end: [
      "If it was you, there is nothing to do. If not, make sure that your password is long and used nowhere else; you can change it in your account.",
      "You get at most one such message a day.",
    ],
  }),
  account_exists: (site) => ({
    subject: `You already have an account at ${site}`,
    lead: [
      `Somebody, probably you, signed up at ${site} with this email address. There already is an account for it, so no new one was created.`,
      "Sign in with your password, or choose a new one with 'Forgot password' on the sign-in page.",
    ],
    end: ["If it wasn't you, you can ignore this message."],
  }),
  comment_reply: (site, { who, article, text }) => ({
    subject: `${who} replied to your comment on ${site}`,
    lead: [`${who} replied to your comment on "${article}":`, text],
    button: "View the reply",
    end: ["You get this message because someone replied to your comment. You can also turn these emails off in your account."],
  }),
  admin_notices: (site, { counts, notices }) => {
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    return {
      subject: `${counted(counts)} at ${site}`,
      lead: notices.flatMap(({ title, text, url }) => [title, ...(text ? [text] : []), url]),
      end: [
        ...(all > notices.length ? [`And ${all - notices.length} more.`] : []),
        "You get at most one such message every ten minutes. You can turn notifications off in the settings.",
      ],
    };
  },
};
