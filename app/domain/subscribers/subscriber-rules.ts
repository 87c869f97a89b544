export const SUBSCRIBER_STATES = ["pending", "confirmed", "left", "suppressed"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const SUPPRESSION_REASONS = ["hard bounce", "soft bounces", "complaint", "by hand"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** `post`: an email for each post; `weekly`: a digest of the week. */
export const FREQUENCIES = ["post", "weekly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SUBSCRIBER_SOURCES = ["form", "account", "import", "admin"] as const;

/** After this many without a delivery in between, an address is suppressed. */
export const SOFT_BOUNCES_MAX = 5;

/** Subscribers who never confirm are deleted after that. */
export const PENDING_DAYS = 7;

/** Minutes between two confirmations to one address, and how many it gets in a day. */
export const CONFIRMATION_PAUSE_MINUTES = 10;
export const CONFIRMATIONS_PER_DAY = 3;

/** Nobody fills in a form faster; programs do. */
export const FORM_SECONDS_MIN = 2;
