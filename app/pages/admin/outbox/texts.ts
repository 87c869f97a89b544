/*
 * The visible texts of the outbox that the specification doesn't give.
 */

/** The screen and its list. */
export const OUTBOX = {
  title: "Outbox",
  lead: "Emails from the last 30 days. Without a mail server, pass on the link or code yourself.",
  status: "Status",
  all: "All",
  message: "Message",
  attempts: (count: number) => `${count} attempts`,
  code: "Code: {code}",
  queuedAgain: "Email queued again",
  none: "No emails found",
  noneHint: "Emails appear here once someone signs up.",
  noneOfStatus: "No email has this status.",
} as const;

/** The states of an email. */
export const STATE = {
  queued: "Queued",
  failed: "Failed",
  sent: "Sent",
  notSent: "Not sent",
} as const;
