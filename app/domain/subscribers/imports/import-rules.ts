export const LIST_SOURCES = {
  substack: "Substack",
  ghost: "Ghost",
  mailchimp: "Mailchimp",
  buttondown: "Buttondown",
  listmonk: "listmonk",
  skylark: "another site like this",
  table: "a table",
} as const;
export type ListSource = keyof typeof LIST_SOURCES;

/** How a subscription ended in the other system. */
const ENDED_ELSEWHERE = ["left elsewhere", "bounced elsewhere", "never confirmed elsewhere"] as const;
export type EndedElsewhere = (typeof ENDED_ELSEWHERE)[number];

/** What comes of a line: all but `new` stay out. */
export const OUTCOMES = ["new", "known", "duplicate", "left", "suppressed", "erased", ...ENDED_ELSEWHERE, "invalid"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const LIST_MAX_MEGABYTES = 256;
export const LIST_MAX_ROWS = 1_000_000;
export const STATEMENT_MAX = 1500;

/** Confirmations that an import queues at most, so that other emails aren't held up by a large list. */
export const ASKED_PER_MINUTE = 30;

/** After that, an uploaded list is deleted. */
export const LIST_DAYS = 30;

export const SUBSCRIBERS_IMPORT = "newsletter.import";
