import type { RuleKind } from "../../../../domain/analytics/model.ts";
import type { HeldReason } from "../../../../domain/analytics/traffic/traffic-model.ts";

/** Why a hit is held, in a few words and in a sentence. */
export const REASON_WORDS: Record<HeldReason, { label: string; means: string }> = {
  bot_user_agent: { label: "Bot by name", means: "It calls itself a bot, a crawler or a program." },
  no_user_agent: { label: "No user agent", means: "It doesn't say what it is; every browser does." },
  bot_headers: { label: "Not a browser", means: "It doesn't say which languages its reader knows; every browser does." },
  burst: { label: "Too fast", means: "Pages were opened faster than anybody turns them." },
  too_many_addresses: { label: "Too many addresses", means: "It tried out more addresses than a reader would." },
  spam_referrer: { label: "Referrer spam", means: "It comes from a site that only puts its name into statistics." },
  no_engagement: { label: "Nobody reading", means: "Many pages were opened, and none was looked at for a second." },
  blocked: { label: "Blocked by rule", means: "One of your rules keeps it out." },
};

/** A reason as it is shown; one that isn't known stands as it is. */
export const reasonLabel = (reason: string): string =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as HeldReason].label : reason;
export const reasonMeans = (reason: string): string | undefined =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as HeldReason].means : undefined;

export const KIND_WORDS: Record<RuleKind, { label: string; plural: string; hint: string }> = {
  user_agent: {
    label: "User agent",
    plural: "user agents",
    hint: "Part of what a program calls itself, such as AhrefsBot. Upper and lower case are the same.",
  },
  network: {
    label: "Network",
    plural: "networks",
    hint: "An address or a network, such as 203.0.113.0/24. Visits are kept with their /24 or /48 alone, so narrower rules hold for new ones only.",
  },
  referrer: { label: "Referrer", plural: "referrers", hint: "A host such as spam.example; all below it are meant, too." },
};

const figures = new Intl.NumberFormat("en-US");

/** So many of something: `1 hit`, `1,200 hits`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${figures.format(count)} ${count === 1 ? one : many}`;

/** What blocking did, beside the rules. */
export const heldVisitsText = (visits: number): string =>
  visits === 0 ? "" : `; ${countOf(visits, "recorded visit")} moved to quarantine`;
