import type { Subscriber } from "../../../domain/subscribers/subscriber.ts";
import type { SubscriberState, SuppressionReason } from "../../../domain/subscribers/subscriber-rules.ts";
import type { BadgeTone } from "../frame/badge.tsx";

export const STATES: Record<SubscriberState, { label: string; tone: BadgeTone }> = {
  confirmed: { label: "Confirmed", tone: "green" },
  pending: { label: "Pending", tone: "amber" },
  left: { label: "Left", tone: "gray" },
  suppressed: { label: "Suppressed", tone: "red" },
};

export const REASONS: Record<SuppressionReason, string> = {
  "hard bounce": "No such mailbox",
  "soft bounces": "Bounced repeatedly",
  complaint: "Marked as spam",
  "by hand": "By hand",
};

export const SOURCES: Record<Subscriber["source"], string> = {
  form: "Form",
  account: "Account",
  import: "Import",
  admin: "Added by hand",
};

export const FREQUENCIES: Record<Subscriber["frequency"], string> = { post: "Each post", weekly: "Weekly digest" };

const figures = new Intl.NumberFormat("en-US");

export const figure = (count: number): string => figures.format(count);

export const addressCount = (count: number): string => `${figure(count)} ${count === 1 ? "address" : "addresses"}`;
