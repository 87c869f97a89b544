import { z } from "zod";

/** What goes with a one-time code: the token of its link, and the code to type. */
export type OneTime = { token: string; code: string };

/** Every kind of message, and what each is made of. */
export type Mails = {
  /** to whoever signed up; `next`: a path of this site to go on to */
  confirm: OneTime & { next?: string };
  /** to whoever forgot their password */
  recovery: OneTime & { next?: string };
  /** to whoever signs in without a password */
  magiclink: OneTime & { next?: string };
  /** to somebody whom an admin gave an account */
  invite: OneTime & { next?: string };
  /** to the new address */
  email_change: OneTime & { next?: string };
  /** to the address before */
  email_change_notice: { newEmail: string };
  /** to the owner of an address that somebody else wants for their account */
  email_change_taken: Record<string, never>;
  /** to somebody signed in who is about to change their password or address */
  reauthentication: { code: string };
  password_changed: Record<string, never>;
  /** to whom an account belongs on which wrong passwords are tried; `network`: where the last one came from, shortened */
  wrong_passwords: { failures: number; network: string | null };
  /** to somebody who has an account and signed up once more */
  account_exists: Record<string, never>;
  /** to whoever wrote the comment that is answered; `path` leads to the thread, `unsubscribe` puts an end to these mails */
  comment_reply: { who: string; article: string; text: string; path: string; unsubscribe: string };
  /** to the site's admin: what happened, how much of each kind, and the first of it in full */
  admin_notices: {
    counts: { kind: "comment" | "user" | "note" | "failed_job"; count: number }[];
    notices: { title: string; text: string; url: string }[];
  };
};

export type MailKind = keyof Mails;

/**
 * A message as it is composed. `link` and `code` are what it is about; null when it is about neither. `unsubscribe`: where
 * its receiver can put an end to its kind; null where there is no choice.
 */
export type Composed = {
  subject: string;
  text: string;
  html: string;
  link: string | null;
  code: string | null;
  unsubscribe: string | null;
};

/** The event of a queued message; its data is `{ id }` of the outbox's row. */
export const MAIL_QUEUED = "mail.queued";

/** Messages with a code are useful as long as the code; the others are tried for a day. In seconds. */
export const NOTICE_USEFUL_SECONDS = 86_400;

/** How long the outbox keeps a message. */
export const OUTBOX_DAYS = 30;

/** How many messages a page of the outbox has, unless asked otherwise, and at most. */
export const OUTBOX_PAGE_SIZE = 20;
export const OUTBOX_PAGE_SIZE_MAX = 100;
/** The highest page that can be asked for. */
export const OUTBOX_PAGE_MAX = 100_000;

/**
 * What became of a message: `waiting` for its next attempt, `given up`, `sent`, or `kept`, which is printed to the console
 * for want of a mail server, with its link and code still here.
 */
export const MAIL_STATES = ["waiting", "given up", "sent", "kept"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const count = z.number().int();

/** A message as the back office shows it. */
export const outboxMail = z.object({
  id: z.string(),
  recipient: z.string(),
  kind: z.string().describe("What the mail is for, such as `confirm` or `recovery`"),
  subject: z.string(),
  state: z.enum(MAIL_STATES).describe("`kept`: printed for want of a mail server, its link and code still here"),
  link: z.string().nullable().describe("Where the mail's button leads; gone once a mail server has the mail"),
  code: z.string().nullable().describe("The code to type; gone once a mail server has the mail"),
  body_text: z.string(),
  created_at: z.string().meta({ format: "date-time" }),
  sent_at: z.string().nullable().meta({ format: "date-time" }),
  attempts: count.meta({ minimum: 0 }),
  last_error: z.string().nullable().describe("Why the last attempt failed"),
});
export type OutboxMail = z.infer<typeof outboxMail>;

/** A page of the outbox. */
export const outboxPage = z.object({
  items: z.array(outboxMail),
  total: count.describe("Mails on all pages"),
  page: count,
  pages: count,
  limit: count,
  counts: z
    .object({ all: count, waiting: count, "given up": count, sent: count, kept: count } satisfies Record<
      MailState | "all",
      z.ZodType
    >)
    .describe("How many mails the whole outbox has, in each state"),
});
export type OutboxPage = z.infer<typeof outboxPage>;
export type OutboxCounts = OutboxPage["counts"];

/** A message belongs to one attempt for so long, in seconds; longer than any conversation with a mail server takes. */
export const LEASE_SECONDS = 90;

/** The pause after the n-th attempt that failed, in seconds: 2, 6, 18 … up to a quarter of an hour. */
export const pauseAfter = (attempts: number): number => Math.min(2 * 3 ** Math.max(0, attempts - 1), 900);

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** A text on one line, as a header wants it: line breaks and other control characters become blanks. */
export const oneLine = (text: string): string => text.replace(CONTROL, " ").trim();

/** Whether mail may go to this address: one mailbox, nothing that ends a header or begins another address. */
export const isMailbox = (address: string): boolean => /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(address);
