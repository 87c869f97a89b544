/** What a page reports: it was opened, its reader is still there, its reader leaves. */
export const HIT_KINDS = ["view", "alive", "end"] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Who reads, as the page knows it. */
export const READERS = ["anonymous", "reader", "admin"] as const;
type ReaderKind = (typeof READERS)[number];

/** The longest values, in characters. Longer ones are cut, or refused if they can't be genuine. */
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
  /** the largest number of a view */
  view: 0xffff_ffff,
} as const;

/**
 * A hit as HTTP hands it to the intake: what the page sent (validated) and what the connection says. It has no time, because the
 * server's clock counts.
 */
export type RawHit = {
  kind: HitKind;
  /** the reader's session: 32 lower-case hex characters; null for a page without JavaScript, which has none */
  session: string | null;
  /** path and query, as in the address bar */
  url: string;
  referrer?: string | undefined;
  /** `1920x1080` */
  screen?: string | undefined;
  /** the browser's, as IANA names it */
  timezone?: string | undefined;
  who?: ReaderKind | undefined;
  /** which view of the page it is: a random number that the page chose; pages that were open before an upgrade name none */
  view?: number | undefined;
  /** seconds, visible and active, on this page since this view of it */
  engaged?: number | undefined;
  /** seconds since the last attention; not for a view */
  idle?: number | undefined;
  /** percent of the article */
  scroll?: number | undefined;
  /** of the client; null when it is unknown */
  address: string | null;
  /** whether `address` is the reader's own, and not that of an unknown proxy */
  isOwnAddress: boolean;
  userAgent: string;
  /** further headers of the request */
  headers: { acceptLanguage: string | null; fetchSite: string | null };
  /** Do Not Track or Global Privacy Control is on */
  optsOut: boolean;
  /** names that the site goes by, as in `Host` */
  ownHosts: readonly (string | null)[];
};

/** Where a visit came from. The first hit of a visit decides. */
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

/** The columns of a record that counting can't restore; times in seconds since the visit began. */
type QuarantinedRecord = {
  visit: string;
  first_seconds: number;
  last_seconds: number;
  ended_seconds: number | null;
  views: number;
  is_bounce: boolean;
};

/**
 * A hit with everything that is needed to count it, now or after weeks in quarantine (`analytics_rejected.hit`).
 * With `record` it was counted before and moved to quarantine; that record is restored.
 */
export type StoredHit = {
  kind: HitKind;
  /** ISO 8601 */
  at: string;
  /** 32 hex characters */
  session: string;
  /** 63 bits, in decimal */
  visitor: string;
  path: string;
  /** what was searched for on the listing */
  search: string | null;
  origin: Origin;
  agent: Agent;
  place: VisitPlace;
  /** `203.0.113.0/24`, `2001:db8:1::/48` */
  network: string | null;
  is_authenticated: boolean;
  /** which view of the page it is of, where the page named it */
  view?: number;
  engaged: number;
  scroll: number;
  is_demo: boolean;
  record?: QuarantinedRecord;
};

/**
 * Why a hit isn't counted. All but the last are kept in quarantine with the hit; `too_late` means that the visit is
 * over, and is only counted.
 */
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

/** The outcomes of a hit; the metrics count each by name. */
export type Outcome =
  | Reason
  | "counted"
  /** counted among the addresses without a page */
  | "missing"
  /** the reader doesn't want to be counted */
  | "opted_out"
  /** analytics are turned off */
  | "off"
  /** an admin's own visit */
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

/**
 * A visit goes on while the pause is shorter than the reader's session lasts, with its grace (specification, section 9), and
 * ends at the latest after a day. Times in ms.
 */
export const VISIT_PAUSE_MS = 35 * 60_000;
export const VISIT_MAX_MS = 24 * 3_600_000;
/** A session that opens an article again within this time is one view of it. */
export const VIEW_PAUSE_MS = 30 * 60_000;
/** A visit without activity for this long is over; it ended with its last activity. */
export const IDLE_MS = 30 * 60_000;
/** How long sessions of visits and salts of visitors are kept. */
export const SESSION_KEPT_MS = 48 * 3_600_000;
export const REJECTED_KEPT_MS = 30 * 24 * 3_600_000;
/** This many views without a second of attention aren't a person's. */
export const NO_ENGAGEMENT_VIEWS = 8;

/** A visit's number: its beginning in ms since 1970, then 20 bits that distinguish visits of one millisecond. */
export const visitNumber = (startedAt: number, random: number): bigint => (BigInt(startedAt) << 20n) | BigInt(random & 0xfffff);

/** When a visit began, in ms since 1970. */
export const visitStartedAt = (visit: bigint | string): number => Number(BigInt(visit) >> 20n);
