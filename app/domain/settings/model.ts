import { type CrawlerSettings, DEFAULT_CRAWLERS } from "./crawlers-model.ts";

export type Theme = "light" | "dark" | "auto";
export const TIMEZONES = {
  UTC: "UTC",
  Eastern: "America/New_York",
  Central: "America/Chicago",
  Mountain: "America/Denver",
  Pacific: "America/Los_Angeles",
  London: "Europe/London",
  Paris: "Europe/Paris",
  Tokyo: "Asia/Tokyo",
} as const;
export type TimezoneName = keyof typeof TIMEZONES;
export const DATE_FORMATS = ["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD", "MMMM DD, YYYY"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Everything the owner can set (specification, section 3, and what machines may read). */
export type Settings = {
  siteName: string;
  siteDescription: string;
  /** without a trailing slash; empty: the address the server listens on */
  siteUrl: string;
  adminEmail: string;
  allowComments: boolean;
  moderateComments: boolean;
  allowRegistration: boolean;
  requireEmailVerification: boolean;
  enableAnalytics: boolean;
  enableNotifications: boolean;
  maintenanceMode: boolean;
  theme: Theme;
  timezone: TimezoneName;
  dateFormat: DateFormat;
  postsPerPage: number;
  /** megabytes */
  maxUploadSize: number;
  /** whether articles can be had as Markdown, and are listed in llms.txt */
  offerMarkdown: boolean;
  /** a session ends after so many days without use */
  sessionIdleDays: number;
  /** a session ends so many days after the sign-in, used or not */
  sessionMaxDays: number;
  /** where security.txt says that weaknesses are to be reported: an email or web address; empty: there is no security.txt */
  securityContact: string;
} & CrawlerSettings;

/** The shipped defaults (specification, section 9). */
export const DEFAULT_SETTINGS: Settings = {
  siteName: "Skylark",
  siteDescription: "Short articles on living, working and thinking well.",
  siteUrl: "",
  adminEmail: "admin@skylark.example",
  allowComments: true,
  moderateComments: true,
  allowRegistration: true,
  requireEmailVerification: true,
  enableAnalytics: true,
  enableNotifications: true,
  maintenanceMode: false,
  theme: "auto",
  timezone: "UTC",
  dateFormat: "MM/DD/YYYY",
  postsPerPage: 10,
  maxUploadSize: 5,
  offerMarkdown: false,
  sessionIdleDays: 30,
  sessionMaxDays: 180,
  securityContact: "",
  ...DEFAULT_CRAWLERS,
};

/** What public pages need to know of the settings; nothing else leaves. */
export type Site = {
  name: string;
  description: string;
  /** absolute address without a trailing slash */
  url: string;
  email: string;
  theme: Theme;
  /** IANA name */
  timezone: string;
  dateFormat: DateFormat;
  allowComments: boolean;
  allowRegistration: boolean;
  /** whether visits are counted */
  enableAnalytics: boolean;
  /** whether the site is closed to everyone but admins */
  maintenance: boolean;
  postsPerPage: number;
  /** who signs an article without an author */
  defaultAuthor: string;
  /** `text` stands under the site's name, `rights` behind it in the last line */
  footer: { text: string; rights: string };
  /** whether messages leave by mail; without a mail server they stay in the outbox for the owner to pass on */
  sendsMail: boolean;
};

/** What the API says about the site. `year` is the current one in the site's time zone. */
export type PublicSite = Site & { year: number };

type Figure = { value: string; label: string };
type Value = { name: string; text: string };

/** The texts and figures of the site's own pages, all of them the owner's to change. */
export type SiteContent = {
  hero: {
    title: string;
    lead: string;
    /** `slug`: the article that it leads to; empty: no button */
    button: { label: string; slug: string };
  };
  profile: { articles: string; readers: string; likes: string };
  about: {
    lead: string;
    /** four */
    stats: Figure[];
    mission: string;
    vision: string;
    /** four */
    values: Value[];
  };
  /** who signs an article without an author; empty: the site's editors, by its name */
  defaultAuthor: string;
  footer: {
    /** empty: the site's description */
    text: string;
    rights: string;
  };
};

/** What Home shows of it, and About. */
export type HomeContent = Pick<SiteContent, "hero" | "profile">;
export type AboutContent = SiteContent["about"];

/** The shipped texts and figures, in this one place. */
export const SITE_CONTENT: SiteContent = {
  hero: {
    title: "Ideas that soar beyond limits.",
    lead: "Short articles for people who like to think on the way up: one idea each, read in the time a kettle takes.",
    button: { label: "Read: Mood Tracking Guide", slug: "mood-tracking-guide" },
  },
  profile: { articles: "12", readers: "2.4K", likes: "156" },
  about: {
    lead:
      "A skylark climbs while it sings. We like articles that do the same: they start on the ground, where you are, and leave " +
      "you with a wider view.",
    stats: [
      { value: "10K+", label: "Monthly readers" },
      { value: "500+", label: "Published articles" },
      { value: "50+", label: "Expert contributors" },
      { value: "95%", label: "Reader satisfaction" },
    ],
    mission:
      "To put one good idea into a short article, and to write it so plainly that it can be used the same day. No tricks to " +
      "keep you here; when you have read it, you may go.",
    vision:
      "A quiet place on the web, open to everyone, where thinking about how to live, work and decide is a pleasure and not a " +
      "product.",
    values: [
      { name: "Authenticity", text: "We write what we have tried, thought through or doubted, and we sign it." },
      {
        name: "Quality",
        text: "Every piece is edited until nothing can be taken away. Short is the work, not the saving of it.",
      },
      {
        name: "Innovation",
        text: "Old questions deserve new ways in. We try forms, and keep the ones that help a reader think.",
      },
      { name: "Community", text: "An article is half of a conversation. We listen, correct in the open, and say thank you." },
    ],
  },
  defaultAuthor: "",
  footer: { text: "", rights: "All rights reserved." },
};

/** Every text of the content by its place: `about.values.0.name`. */
export type FlatContent = Record<string, string>;

/** The content as a list of places and texts, in the content's own order. */
export function flattenContent(content: SiteContent): FlatContent {
  const flat: FlatContent = {};
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") flat[path] = value;
    else for (const [name, one] of Object.entries(value as object)) walk(one, path ? `${path}.${name}` : name);
  };
  walk(content, "");
  return flat;
}

/** `content` with the texts of `flat` in their places; a place that it doesn't have is passed over. */
export function withTexts(content: SiteContent, flat: Record<string, unknown>): SiteContent {
  const filled = structuredClone(content);
  for (const path of Object.keys(flattenContent(content))) {
    const text = Object.hasOwn(flat, path) ? flat[path] : undefined;
    if (typeof text !== "string") continue;
    const names = path.split(".");
    const last = names.pop() ?? "";
    const holder = names.reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, filled);
    holder[last] = text;
  }
  return filled;
}

/** Settings and content as the settings screen reads and saves them. */
export type SettingsState = {
  settings: Settings;
  content: SiteContent;
  /** settings that were saved with a value of their own, be it the default's: the listing shows six until its page size was */
  chosen: SettingName[];
  /** counts the saves; a save brings the version that it started from */
  version: number;
};
/** A setting or text of an archive, with its value for people to read; `refused`: why it isn't taken over, null when it can be. */
export type ArchivedSetting = { name: string; value: string; refused: string | null };
export type SettingName = keyof Settings;
export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as [SettingName, ...SettingName[]];

/** Bounds of what can be set: characters, articles, megabytes. */
export const SETTING_LIMITS = {
  siteName: 100,
  siteDescription: 300,
  adminEmail: 320,
  postsPerPage: { min: 1, max: 50 },
  maxUploadSize: { min: 1, max: 100 },
  sessionIdleDays: { min: 1, max: 365 },
  sessionMaxDays: { min: 1, max: 730 },
  securityContact: 300,
  line: 120,
  text: 600,
} as const;
