import { z } from "zod";
import { component, count, EXAMPLE, id, pagedShape } from "../schema-fields.ts";

/** The secrets of a mail: the token of its link, and the code to enter. */
export type OneTime = { token: string; code: string };

export type Mails = {
  /** to users who sign up; `next`: a path of this site to open after confirmation */
  confirm: OneTime & { next?: string };
  /** to users who forgot their password */
  recovery: OneTime & { next?: string };
  /** to users who sign in without a password */
  magiclink: OneTime & { next?: string };
  /** to users whom an admin gave an account */
  invite: OneTime & { next?: string };
  /** to the new email address */
  email_change: OneTime & { next?: string };
  /** to the old email address */
  email_change_notice: { newEmail: string };
  /** to the owner of an account whose email address someone else wants */
  email_change_taken: Record<string, never>;
  /** to signed-in users who are about to change their password or email address */
  reauthentication: { code: string };
  password_changed: Record<string, never>;
  /** to the owner of an account when somebody tries wrong passwords; `network`: of the last attempt, shortened */
  wrong_passwords: { failures: number; network: string | null };
  /** to the owner of an account when somebody signs up with its email address */
  account_exists: Record<string, never>;
  /** to the author of the comment that is answered; `path` leads to the thread, `unsubscribe` ends these mails */
  comment_reply: { who: string; article: string; text: string; path: string; unsubscribe: string };
  /** to the site's admin: how many things of each kind happened, and details of the first ones */
  admin_notices: {
    counts: { kind: "comment" | "user" | "note" | "failed_job"; count: number }[];
    notices: { title: string; text: string; url: string }[];
  };
};

export type MailKind = keyof Mails;

/**
 * A composed message. `link` and `code` are null if it has none; `unsubscribe`: the path that ends mails of this kind, null if that
 * isn't possible.
 */
export type MailContent = {
  subject: string;
  text: string;
  html: string;
  link: string | null;
  code: string | null;
  unsubscribe: string | null;
};

/** The event of a queued message; its data is `{ id }` of the outbox's row. */
export const MAIL_QUEUED = "mail.queued";

/** How long to try to send a message, in seconds. A message with a code is tried as long as its code is valid. */
export const NOTICE_USEFUL_SECONDS = 86_400;

export const OUTBOX_DAYS = 30;

/** Page size of the outbox, by default and at most. */
export const OUTBOX_PAGE_SIZE = 20;
export const OUTBOX_PAGE_SIZE_MAX = 100;
export const OUTBOX_PAGE_MAX = 100_000;

/**
 * The state of a message: `waiting` for its next attempt, `given up`, `sent`, or `kept`: printed to the console because there is no
 * mail server, with its link and code still stored.
 */
export const MAIL_STATES = ["waiting", "given up", "sent", "kept"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const outboxMail = component(
  "OutboxMail",
  z.object({
    id,
    recipient: z.string(),
    kind: z.string().describe("The purpose of the email, such as `confirm` or `recovery`"),
    subject: z.string(),
    state: z.enum(MAIL_STATES).describe("`kept`: printed because there is no mail server, with link and code still stored"),
    link: z.string().nullable().describe("The link of the email's button; deleted once a mail server has the email"),
    code: z.string().nullable().describe("The code to enter; deleted once a mail server has the email"),
    body_text: z.string(),
    created_at: z.string().meta({ format: "date-time" }),
    sent_at: z.string().nullable().meta({ format: "date-time" }),
    attempts: count,
    last_error: z.string().nullable().describe("Why the last attempt failed"),
  }),
  {
    id: EXAMPLE.id,
    recipient: "ada@blog.example",
    kind: "confirm",
    subject: "Confirm your address",
    state: "kept",
    link: "https://blog.example/confirm?token_hash=8c1f0d&type=signup",
    code: "123456",
    body_text: "Welcome. Please confirm your address.",
    created_at: EXAMPLE.date,
    sent_at: EXAMPLE.date,
    attempts: 1,
    last_error: null,
  },
);
export type OutboxMail = z.infer<typeof outboxMail>;

export const outboxPage = component(
  "OutboxPage",
  pagedShape(outboxMail, count.describe("Emails on all pages")).extend({
    counts: z
      .object({ all: count, waiting: count, "given up": count, sent: count, kept: count } satisfies Record<
        MailState | "all",
        z.ZodType
      >)
      .describe("How many emails the outbox has in each state"),
  }),
);
export type OutboxPage = z.infer<typeof outboxPage>;
export type OutboxCounts = OutboxPage["counts"];

/** How long a process has a message to itself, in seconds; longer than any conversation with a mail server. */
export const LEASE_SECONDS = 90;

/** The pause after the n-th failed attempt, in seconds: 2, 6, 18 … up to 15 minutes. */
export const pauseAfter = (attempts: number): number => Math.min(2 * 3 ** Math.max(0, attempts - 1), 900);

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Turns a text into one line for a header: line breaks and other control characters become spaces. */
export const oneLine = (text: string): string => text.replace(CONTROL, " ").trim();

/** Whether an email address can receive mail: exactly one mailbox, without characters that end a header or start another address. */
export const isMailbox = (address: string): boolean => /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(address);
