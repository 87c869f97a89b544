import { LANGUAGES, languageName } from "../../../domain/settings/language-rules.ts";
import { CRAWLERS, SETTINGS, type SettingName } from "../../../domain/settings/settings.ts";
import { LINE_MAX, PARAGRAPH_MAX } from "../../../domain/settings/site-content.ts";
import { timezoneChoices } from "../../../domain/settings/timezone-rules.ts";
import { HINTS, SECTIONS, SITE } from "./texts.ts";

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

/** The groups, as specified. */
const GROUPS = {
  general: { title: SECTIONS.general },
  comments: { title: SECTIONS.comments },
  users: { title: SECTIONS.users },
  system: { title: SECTIONS.system },
  appearance: { title: SECTIONS.appearance },
  privacy: { title: SECTIONS.privacy },
  machines: {
    title: SECTIONS.machines,
    lead: SECTIONS.machinesLead,
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
  { value: "auto", label: SECTIONS.auto },
  { value: "light", label: SECTIONS.light },
  { value: "dark", label: SECTIONS.dark },
];

/**
 * Visitors are counted per day, so days with other limits have other counts. Searches and missing pages are stored per day,
 * without a time.
 */
const TIMEZONE_HINT = HINTS.timezone;

const crawler = (name: keyof typeof CRAWLERS): OnScreen => {
  return { group: "machines", hint: CRAWLERS[name].owner, needs: "allowAiCrawlers", half: true };
};

/** Every setting in the order of the screen. */
const ON_SCREEN: Record<SettingName, OnScreen> = {
  siteName: { group: "general" },
  siteDescription: { group: "general", kind: "text" },
  siteUrl: {
    group: "general",
    kind: "url",
    optional: true,
    hint: HINTS.siteUrl,
  },
  adminEmail: {
    group: "general",
    kind: "email",
    hint: HINTS.adminEmail,
  },
  allowComments: { group: "comments", hint: HINTS.comments },
  moderateComments: {
    group: "comments",
    hint: HINTS.approval,
    needs: "allowComments",
  },
  allowRegistration: { group: "users", hint: HINTS.signUp },
  requireEmailVerification: {
    group: "users",
    hint: HINTS.confirmation,
    needs: "allowRegistration",
  },
  sessionIdleDays: {
    group: "users",
    hint: HINTS.idleDays,
    half: true,
  },
  sessionMaxDays: {
    group: "users",
    hint: HINTS.sessionDays,
    half: true,
  },
  enableAnalytics: { group: "system", hint: HINTS.analytics },
  enableNotifications: {
    group: "system",
    hint: HINTS.notifications,
  },
  maintenanceMode: {
    group: "system",
    hint: HINTS.maintenance,
  },
  maxUploadSize: { group: "system", label: HINTS.uploadSize },
  securityContact: {
    group: "system",
    optional: true,
    hint: HINTS.securityContact,
  },
  theme: { group: "appearance", options: THEMES, hint: HINTS.theme },
  timezone: {
    group: "appearance",
    options: timezoneChoices().map(({ value, zone }) => ({ value, label: value === zone ? value : `${value} (${zone})` })),
    hint: TIMEZONE_HINT,
  },
  updatedPosts: {
    group: "general",
    hint: HINTS.updatedPosts,
  },
  language: {
    group: "appearance",
    options: LANGUAGES.map((value) => ({ value, label: languageName(value) })),
    hint: HINTS.language,
  },
  dateFormat: { group: "appearance", hint: HINTS.dateFormat },
  postsPerPage: { group: "appearance" },
  showNewest: {
    group: "appearance",
    hint: HINTS.mostRead,
  },
  livePrivacy: {
    group: "privacy",
    hint: HINTS.privacyPage,
  },
  offerMarkdown: {
    group: "machines",
    label: HINTS.markdown,
    hint: HINTS.markdownMore,
  },
  allowAiCrawlers: {
    group: "machines",
    hint: HINTS.crawlers,
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

/** The settings by group. */
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

const AUTO = { value: "auto", label: SITE.automatic };
const OWN_OR_NONE = [
  { value: "own", label: SITE.textHere },
  { value: "hidden", label: SITE.nothing },
];
const LIVE_OR_OWN = [AUTO, { value: "live", label: SITE.currentNumber }, ...OWN_OR_NONE];
const COUNTED_OR_OWN = [
  AUTO,
  { value: "articles", label: SITE.numberOfArticles },
  { value: "readers", label: SITE.numberOfReaders },
  { value: "likes", label: SITE.numberOfLikes },
  ...OWN_OR_NONE,
];

/** One figure of the profile card: its text, and what is shown. */
const profileFigure = (name: "articles" | "readers" | "likes", label: string): FieldSpec[] => [
  { ...lineOf(`profile.${name}`, label), half: true },
  selectOf(`profile.show.${name}`, SITE.shown(label), LIVE_OR_OWN),
];

const BUTTON_LINK = "content.hero.button.link";

/** The texts of the site's own pages. */
export const CONTENT_GROUPS: Group[] = [
  {
    id: "home",
    title: "Home",
    fields: [
      lineOf("hero.title", SITE.heroTitle),
      textOf("hero.lead", SITE.heroLead, { optional: true }),
      lineOf("hero.button.label", SITE.buttonLabel),
      { kind: "target", name: BUTTON_LINK, label: SITE.buttonTarget },
      {
        kind: "article",
        name: "content.hero.button.slug",
        unless: BUTTON_LINK,
        label: SITE.buttonArticle,
        max: 254,
        optional: true,
        hint: SITE.articleHint,
      },
    ],
  },
  {
    id: "profile",
    title: SITE.profileCard,
    lead: SITE.profileHint,
    fields: [
      ...profileFigure("articles", SITE.articles),
      ...profileFigure("readers", SITE.readers),
      ...profileFigure("likes", SITE.likes),
    ],
  },
  {
    id: "about",
    title: SITE.about,
    lead: SITE.aboutHint,
    fields: [
      textOf("about.lead", SITE.aboutLead, { optional: true }),
      ...FOUR.flatMap((n) => [
        lineOf(`about.stats.${n}.value`, SITE.stat(n + 1), { half: true }),
        lineOf(`about.stats.${n}.label`, SITE.statLabel(n + 1), { half: true }),
        selectOf(`about.stats.${n}.show`, SITE.statShown(n + 1), COUNTED_OR_OWN),
      ]),
      textOf("about.mission", SITE.mission),
      textOf("about.vision", SITE.vision),
      ...FOUR.flatMap((n) => [
        lineOf(`about.values.${n}.name`, SITE.value(n + 1)),
        textOf(`about.values.${n}.text`, SITE.valueText(n + 1)),
      ]),
    ],
  },
  {
    id: "footer",
    title: SITE.authorsAndFooter,
    fields: [
      lineOf("defaultAuthor", SITE.defaultAuthor, {
        optional: true,
        hint: SITE.bylineHint,
      }),
      textOf("footer.text", SITE.footerText, { optional: true, hint: SITE.footerHint }),
      lineOf("footer.rights", SITE.copyrightLine, { optional: true, hint: SITE.copyrightHint }),
    ],
  },
];

const FIELDS = [...SETTING_GROUPS, ...CONTENT_GROUPS].flatMap((group) => group.fields);

/** The label of a field; its name when it is unknown. */
export const labelOf = (name: string): string => FIELDS.find((field) => field.name === name)?.label ?? name;
/** Every name, in the order of the screen. */
export const FIELD_NAMES = FIELDS.map((field) => field.name);
