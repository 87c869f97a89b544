import { LANGUAGES, languageName } from "../../../domain/settings/language-rules.ts";
import { CRAWLERS, SETTINGS, type SettingName } from "../../../domain/settings/settings.ts";
import { LINE_MAX, PARAGRAPH_MAX } from "../../../domain/settings/site-content.ts";
import { timezoneChoices } from "../../../domain/settings/timezone-rules.ts";

/** `half`: two of them share a line if there is space. `unless`: the field must be empty for this one to be shown. */
type Shown = { name: string; label: string; hint?: string; optional?: true; half?: true; unless?: string };

/** One field of the form. Texts of the site's own pages have names such as `content.hero.title`. */
export type FieldSpec =
  | (Shown & { kind: "target" })
  | (Shown & { kind: "line" | "email" | "url" | "text" | "article"; max: number })
  | (Shown & { kind: "number"; min: number; max: number })
  /** `needs`: the setting that must be on for this one to have an effect */
  | (Shown & { kind: "toggle"; needs?: SettingName })
  | (Shown & { kind: "select"; options: readonly Option[] });
type Option = { value: string; label: string };

export type Group = { id: string; title: string; lead?: string; fields: FieldSpec[] };

const GROUPS = {
  general: { title: "General" },
  comments: { title: "Comments" },
  users: { title: "Users" },
  system: { title: "System" },
  appearance: { title: "Appearance" },
  privacy: { title: "Privacy" },
  machines: {
    title: "AI and crawlers",
    lead: "What the site offers to programs, and which crawlers robots.txt turns away. Well-behaved crawlers follow it.",
  },
};

/** What the screen adds to a setting. `label`: only where it differs from the setting's own. */
type OnScreen = {
  group: keyof typeof GROUPS;
  kind?: "email" | "url" | "text";
  options?: readonly Option[];
  needs?: SettingName;
} & Partial<Omit<Shown, "name">>;

const THEMES = [
  { value: "auto", label: "Auto (follow the reader's device)" },
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
  return { group: "machines", hint: CRAWLERS[name].owner, needs: "allowAiCrawlers", half: true };
};

const ON_SCREEN: Record<SettingName, OnScreen> = {
  siteName: { group: "general" },
  siteDescription: { group: "general", kind: "text" },
  siteUrl: {
    group: "general",
    kind: "url",
    optional: true,
    hint: "Used in links, feeds and emails. Leave empty to use the server's own address.",
  },
  adminEmail: {
    group: "general",
    kind: "email",
    hint: "Readers' replies and notifications go here.",
  },
  allowComments: { group: "comments", hint: "When off, existing comments stay but no new ones can be posted." },
  moderateComments: {
    group: "comments",
    hint: "New comments need approval before they appear.",
    needs: "allowComments",
  },
  allowRegistration: { group: "users", hint: "When off, no one can sign up." },
  requireEmailVerification: {
    group: "users",
    hint: "New users confirm their address by email.",
    needs: "allowRegistration",
  },
  sessionIdleDays: {
    group: "users",
    hint: "Users sign in again after this many days without a visit.",
    half: true,
  },
  sessionMaxDays: {
    group: "users",
    hint: "Users sign in again after this many days, active or not.",
    half: true,
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
    group: "system",
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
    group: "general",
    hint: "The date places the post in lists and feeds. The editor can decide otherwise for each update.",
  },
  language: {
    group: "appearance",
    options: LANGUAGES.map((value) => ({ value, label: languageName(value) })),
    hint: "The language you write in, for screen readers, translators and feeds. Menus and buttons stay in English.",
  },
  dateFormat: { group: "appearance", hint: "How the back office writes dates. Public pages follow its order." },
  postsPerPage: { group: "appearance" },
  showNewest: {
    group: "appearance",
    hint: "A short list below Featured Stories, of articles that aren't featured.",
  },
  livePrivacy: {
    group: "privacy",
    hint: "Lists what this site stores, why and for how long, and follows the settings. Your own text, written under Pages, comes first. When off, the page shows its original text.",
  },
  offerMarkdown: {
    group: "machines",
    label: "Offer articles as Markdown (llms.txt)",
    hint: "Each article is also available at its address followed by .md, and llms.txt lists them all.",
  },
  allowAiCrawlers: {
    group: "machines",
    hint: "When off, all crawlers below are asked to stay away. Search engines aren't affected.",
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

export const SETTING_GROUPS: Group[] = Object.entries(GROUPS).map(([id, group]) => ({
  id,
  ...group,
  fields: NAMES.filter((name) => ON_SCREEN[name].group === id).map((name) => settingField(name, ON_SCREEN[name])),
}));

const lineOf = (name: string, label: string, more: { hint?: string; optional?: true; half?: true } = {}): FieldSpec => {
  return { kind: "line", name: `content.${name}`, label, max: LINE_MAX, ...more };
};
const textOf = (name: string, label: string, more: { hint?: string; optional?: true } = {}): FieldSpec => {
  return { kind: "text", name: `content.${name}`, label, max: PARAGRAPH_MAX, ...more };
};
const selectOf = (name: string, label: string, options: readonly Option[]): FieldSpec => {
  return { kind: "select", name: `content.${name}`, label, options, half: true };
};
const FOUR = [0, 1, 2, 3];

const AUTO = { value: "auto", label: "Automatic" };
const OWN_OR_NONE = [
  { value: "own", label: "The text here" },
  { value: "hidden", label: "Nothing" },
];
const LIVE_OR_OWN = [AUTO, { value: "live", label: "The current number" }, ...OWN_OR_NONE];
const COUNTED_OR_OWN = [
  AUTO,
  { value: "articles", label: "Number of articles" },
  { value: "readers", label: "Readers of the last 30 days" },
  { value: "likes", label: "Number of likes" },
  ...OWN_OR_NONE,
];

const profileFigure = (name: "articles" | "readers" | "likes", label: string): FieldSpec[] => [
  { ...lineOf(`profile.${name}`, label), half: true },
  selectOf(`profile.show.${name}`, `${label}: shown`, LIVE_OR_OWN),
];

const BUTTON_LINK = "content.hero.button.link";

export const CONTENT_GROUPS: Group[] = [
  {
    id: "home",
    title: "Home",
    fields: [
      lineOf("hero.title", "Hero title"),
      textOf("hero.lead", "Hero lead", { optional: true }),
      lineOf("hero.button.label", "Button label"),
      { kind: "target", name: BUTTON_LINK, label: "Button leads to" },
      {
        kind: "article",
        name: "content.hero.button.slug",
        unless: BUTTON_LINK,
        label: "Button article",
        max: 254,
        optional: true,
        hint: "Type words of the title, or paste the article's address. Leave it empty to hide the button.",
      },
    ],
  },
  {
    id: "profile",
    title: "Profile card",
    lead: "The figures under Follow Me. Automatic shows your own text once you change it, and the current number until then; with demo content, it shows the example. Readers are the unique visitors of the last 30 days, as Web Analytics counts them.",
    fields: [
      ...profileFigure("articles", "Articles"),
      ...profileFigure("readers", "Readers"),
      ...profileFigure("likes", "Likes"),
    ],
  },
  {
    id: "about",
    title: "About",
    lead: "Automatic shows your own text once you change it. Until then, and without demo content, it counts readers and articles and hides the other two figures.",
    fields: [
      textOf("about.lead", "About lead", { optional: true }),
      ...FOUR.flatMap((n) => [
        lineOf(`about.stats.${n}.value`, `Stat ${n + 1}`, { half: true }),
        lineOf(`about.stats.${n}.label`, `Stat ${n + 1} label`, { half: true }),
        selectOf(`about.stats.${n}.show`, `Stat ${n + 1}: shown`, COUNTED_OR_OWN),
      ]),
      textOf("about.mission", "Mission"),
      textOf("about.vision", "Vision"),
      ...FOUR.flatMap((n) => [
        lineOf(`about.values.${n}.name`, `Value ${n + 1}`),
        textOf(`about.values.${n}.text`, `Value ${n + 1} text`),
      ]),
    ],
  },
  {
    id: "footer",
    title: "Authors and footer",
    fields: [
      lineOf("defaultAuthor", "Default author", {
        optional: true,
        hint: "Byline for articles without an author. Default: “The {site} editors”.",
      }),
      textOf("footer.text", "Footer text", { optional: true, hint: "Leave empty to use the site description." }),
      lineOf("footer.rights", "Copyright line", { optional: true, hint: "Shown after ©, the year and the site's name." }),
    ],
  },
];

const FIELDS = [...SETTING_GROUPS, ...CONTENT_GROUPS].flatMap((group) => group.fields);

export const labelOf = (name: string): string => FIELDS.find((field) => field.name === name)?.label ?? name;
export const FIELD_NAMES = FIELDS.map((field) => field.name);
