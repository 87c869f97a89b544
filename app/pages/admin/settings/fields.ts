import { LANGUAGES, languageName } from "../../../domain/settings/language-rules.ts";
import { CRAWLERS, SETTINGS, type SettingName } from "../../../domain/settings/settings.ts";
import { timezoneChoices } from "../../../domain/settings/timezone-rules.ts";
import { shippedNames } from "../../../texts/shipped.ts";

/**
 * `half`: two of them share a line if there is space. `row`: the name of the row of fields that it belongs to. `unless`: the field must
 * be empty for this one to be shown. `onlyWith`: the setting must be on.
 */
type Shown = {
  name: string;
  label: string;
  hint?: string;
  optional?: true;
  half?: true;
  row?: string;
  unless?: string;
  onlyWith?: SettingName;
};

/** One field of the form. Texts of the site's own pages have names such as `content.hero.title`. */
export type FieldSpec =
  | (Shown & { kind: "target" })
  | (Shown & { kind: "line" | "email" | "url" | "text" | "article"; max: number })
  | (Shown & { kind: "number"; min: number; max: number })
  /** `needs`: the setting that must be on for this one to have an effect */
  | (Shown & { kind: "toggle"; needs?: SettingName })
  | (Shown & { kind: "select"; options: readonly Option[] });
export type Option = { value: string; label: string };

/** `folded`: the name of the switch that the group is about; its other fields are behind a line that counts those that are on. */
export type Group = { id: string; title: string; lead?: string; fields: FieldSpec[]; folded?: SettingName };

/** The first five are the headings of the specification (section 2). */
const GROUPS = {
  general: { title: "General" },
  comments: { title: "Comments" },
  users: { title: "Users" },
  system: { title: "System" },
  appearance: { title: "Appearance" },
  writing: { title: "Articles" },
  discussion: { title: "Comments" },
  newest: { title: "New articles on Home" },
  sessions: { title: "Sessions" },
  reports: { title: "Security reports" },
  privacy: { title: "Privacy page" },
  markdown: { title: "Articles for programs" },
  newsletter: { title: "Newsletter" },
  crawlers: {
    title: "Crawlers",
    lead: "Which crawlers robots.txt turns away. Well-behaved crawlers follow it.",
    folded: "allowAiCrawlers" as const,
  },
};
type GroupId = keyof typeof GROUPS;

/** What the screen adds to a setting. `label`: only where it differs from the setting's own. */
type OnScreen = {
  group: GroupId;
  kind?: "email" | "url" | "text";
  options?: readonly Option[];
  needs?: SettingName;
} & Partial<Omit<Shown, "name">>;

const THEMES = [
  { value: "auto", label: "Auto (follow the reader’s device)" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/**
 * Visitors are counted per day, so days with other limits have other counts. Searches and missing pages are stored per day,
 * without a time.
 */
const TIMEZONE_HINT =
  "Days in analytics begin at midnight here. After a change, past days are recounted from the visits still stored, so past visitors can differ by a few percent. Searches and missing pages stay on their old days.";

const crawler = (name: keyof typeof CRAWLERS): OnScreen => {
  return { group: "crawlers", label: CRAWLERS[name].agent, hint: CRAWLERS[name].owner, needs: "allowAiCrawlers", half: true };
};

const ON_SCREEN: Record<SettingName, OnScreen> = {
  siteName: { group: "general" },
  siteDescription: { group: "general", kind: "text", hint: "Shown on Home, in search results and in feeds." },
  siteUrl: {
    group: "general",
    kind: "url",
    optional: true,
    hint: "Used in links, feeds and emails. Leave empty to use the server’s own URL.",
  },
  adminEmail: {
    group: "general",
    kind: "email",
    hint: "Readers’ replies and notifications go here.",
  },
  allowComments: { group: "comments", hint: "When off, existing comments stay but no new ones can be posted." },
  moderateComments: {
    group: "comments",
    hint: "New comments need approval before they appear.",
    needs: "allowComments",
  },
  holdFirstOnly: {
    group: "discussion",
    hint: "Once a comment of theirs is approved, their later ones appear at once, unless something else holds them.",
    needs: "moderateComments",
    onlyWith: "moderateComments",
  },
  guestComments: {
    group: "discussion",
    hint: "Everyone: without an account, with name and email address, confirmed by a mailed link. The address is never shown. Needs a mail server (SMTP_URL).",
    options: [
      { value: "users", label: "Users" },
      { value: "everyone", label: "Everyone" },
    ],
  },
  holdWords: {
    group: "discussion",
    kind: "text",
    optional: true,
    hint: "One word, phrase or domain per line. A comment with one of them waits for approval.",
  },
  spamWords: {
    group: "discussion",
    kind: "text",
    optional: true,
    hint: "As above, but the comment is also marked as spam.",
  },
  closeCommentsAfter: {
    group: "discussion",
    label: "Close comments after (days)",
    hint: "Counted from publication; 0 means never. An article can stay open: see Author and comments in its editor.",
  },
  filterStrictness: {
    group: "discussion",
    hint: "From 1 (mild) to 9 (strict). It learns from what you approve and mark as spam.",
  },
  allowRegistration: { group: "users", hint: "When off, no one can sign up." },
  requireEmailVerification: {
    group: "users",
    hint: "New users confirm their address by email.",
    needs: "allowRegistration",
  },
  sessionIdleDays: {
    group: "sessions",
    label: "Sign out after inactivity (days)",
    hint: "Users sign in again after this many days without a visit.",
    half: true,
  },
  sessionMaxDays: {
    group: "sessions",
    label: "Maximum session (days)",
    hint: "Users sign in again after this many days, active or not.",
    half: true,
  },
  requireTwoSteps: {
    group: "sessions",
    hint: "Admins and users with a grant can’t use the back office until they have set it up in their account. Set it up yourself first.",
  },
  enableAnalytics: { group: "system", hint: "When off, no visits are recorded." },
  enableNotifications: {
    group: "system",
    hint: "Email the admin about new comments, new users and notes on previews.",
  },
  maintenanceMode: {
    group: "system",
    hint: "Readers see a maintenance page, and no one can sign up. Admins can keep working.",
  },
  maxUploadSize: { group: "system", label: "Max upload size (MB)" },
  securityContact: {
    group: "reports",
    optional: true,
    hint: "An email or https address for reports of security problems, published in security.txt. Leave it empty to publish none.",
  },
  theme: { group: "appearance", options: THEMES, hint: "Readers can override this." },
  timezone: {
    group: "appearance",
    options: timezoneChoices().map(({ value, zone }) => ({ value, label: value === zone ? value : `${value} (${zone})` })),
    hint: TIMEZONE_HINT,
  },
  updatedPosts: {
    group: "writing",
    hint: "The date places the post in lists and feeds. The editor can decide otherwise for each update.",
  },
  language: {
    group: "writing",
    options: LANGUAGES.map((value) => ({ value, label: languageName(value) })),
    hint: `The language you write in. All that readers see is in it, too, if it is ${shippedNames("en")}; the back office stays in English.`,
  },
  dateFormat: { group: "appearance", hint: "The date format of the admin area. Public pages use the same order." },
  postsPerPage: { group: "appearance" },
  showNewest: {
    group: "newest",
    hint: "A short list below Featured Stories, of articles that aren’t featured.",
  },
  livePrivacy: {
    group: "privacy",
    label: "Generate the privacy page from my settings",
    hint: "Lists what this site stores, why and for how long, and follows the settings. Your own text, written under Pages, comes first. When off, the page shows its original text, unless the newsletter is on.",
  },
  offerMarkdown: {
    group: "markdown",
    label: "Offer articles as Markdown (llms.txt)",
    hint: "Each article is also available at its URL followed by .md, and llms.txt lists them all.",
  },
  newsletter: {
    group: "newsletter",
    hint: "Readers can subscribe on Home, below articles and in their accounts.",
  },
  newsletterSender: {
    group: "newsletter",
    label: "Sender",
    kind: "email",
    optional: true,
    hint: "The address that issues come from. Its domain should have SPF, DKIM and DMARC records.",
  },
  newsletterReplyTo: { group: "newsletter", kind: "email", optional: true, hint: "Where readers’ answers go." },
  postalAddress: {
    group: "newsletter",
    kind: "text",
    optional: true,
    hint: "At the end of each issue. Many countries demand it.",
  },
  newsletterDigest: {
    group: "newsletter",
    needs: "newsletter",
    hint: "One email with the new articles, for subscribers who chose that. It is skipped when nothing is new. When off, they get none.",
  },
  newsletterDigestDay: { group: "newsletter", half: true },
  newsletterDigestHour: {
    group: "newsletter",
    label: "Hour of the digest (0–23)",
    half: true,
    hint: "In the site’s time zone.",
  },
  newsletterPerSecond: { group: "newsletter", half: true, hint: "Your mail provider’s limits say how many it takes." },
  newsletterPerHour: { group: "newsletter", half: true },
  newsletterPerDay: { group: "newsletter", half: true, hint: "The rest of an issue is sent as soon as this allows it." },
  newsletterConnections: { group: "newsletter", half: true, hint: "Kept open while an issue is sent." },
  allowAiCrawlers: {
    group: "crawlers",
    hint: "When off, all of them are asked to stay away. Search engines aren’t affected.",
  },
  crawlGptBot: crawler("crawlGptBot"),
  crawlClaudeBot: crawler("crawlClaudeBot"),
  crawlGoogleExtended: crawler("crawlGoogleExtended"),
  crawlCcBot: crawler("crawlCcBot"),
  crawlPerplexityBot: crawler("crawlPerplexityBot"),
  crawlBytespider: crawler("crawlBytespider"),
  crawlApplebotExtended: crawler("crawlApplebotExtended"),
  crawlAmazonbot: crawler("crawlAmazonbot"),
  crawlMetaExternalAgent: crawler("crawlMetaExternalAgent"),
};

/** The field of a setting. The setting's own rule determines its kind, unless the screen does. */
function settingField(name: SettingName, { group: _, kind, options, needs, ...texts }: OnScreen): FieldSpec {
  const setting = SETTINGS[name];
  const shown = { name, label: setting.label, ...texts };
  if ("min" in setting) return { ...shown, kind: "number", min: setting.min, max: setting.max };
  if ("max" in setting) return { ...shown, kind: kind ?? "line", max: setting.max };
  if ("options" in setting.rule) {
    return { ...shown, kind: "select", options: options ?? setting.rule.options.map((value) => ({ value, label: value })) };
  }
  if (options) return { ...shown, kind: "select", options };
  return { ...shown, kind: "toggle", ...(needs ? { needs } : {}) };
}

const NAMES = Object.keys(ON_SCREEN) as SettingName[];

/** A group of settings, with its title and fields. */
export const settingGroup = (id: GroupId): Group => ({
  id,
  ...GROUPS[id],
  fields: NAMES.filter((name) => ON_SCREEN[name].group === id).map((name) => settingField(name, ON_SCREEN[name])),
});
