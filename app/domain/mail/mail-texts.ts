import type { MailKind, Mails } from "./mail.ts";

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
  link === code
    ? `The link and the code work once, within ${link}.`
    : `The link works once, within ${link}, and the code once, within ${code}.`;

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

type Wordings = { [Kind in MailKind]: (site: string, data: Mails[Kind], life: Life) => Wording };

/** `site`: the name; `life`: how long link and code are valid. */
export const WORDINGS: Wordings = {
  confirm: (site, _, life) => ({
    subject: `Confirm your email address for ${site}`,
    lead: [`Welcome to ${site}. Please confirm that this is your email address.`],
    button: "Confirm my email address",
    end: [once(life), "If you didn’t sign up, you can ignore this email. Nothing happens unless you open the link."],
  }),
  recovery: (site, _, life) => ({
    subject: `Reset your password for ${site}`,
    lead: [`Someone, probably you, asked to reset the password for your account at ${site}.`],
    button: "Choose a new password",
    end: [once(life), "If it wasn’t you, you can ignore this email. Your password stays the same."],
  }),
  magiclink: (site, _, life) => ({
    subject: `Sign in to ${site}`,
    lead: [`Here is your link to sign in to ${site}.`],
    button: "Sign in",
    end: [once(life), "If you didn’t request it, you can ignore this email. Don’t share the code with anyone."],
  }),
  invite: (site, _, life) => ({
    subject: `You’re invited to ${site}`,
    lead: [`You’ve been invited to ${site}. Accept the invitation and choose your password.`],
    button: "Accept the invitation",
    end: [`The link works once, within ${life.link}. After that, ask the person who invited you for a new one.`],
  }),
  email_change: (site, _, life) => ({
    subject: `Confirm your new email address for ${site}`,
    lead: [`Please confirm that this is the new email address of your account at ${site}.`],
    button: "Confirm my new email address",
    end: [once(life), "If you didn’t request this, you can ignore this email. Your account keeps its current email address."],
  }),
  email_change_notice: (site, { newEmail }) => ({
    subject: `Your email address at ${site} is about to change`,
    lead: [
      `Someone, probably you, asked to change the email address of your account at ${site} to ${newEmail}.`,
      "It changes once the new email address is confirmed.",
    ],
    end: ["If it wasn’t you, sign in and change your password now. That stops this change and signs out all other devices."],
  }),
  email_change_taken: (site) => ({
    subject: `You already have an account at ${site}`,
    lead: [
      `Someone tried to use this email address for another account at ${site}. It already belongs to your account, so nothing was changed.`,
      "If it was you, sign in with this address, or use “Forgot password” on the sign-in page to choose a new password.",
    ],
    end: ["If it wasn’t you, you can ignore this email."],
  }),
  reauthentication: (site, _, life) => ({
    subject: `Your code for ${site}`,
    lead: [`Enter this code at ${site} to confirm the change to your account.`],
    end: [
      `The code works once, within ${life.code}. Don’t share it with anyone.`,
      "If you didn’t request it, someone else is signed in to your account. Sign in and change your password now.",
    ],
  }),
  password_changed: (site) => ({
    subject: `Your password at ${site} was changed`,
    lead: [`The password of your account at ${site} was changed just now. All other sessions were signed out.`],
    end: ["If it wasn’t you, use “Forgot password” on the sign-in page to reset your password now."],
  }),
  wrong_passwords: (site, { failures, network }) => ({
    subject: `Wrong passwords for your account at ${site}`,
    lead: [
      `Someone entered ${failures} wrong passwords for your account at ${site} within an hour. None of them worked.`,
      network ? `The last attempt came from the network ${network}.` : "We don’t know where the last attempt came from.",
      "We’ve slowed down further attempts. You can still sign in from places where you’ve signed in before, or use “Forgot password”.",
    ],
    end: [
      "If it was you, you don’t need to do anything. If not, make sure your password is long and isn’t used anywhere else. You can change it in your account.",
      "You’ll get at most one of these emails a day.",
    ],
  }),
  account_exists: (site) => ({
    subject: `You already have an account at ${site}`,
    lead: [
      `Someone, probably you, signed up at ${site} with this email address. It already has an account, so no new one was created.`,
      "Sign in with your password, or use “Forgot password” on the sign-in page to choose a new one.",
    ],
    end: ["If it wasn’t you, you can ignore this email."],
  }),
  comment_reply: (site, { who, article, text }) => ({
    subject: `${who} replied to your comment on ${site}`,
    lead: [`${who} replied to your comment on “${article}”:`, text],
    button: "View the reply",
    end: [
      "You’re getting this email because someone replied to your comment. You can also turn these emails off in your account.",
    ],
  }),
  test: (site) => ({
    subject: `Test email from ${site}`,
    lead: [`This is the test email that you asked for. Emails from ${site} arrive.`],
    end: ["If it was in your spam folder, check the records of your domain under Technical Docs, System."],
  }),
  admin_notices: (site, { counts, notices }) => {
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    return {
      subject: `${counted(counts)} at ${site}`,
      lead: notices.flatMap(({ title, text, url }) => [title, ...(text ? [text] : []), url]),
      end: [
        ...(all > notices.length ? [`And ${all - notices.length} more.`] : []),
        "You’ll get at most one of these emails every ten minutes. You can turn them off in Settings.",
      ],
    };
  },
};
