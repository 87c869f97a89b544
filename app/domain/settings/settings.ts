import { z } from "zod";
import type { Language } from "../../texts/texts.ts";
import { shownLook } from "../appearance/appearance.ts";
import { STRICTNESS_INITIAL, STRICTNESS_MAX, STRICTNESS_MIN } from "../comments/filter/filter-rules.ts";
import { shownNavigation } from "../navigation/navigation.ts";
import { SHIPPED_PAGES } from "../posts/pages/page-rules.ts";
import { DEFAULT_LANGUAGE } from "./direction-rules.ts";
import { LANGUAGES } from "./language-rules.ts";
import { siteContentInput, text } from "./site-content.ts";
import { currentName, isTimezone, TIMEZONE_RULE } from "./timezone-rules.ts";

/** Crawlers for language models: the name in robots.txt (from the operator's documentation), and the operator. */
export const CRAWLERS = {
  crawlGptBot: { agent: "GPTBot", owner: "OpenAI" },
  crawlClaudeBot: { agent: "ClaudeBot", owner: "Anthropic" },
  crawlGoogleExtended: { agent: "Google-Extended", owner: "Google, Gemini" },
  crawlCcBot: { agent: "CCBot", owner: "Common Crawl" },
  crawlPerplexityBot: { agent: "PerplexityBot", owner: "Perplexity" },
  crawlBytespider: { agent: "Bytespider", owner: "ByteDance" },
  crawlApplebotExtended: { agent: "Applebot-Extended", owner: "Apple Intelligence" },
  crawlAmazonbot: { agent: "Amazonbot", owner: "Amazon" },
  crawlMetaExternalAgent: { agent: "meta-externalagent", owner: "Meta" },
} as const;
type CrawlerName = keyof typeof CRAWLERS;
export const CRAWLER_NAMES = Object.keys(CRAWLERS) as CrawlerName[];

/** `label`: on the screen and in messages; `initial`: until an admin saves another value. */
const toggle = (label: string, initial: boolean) => ({ label, initial, rule: z.boolean(`${label} must be on or off`) });

const line = (label: string, initial: string, max: number) => ({ label, initial, max, rule: text(label, max) });

function whole(label: string, initial: number, { min, max, unit = "" }: { min: number; max: number; unit?: string }) {
  const rule = `${label} must be a whole number from ${min} to ${max}${unit}`;
  return { label, initial, min, max, rule: z.int(rule).min(min, rule).max(max, rule) };
}

function choice<const T extends string>(label: string, initial: NoInfer<T>, values: readonly T[]) {
  return { label, initial, rule: z.enum(values, `${label} must be one of ${values.join("; ")}`) };
}

const WORD_LINES = 1000;
const WORD_MAX = 100;

/** One word, phrase or domain for each line. */
function wordList(label: string) {
  const rule = z
    .string(`${label} must be text`)
    .transform((value) =>
      value
        .replace(/\r\n?/g, "\n")
        .split("\n")
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((lines) => lines.length <= WORD_LINES, `${label} must have at most ${WORD_LINES} lines`)
    .refine(
      (lines) => lines.every((one) => [...one].length <= WORD_MAX),
      `${label}: each line must have at most ${WORD_MAX} characters`,
    )
    .refine((lines) => lines.every((one) => one.isWellFormed() && !/\p{Cc}/u.test(one)), `${label} must be text`)
    .transform((lines) => lines.join("\n"));
  return { label, initial: "", max: WORD_LINES * (WORD_MAX + 1), rule };
}

const SITE_URL_RULE = "Site URL must look like https://blog.example, without a path";
const SITE_URL_MAX = 255;

/** Null if it has more than an origin: the site is always at the root of its host. */
function originOf(value: string): string | null {
  if (!/^https?:\/\/[^\s\\/?#@]+\/?$/i.test(value) || !URL.canParse(value)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(value);
  return pathname === "/" && `${search}${hash}${username}${password}` === "" ? origin : null;
}

const siteUrl = z
  .string(SITE_URL_RULE)
  .trim()
  .max(SITE_URL_MAX, `Site URL must have at most ${SITE_URL_MAX} characters`)
  .refine((value) => value === "" || originOf(value) !== null, SITE_URL_RULE)
  .overwrite((value) => originOf(value) ?? "");

const EMAIL_MAX = 320;
const adminEmail = z
  .string("Admin email is required")
  .trim()
  .min(1, "Admin email is required")
  .max(EMAIL_MAX, `Admin email must have at most ${EMAIL_MAX} characters`)
  .pipe(z.email("Admin email must be an email address"));

const CONTACT_RULE = "Security contact must be an email address or an address that begins with https://";
const CONTACT_MAX = 300;

/** security.txt has it on one line. */
const isContact = (value: string) =>
  /^https:\/\//i.test(value) ? URL.canParse(value) && !/[\s"<>]/.test(value) : z.email().safeParse(value).success;

const securityContact = z
  .string(CONTACT_RULE)
  .trim()
  .max(CONTACT_MAX, `Security contact must have at most ${CONTACT_MAX} characters`)
  .refine((value) => value === "" || isContact(value), CONTACT_RULE);

const POSTAL_MAX = 500;
const postalAddress = z
  .string("Postal address must be text")
  .trim()
  .max(POSTAL_MAX, `Postal address must have at most ${POSTAL_MAX} characters`)
  .refine((value) => value.isWellFormed() && !value.includes("\0"), "Postal address must be text");

/** Empty, or an email address. */
const mailbox = (label: string) => ({
  label,
  initial: "",
  max: EMAIL_MAX,
  rule: z
    .string(`${label} must be text`)
    .trim()
    .max(EMAIL_MAX, `${label} must have at most ${EMAIL_MAX} characters`)
    .refine((value) => value === "" || z.email().safeParse(value).success, `${label} must be an email address`),
});

const crawlers = Object.fromEntries(CRAWLER_NAMES.map((name) => [name, toggle(CRAWLERS[name].agent, true)])) as Record<
  CrawlerName,
  ReturnType<typeof toggle>
>;

/** From Monday, as ISO 8601 counts them. */
export const DIGEST_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Specification, sections 3, 5 and 9. The screen shows the limits. */
export const SETTINGS = {
  siteName: line("Site name", "Skylark", 100),
  siteDescription: line("Site description", "Short articles on living, working and thinking well.", 300),
  /** without a trailing slash; empty: the URL that the server was started with */
  siteUrl: { label: "Site URL", initial: "", max: SITE_URL_MAX, rule: siteUrl },
  adminEmail: { label: "Admin email", initial: "admin@skylark.example", max: EMAIL_MAX, rule: adminEmail },
  allowComments: toggle("Allow comments", true),
  moderateComments: toggle("Moderate comments", true),
  /** without an account it takes a mailed link, so this needs a mail server */
  guestComments: choice("Who may comment", "users", ["users", "everyone"]),
  /** of each person; only with `moderateComments` */
  holdFirstOnly: toggle("Hold only the first comment of each person", false),
  holdWords: wordList("Words that hold a comment"),
  spamWords: wordList("Words of spam"),
  /** days after publication; 0: never */
  closeCommentsAfter: whole("Close comments after", 0, { min: 0, max: 3650 }),
  /** of the filter of comments: 1 is mild */
  filterStrictness: whole("Strictness of the spam filter", STRICTNESS_INITIAL, { min: STRICTNESS_MIN, max: STRICTNESS_MAX }),
  allowRegistration: toggle("Allow registration", true),
  requireEmailVerification: toggle("Require email verification", true),
  enableAnalytics: toggle("Analytics", true),
  enableNotifications: toggle("Email notifications", true),
  maintenanceMode: toggle("Maintenance mode", false),
  theme: choice("Theme", "auto", ["light", "dark", "auto"]),
  timezone: {
    label: "Timezone",
    initial: "UTC",
    rule: z.string(TIMEZONE_RULE).refine(isTimezone, TIMEZONE_RULE).overwrite(currentName).meta({ example: "Asia/Kolkata" }),
  },
  /** the date of a published post (specification, section 4); the editor's tick begins with it */
  updatedPosts: choice("Updating a published post", "moves it to now", ["moves it to now", "keeps its date"]),
  /** of articles and pages, and of all that readers see if it ships */
  language: choice("Language", DEFAULT_LANGUAGE, LANGUAGES),
  dateFormat: choice("Date format", "MM/DD/YYYY", ["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD", "MMMM DD, YYYY"]),
  postsPerPage: whole("Posts per page", 10, { min: 1, max: 50 }),
  showNewest: toggle("Newest articles on Home", true),
  maxUploadSize: whole("Max upload size", 5, { min: 1, max: 100, unit: " MB" }),
  /** made from what is switched on, instead of the text that comes with the site */
  livePrivacy: toggle("Privacy page from what is switched on", false),
  /** also lists articles in llms.txt */
  offerMarkdown: toggle("Offer articles as Markdown", false),
  sessionIdleDays: whole("Sign out after inactivity", 30, { min: 1, max: 365 }),
  sessionMaxDays: whole("Maximum session", 180, { min: 1, max: 730 }),
  /** of admins, for every operation of the back office */
  requireTwoSteps: toggle("Require two-step sign-in in the back office", false),
  /** an email address or URL; empty: there is no security.txt */
  securityContact: { label: "Security contact", initial: "", max: CONTACT_MAX, rule: securityContact },
  /** readers can subscribe; otherwise Home's card is a mailto link */
  newsletter: toggle("Newsletter", false),
  newsletterSender: mailbox("Newsletter sender"),
  newsletterReplyTo: mailbox("Reply address"),
  /** at the end of each issue, as many countries demand */
  postalAddress: { label: "Postal address", initial: "", max: POSTAL_MAX, rule: postalAddress },
  /** of the articles of a week, for subscribers who chose it, in the site's time zone */
  newsletterDigest: toggle("Weekly digest", true),
  newsletterDigestDay: choice("Day of the digest", "Monday", DIGEST_DAYS),
  newsletterDigestHour: whole("Hour of the digest", 8, { min: 0, max: 23 }),
  /** limits of all instances together; providers of mail servers have their own */
  newsletterPerSecond: whole("Emails per second", 10, { min: 1, max: 1000 }),
  newsletterPerHour: whole("Emails per hour", 5000, { min: 1, max: 1_000_000 }),
  newsletterPerDay: whole("Emails per day", 20_000, { min: 1, max: 10_000_000 }),
  /** that each process keeps open to the mail server */
  newsletterConnections: whole("Connections to the mail server", 2, { min: 1, max: 5 }),
  allowAiCrawlers: toggle("Allow AI crawlers", true),
  ...crawlers,
};

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]];

/** An archive can't set the others: they control access or the site's URLs. A new setting must be listed here to be adopted. */
export const ADOPTABLE_SETTINGS: readonly SettingName[] = [
  "siteName",
  "siteDescription",
  "allowComments",
  "moderateComments",
  "holdFirstOnly",
  "closeCommentsAfter",
  "filterStrictness",
  "enableAnalytics",
  "enableNotifications",
  "theme",
  "timezone",
  "updatedPosts",
  "language",
  "dateFormat",
  "postsPerPage",
  "showNewest",
  "livePrivacy",
  "maxUploadSize",
  "offerMarkdown",
  "newsletterReplyTo",
  "postalAddress",
  ...CRAWLER_NAMES,
];

const each = <K extends "rule" | "initial">(key: K) =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name][key]])) as {
    [N in SettingName]: (typeof SETTINGS)[N][K];
  };

export const settingsInput = z.strictObject(each("rule"));
export type Settings = z.infer<typeof settingsInput>;
export type DateFormat = Settings["dateFormat"];

export const DEFAULT_SETTINGS: Settings = each("initial");

export const accepts = (name: SettingName, value: unknown): boolean => settingsInput.shape[name].safeParse(value).success;

/** `chosen`: stored even if they equal the default. */
export const settingsSave = z.strictObject({
  settings: settingsInput,
  content: siteContentInput,
  chosen: z.array(z.enum(SETTING_NAMES, "must be names of settings")).max(SETTING_NAMES.length).optional(),
  version: z.int("Version must be the number that the settings were read with").min(1),
});
export type SettingsSave = z.infer<typeof settingsSave>;

export const settingsState = z.object({
  settings: settingsInput,
  content: siteContentInput,
  // The listing shows six posts until a page size is saved, even if that is the default.
  chosen: z.array(z.enum(SETTING_NAMES)).describe("Settings with a stored value, even if it equals the default"),
  version: z.int().describe("Grows with each save; a save sends the version that it started from"),
});
export type SettingsState = z.infer<typeof settingsState>;

/** `refused`: why it isn't adopted. */
export const archivedSetting = z.object({ name: z.string(), value: z.string(), refused: z.string().nullable() });
export type ArchivedSetting = z.infer<typeof archivedSetting>;

/** Nothing else is sent to public pages. */
const site = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string().describe("Absolute URL without a trailing slash"),
  email: z.string(),
  timezone: z.string().describe("IANA name"),
  language: z.enum(LANGUAGES).optional().describe("The language of the articles (BCP 47), unless it is English"),
  ...settingsInput.pick({ theme: true, dateFormat: true, allowComments: true, allowRegistration: true }).shape,
  enableAnalytics: z.boolean().describe("Whether visits are counted"),
  maintenance: z.boolean().describe("Whether only admins can see the site"),
  guestComments: z.literal(true).optional().describe("Visitors without an account can comment"),
  newsletter: z.literal(true).optional().describe("Readers can subscribe to the newsletter"),
  newsletterDigest: z.literal(true).optional().describe("The newsletter has a weekly digest"),
  livePrivacy: z.boolean().describe("Whether the privacy page lists what is switched on, as `readPrivacy` has it"),
  postsPerPage: z.int(),
  keepsDates: z.literal(true).optional().describe("An updated post keeps its date unless it is told otherwise"),
  defaultAuthor: z.string().describe("The name shown for articles without an author"),
  // `text` is below the site's name, `rights` at the end of the last line.
  footer: z.object({ text: z.string(), rights: z.string() }),
  sendsMail: z
    .boolean()
    .describe("Whether a mail server is configured. Without one, links and codes wait in the outbox for an admin to pass on."),
  look: shownLook.optional().describe("What the owner chose about the look that isn’t in style sheets"),
});
/** `spoken`: the language with the words that the owner has changed; absent if there are none. It isn't sent. */
export type Site = z.infer<typeof site> & { spoken?: Language };

export const publicSite = site.extend({
  year: z.int().describe("The current year in the site’s time zone"),
  own_pages: z.array(z.enum(SHIPPED_PAGES)).describe("Pages of the product for which the owner has published a text"),
  languages: z
    .array(z.object({ language: z.enum(LANGUAGES), name: z.string().describe("In the language itself") }))
    .optional()
    .describe("Those that articles are written in; absent if there is only one"),
  navigation: shownNavigation
    .nullable()
    .describe("Menus, social links and announcement; null where all is as it comes with the site"),
});
export type PublicSite = z.infer<typeof publicSite>;
