import { z } from "zod";
import { component, count, EXAMPLE, id, pagedShape } from "../schema-fields.ts";

export type OneTime = { token: string; code: string };

export type Mails = {
  /** `next`: a path of this site to open after confirmation */
  confirm: OneTime & { next?: string };
  recovery: OneTime & { next?: string };
  magiclink: OneTime & { next?: string };
  invite: OneTime & { next?: string };
  /** to the new email address */
  email_change: OneTime & { next?: string };
  /** to the old email address */
  email_change_notice: { newEmail: string };
  /** to the owner of an account whose email address someone else wants */
  email_change_taken: Record<string, never>;
  reauthentication: { code: string };
  password_changed: Record<string, never>;
  /** `left`: recovery codes */
  factor_changed:
    | { change: "added" | "removed" | "codes_made" | "codes_removed" | "reset" }
    | { change: "code_used"; left: number };
  passkey_changed: { change: "added" | "removed" };
  /** `network`: of the last attempt, shortened */
  wrong_passwords: { failures: number; network: string | null };
  /** a sign-in; `network`: shortened; `path` leads to the account */
  new_browser: {
    at: Date;
    timeZone: string;
    browser: { name: string; system: string | null } | null;
    network: string | null;
    /** no more follow for now */
    isLast: boolean;
    path: string;
  };
  account_exists: Record<string, never>;
  /** `path` leads to the thread, `unsubscribe` ends these mails */
  comment_reply: { who: string; article: string; text: string; path: string; unsubscribe: string; isGuest: boolean };
  /** to who follows the thread; `path` leads to the comment */
  thread_comment: { who: string; article: string; text: string; path: string; unsubscribe: string; isGuest: boolean };
  /** `path` leads to the button that confirms a comment of somebody without an account */
  guest_comment: { article: string; path: string };
  /** `path` leads to the button with which somebody without an account follows a thread */
  guest_follow: { article: string; path: string };
  /** to a user whose address was given by somebody without an account; `path` leads to the article; `follows`: they wanted to follow the thread */
  guest_account: { article: string; path: string; follows: boolean };
  /** `path` leads to the button that erases a guest */
  guest_erase: { path: string };
  /** `path` leads to the button that confirms */
  /** `byOwner`: not asked for on this site, but added or imported by an admin. */
  newsletter_confirm: { path: string; byOwner: boolean };
  /** to users who can publish it; `who` is null without a name */
  handed_in: { who: string | null; title: string; note: string; path: string };
  /** to the contributor; `quote`: the passage that a remark is about, or empty */
  sent_back: { who: string | null; title: string; remarks: { text: string; quote: string }[]; path: string };
  /** to the contributor; `path` leads to the article */
  hand_in_published: { title: string; path: string };
  /** to the owner of an API token; `path` leads to the editor, or to the list of posts if it published several */
  token_published: { token: string; titles: string[]; path: string; isPlanned: boolean };
  /** to an admin who tests whether emails arrive */
  test: Record<string, never>;
  /** counts, and details of the first things; `holdsMore`: as long as its comments wait for approval, there is one mail a day about further ones */
  admin_notices: {
    counts: { kind: "comment" | "user" | "note" | "failed_job"; count: number }[];
    notices: { title: string; text: string; url: string }[];
    holdsMore: boolean;
  };
};

export type MailKind = keyof Mails;

/** `link` and `code` are null if the message has none; `unsubscribe`: a path, null if that isn't possible. */
export type MailContent = {
  subject: string;
  text: string;
  html: string;
  link: string | null;
  code: string | null;
  unsubscribe: string | null;
};

/** Its data is `{ id }` of the outbox's row. */
export const MAIL_QUEUED = "mail.queued";

/** Seconds. A message with a code is tried as long as its code is valid. */
export const NOTICE_USEFUL_SECONDS = 86_400;

/** Seconds. Nobody waits longer for a test. */
export const TEST_USEFUL_SECONDS = 600;

export const OUTBOX_DAYS = 30;

export const OUTBOX_PAGE_SIZE = 20;
export const OUTBOX_PAGE_SIZE_MAX = 100;
export const OUTBOX_PAGE_MAX = 100_000;

/** `kept`: printed to the console because there is no mail server, with link and code still stored. */
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
    link: z.string().nullable().describe("The link of the email’s button; deleted once a mail server has the email"),
    code: z.string().nullable().describe("The code to enter; deleted once a mail server has the email"),
    body_text: z.string(),
    created_at: z.string().meta({ format: "date-time" }),
    sent_at: z.string().nullable().meta({ format: "date-time" }),
    attempts: count,
    last_error: z.string().nullable().describe("Why the last attempt failed"),
    advice: z.string().nullable().describe("What to do about the error; null without one, or if nobody can tell"),
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
    advice: null,
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

/** Longer than any conversation with a mail server. */
export const LEASE_SECONDS = 90;

/** Seconds: 2, 6, 18 … up to 15 minutes. */
export const pauseAfter = (attempts: number): number => Math.min(2 * 3 ** Math.max(0, attempts - 1), 900);

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** For a header: line breaks and other control characters become spaces. */
export const oneLine = (text: string): string => text.replace(CONTROL, " ").trim();

/** Exactly one mailbox, without characters that end a header or start another address. */
export const isMailbox = (address: string): boolean => /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(address);
