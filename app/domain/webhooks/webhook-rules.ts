/** What happens on the site, and what a webhook says about it. */
export const WEBHOOK_EVENTS = {
  "post.published": "An article or page becomes public",
  "post.updated": "A public article or page changes",
  "post.unpublished": "An article or page is no longer public",
  "comment.created": "A comment is written, also one that waits or is spam",
  "comment.approved": "A comment becomes public",
  "user.created": "A user signs up, or is added",
  "subscriber.confirmed": "A subscriber confirms their address, or an admin adds it",
  "subscriber.left": "A subscriber leaves, or gets no emails any more",
  "newsletter.sent": "An issue of the newsletter has been sent",
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

/** Sent by a click, also to a webhook that wants other events; it isn't tried again. */
export const TEST_EVENT = "webhook.test";

export const DELIVERY_STATES = ["waiting", "delivered", "given up"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `gone`: its receiver answered 410. */
export const OFF_REASONS = ["gone", "failing"] as const;
export type OffReason = (typeof OFF_REASONS)[number];

export const WEBHOOKS_MAX = 20;
export const DELIVERIES_PER_HOST = 5;
export const WEBHOOK_NAME_MAX = 100;
export const WEBHOOK_URL_MAX = 2000;

/** Bytes of JSON. */
export const EVENT_BODY_MAX = 64_000;
/** Bytes of the receiver's answer that the log keeps. */
export const ANSWER_MAX = 2048;
/** How long a receiver has to answer. */
export const ANSWER_MS = 10_000;

/** Seconds until each next attempt. */
export const RETRY_PAUSES = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600] as const;
/** Each pause is longer or shorter by up to this part of it, so that receivers aren't asked by all senders at once. */
export const RETRY_JITTER = 0.1;

/** A webhook that fails so often in a row, and for so long, is switched off. */
export const FAILURES_MAX = 50;
export const FAILING_SECONDS = 86_400;

/** How long the secret before still signs. */
export const OLD_SECRET_SECONDS = 86_400;

export const DELIVERY_DAYS = 30;
export const DELIVERIES_ON_PAGE = 20;

export const WEBHOOK_MESSAGES = {
  name: "Give the webhook a name",
  nameLong: `Name must have at most ${WEBHOOK_NAME_MAX} characters`,
  url: "Enter an address like https://hooks.example/skylark",
  urlHttps: "The address must begin with https://",
  urlCredentials: "The address can’t contain a user name or password",
  urlPrivate: "The address leads into a private network",
  urlLong: `The address must have at most ${WEBHOOK_URL_MAX} characters`,
  events: "Choose at least one event",
  event: `must be one of ${EVENT_NAMES.join(", ")}`,
  full: `A site has at most ${WEBHOOKS_MAX} webhooks. Delete one first.`,
  off: "The webhook is off. Switch it on first.",
  waiting: "This delivery is still on its way.",
} as const;

/** What is wrong with an address, as far as that can be told without looking it up. */
export function addressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url?.hostname) return WEBHOOK_MESSAGES.url;
  if (url.protocol !== "https:") return WEBHOOK_MESSAGES.urlHttps;
  if (url.username || url.password) return WEBHOOK_MESSAGES.urlCredentials;
  return null;
}
