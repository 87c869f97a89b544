export const ISSUE_KINDS = ["post", "letter", "digest"] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** `sending` includes the time in which its mail and recipients are prepared. */
export const ISSUE_STATES = ["draft", "scheduled", "sending", "paused", "canceled", "sent"] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** `category`: those who follow all categories, or this one. */
export const AUDIENCES = ["all", "category"] as const;

/** `uncertain`: the mail server may have the mail. `left`: before it was sent. */
export const RECIPIENT_STATES = ["waiting", "claimed", "sent", "refused", "uncertain", "left"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** What a report's list can show. `bounced`: later, of those whose mail was sent. */
export const RECIPIENT_FILTERS = [...RECIPIENT_STATES, "bounced"] as const;
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number];

/** Reported after the mail server had taken the mail. `complaint`: its reader called it spam. */
export const BOUNCE_KINDS = ["hard", "soft", "complaint"] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];

/** Words of a server that refuses the sender. Some say so with 5.1.0, which is about an address, or without a code. */
export const ABOUT_SENDER =
  /\b(?:spf|dkim|dmarc|black ?list(?:ed)?|block ?list(?:ed)?|(?:dns)?rbl|dnsbl|spam\w*|unsolicited|polic(?:y|ies)|reputation)\b/i;

/** How many days of visits an issue's report counts, so that issues can be compared. */
export const REPORT_DAYS = 30;

/** Up to today. */
export const GROWTH_RANGES = ["90d", "1y"] as const;
export type GrowthRange = (typeof GROWTH_RANGES)[number];

/** Longer than any conversation with a mail server, in seconds. Then another process may take the recipient. */
export const CLAIM_SECONDS = 90;

/** A recipient whose mailbox can't take the mail at the moment is tried for so long. */
export const RETRY_HOURS = 24;

/** Seconds until the next try of one recipient: 1 minute, 3, 9 … up to an hour. */
export const retryPause = (attempts: number): number => Math.min(60 * 3 ** Math.max(0, attempts - 1), 3600);

/** Seconds until an issue goes on after so many setbacks in a row: 1, 2, 4 … up to 15 minutes. */
export const setbackPause = (setbacks: number): number => Math.min(2 ** Math.max(0, setbacks - 1), 900);

/** So many refusals in a row that are about the sender pause an issue. */
export const SENDER_REFUSALS_IN_ROW = 20;

/** This share of the recipients does, too, but never fewer than three. */
const SENDER_REFUSALS_SHARE = 0.03;
export const senderRefusalsMax = (recipients: number): number => Math.max(3, Math.ceil(recipients * SENDER_REFUSALS_SHARE));
