/** What a page reports: it was opened, its reader is still there, its reader leaves. */
export const HIT_KINDS = ["view", "alive", "end"] as const;
export type HitKind = (typeof HIT_KINDS)[number];

export const READERS = ["anonymous", "reader", "admin"] as const;
type ReaderKind = (typeof READERS)[number];

/** Characters. Longer values are cut, or refused if they can't be genuine. */
export const HIT_LIMITS = {
  /** bytes of one hit's body */
  body: 4096,
  url: 2048,
  title: 300,
  referrer: 2048,
  timezone: 64,
  path: 300,
  userAgent: 512,
  source: 100,
  term: 100,
  /** the longest attention of one view, in seconds */
  engaged: 32_767,
  view: 0xffff_ffff,
} as const;

/** From the page (validated) and the connection. It has no time, because the server's clock counts. */
export type RawHit = {
  kind: HitKind;
  /** 32 lower-case hex characters; null for a page without JavaScript */
  session: string | null;
  /** path and query, as in the address bar */
  url: string;
  referrer?: string | undefined;
  screen?: string | undefined;
  /** the browser's, as IANA names it */
  timezone?: string | undefined;
  who?: ReaderKind | undefined;
  /** a random number that the page chose; pages that were open before an upgrade send none */
  view?: number | undefined;
  /** seconds of attention since this view began */
  engaged?: number | undefined;
  /** seconds since the last attention; not for a view */
  idle?: number | undefined;
  /** percent of the article */
  scroll?: number | undefined;
  /** of the client; null when it is unknown */
  address: string | null;
  /** false behind an unknown proxy */
  isOwnAddress: boolean;
  userAgent: string;
  headers: { acceptLanguage: string | null; fetchSite: string | null };
  /** Do Not Track or Global Privacy Control is on */
  optsOut: boolean;
  /** as in `Host` */
  ownHosts: readonly (string | null)[];
};

/** The first hit of a visit decides. */
const CHANNELS = ["search", "social", "mail", "ai", "referral", "campaign", "direct", "internal"] as const;
export type Channel = (typeof CHANNELS)[number];
export type Origin = {
  source: string;
  channel: Channel;
  referrer_url: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
};

const OPERATING_SYSTEMS = ["Windows", "macOS", "Linux", "Android", "iOS", "Unknown"] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];
export type DeviceType = "mobile" | "tablet" | "desktop";
export type Agent = {
  user_agent: string;
  browser: string;
  browser_version: string;
  operating_system: OperatingSystem;
  device_type: DeviceType;
  screen_resolution: string | null;
};

/** `unknown` where nothing is known; coordinates with one decimal. */
export type VisitPlace = {
  country: string;
  region: string;
  city: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string | null;
};

/** Columns that counting can't restore; times in seconds since the visit began. */
type QuarantinedRecord = {
  visit: string;
  first_seconds: number;
  last_seconds: number;
  ended_seconds: number | null;
  views: number;
  is_bounce: boolean;
};

/** As in `analytics_rejected.hit`. `record`: the hit was counted before and moved to quarantine. */
export type StoredHit = {
  kind: HitKind;
  /** ISO 8601 */
  at: string;
  session: string;
  /** 63 bits, in decimal */
  visitor: string;
  path: string;
  search: string | null;
  origin: Origin;
  agent: Agent;
  place: VisitPlace;
  /** `203.0.113.0/24`, `2001:db8:1::/48` */
  network: string | null;
  is_authenticated: boolean;
  view?: number;
  engaged: number;
  scroll: number;
  is_demo: boolean;
  record?: QuarantinedRecord;
};

/** All but the last go to quarantine; `too_late` hits, whose visit is over, are only counted. */
const REASONS = [
  "bot_user_agent",
  "no_user_agent",
  "bot_headers",
  "burst",
  "too_many_addresses",
  "spam_referrer",
  "no_engagement",
  "blocked",
  "too_late",
] as const;
export type Reason = (typeof REASONS)[number];

/** The metrics count each by name. */
export type Outcome =
  | Reason
  | "counted"
  | "missing"
  /** the reader doesn't want to be counted */
  | "opted_out"
  | "off"
  | "admin"
  /** the back office, or a file */
  | "not_public"
  /** rejected, but its network has filled its share of the quarantine */
  | "not_held"
  /** the database refused it, and the client got an error */
  | "failed";

export const RULE_KINDS = ["user_agent", "network", "referrer"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
export const VERDICTS = ["allow", "block"] as const;

export type Rule = { kind: RuleKind; value: string; verdict: (typeof VERDICTS)[number] };

/** ms. As long as the reader's session lasts, with its grace (specification, section 9). A visit ends at the latest after a day. */
export const VISIT_PAUSE_MS = 35 * 60_000;
export const VISIT_MAX_MS = 24 * 3_600_000;
/** ms within which a session that opens an article again makes one view */
export const VIEW_PAUSE_MS = 30 * 60_000;
/** ms without activity; the visit ended with its last activity */
export const IDLE_MS = 30 * 60_000;
export const SESSION_KEPT_MS = 48 * 3_600_000;
export const REJECTED_KEPT_MS = 30 * 24 * 3_600_000;
/** This many views without a second of attention aren't a person's. */
export const NO_ENGAGEMENT_VIEWS = 8;

/** Its beginning in ms since 1970, then 20 bits that distinguish visits of one millisecond. */
export const visitNumber = (startedAt: number, random: number): bigint => (BigInt(startedAt) << 20n) | BigInt(random & 0xfffff);

/** ms since 1970 */
export const visitStartedAt = (visit: bigint | string): number => Number(BigInt(visit) >> 20n);
