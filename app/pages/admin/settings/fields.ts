import { CRAWLERS, SETTINGS, type SettingName, TIMEZONES } from "../../../domain/settings/settings.ts";
import { LINE_MAX, PARAGRAPH_MAX } from "../../../domain/settings/site-content.ts";

/** `half`: two of them share a line if there is space. */
type Shown = { name: string; label: string; hint?: string; optional?: true; half?: true };

/** One field of the form. Texts of the site's own pages have names such as `content.hero.title`. */
export type FieldSpec =
  | (Shown & { kind: "line" | "email" | "url" | "text" | "article"; max: number })
  | (Shown & { kind: "number"; min: number; max: number })
  /** `needs`: the setting that must be on for this one to have an effect */
  | (Shown & { kind: "toggle"; needs?: SettingName })
  | (Shown & { kind: "select"; options: readonly Option[] });
type Option = { value: string; label: string };

export type Group = { id: string; title: string; lead?: string; fields: FieldSpec[] };

/** The groups, as specified. */
const GROUPS = {
  general: { title: "General" },
  comments: { title: "Comments" },
  users: { title: "Users" },
  system: { title: "System" },
  appearance: { title: "Appearance" },
  machines: {
    title: "Machines that read",
    lead: "What you offer to programs, and which crawlers robots.txt turns away. Well-behaved crawlers follow it.",
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
  { value: "auto", label: "Auto (as the reader's device has it)" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/**
 * Visitors are counted per day, so days with other limits have other counts. Searches and missing pages are stored per day,
 * without a time.
 */
const TIMEZONE_HINT =
  "Days in analytics begin at midnight here. After a change, past days are counted again where their visits are still stored, so " +
  "past visitors can differ by a few percent. Searches and missing pages stay on their old days.";

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
    hint: "Used in links, feeds and mails. Leave it empty to use the address the server was started with.",
  },
  adminEmail: {
    group: "general",
    kind: "email",
    hint: "Readers write to this address, and notifications go here.",
  },
  allowComments: { group: "comments", hint: "When off, the comment form disappears. Existing comments stay." },
  moderateComments: {
    group: "comments",
    hint: "New comments wait until somebody approves them.",
    needs: "allowComments",
  },
  allowRegistration: { group: "users", hint: "When off, nobody can sign up." },
  requireEmailVerification: {
    group: "users",
    hint: "New users confirm their address by a link in a mail.",
    needs: "allowRegistration",
  },
  sessionIdleDays: {
    group: "users",
    hint: "After this many days without a visit, users sign in again.",
    half: true,
  },
  sessionMaxDays: {
    group: "users",
    hint: "This many days after signing in, users sign in again in any case.",
    half: true,
  },
  enableAnalytics: { group: "system", hint: "When off, no visits are recorded." },
  enableNotifications: {
    group: "system",
    hint: "Mails to the admin about new comments, new users and notes on previews.",
  },
  maintenanceMode: {
    group: "system",
    hint: "Readers see a maintenance page, and nobody can sign up. Admins can keep working and see the site.",
  },
  maxUploadSize: { group: "system", label: "Max upload size (MB)" },
  securityContact: {
    group: "system",
    optional: true,
    hint: "An email or https address for reports of security problems, published in security.txt. Leave it empty to publish none.",
  },
  theme: { group: "appearance", options: THEMES, hint: "A reader's own choice comes first." },
  timezone: {
    group: "appearance",
    options: Object.entries(TIMEZONES).map(([value, zone]) => ({
      value,
      label: value === zone ? value : `${value} (${zone})`,
    })),
    hint: TIMEZONE_HINT,
  },
  dateFormat: { group: "appearance", hint: "How the back office writes dates. Public pages follow its order." },
  postsPerPage: { group: "appearance" },
  offerMarkdown: {
    group: "machines",
    label: "Offer articles as Markdown (llms.txt)",
    hint: "Each article is also available at its address followed by .md, and llms.txt lists them all.",
  },
  allowAiCrawlers: {
    group: "machines",
    hint: "When off, all crawlers below are asked to stay away. This doesn't affect search engines.",
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
const FOUR = [0, 1, 2, 3];

/** The texts of the site's own pages. */
export const CONTENT_GROUPS: Group[] = [
  {
    id: "home",
    title: "Home",
    fields: [
      lineOf("hero.title", "Hero title"),
      textOf("hero.lead", "Hero lead", { optional: true }),
      lineOf("hero.button.label", "Button label"),
      {
        kind: "article",
        name: "content.hero.button.slug",
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
    lead: "The figures under Follow Me. Those you don’t change are counted once the demo content is gone.",
    fields: [lineOf("profile.articles", "Articles"), lineOf("profile.readers", "Readers"), lineOf("profile.likes", "Likes")],
  },
  {
    id: "about",
    title: "About",
    lead: "Figures you don’t change are hidden once the demo content is gone.",
    fields: [
      textOf("about.lead", "About lead", { optional: true }),
      ...FOUR.flatMap((n) => [
        lineOf(`about.stats.${n}.value`, `Figure ${n + 1}`, { half: true }),
        lineOf(`about.stats.${n}.label`, `Label of figure ${n + 1}`, { half: true }),
      ]),
      textOf("about.mission", "Mission"),
      textOf("about.vision", "Vision"),
      ...FOUR.flatMap((n) => [
        lineOf(`about.values.${n}.name`, `Name of value ${n + 1}`),
        textOf(`about.values.${n}.text`, `Text of value ${n + 1}`),
      ]),
    ],
  },
  {
    id: "footer",
    title: "Authors and footer",
    fields: [
      lineOf("defaultAuthor", "Default author", {
        optional: true,
        hint: "Shown on articles without an author. Leave it empty to show the editors, with the site's name.",
      }),
      textOf("footer.text", "Footer text", { optional: true, hint: "Leave it empty to use the site description." }),
      lineOf("footer.rights", "Copyright line", { optional: true, hint: "Shown after ©, the year and the site's name." }),
    ],
  },
];

const FIELDS = [...SETTING_GROUPS, ...CONTENT_GROUPS].flatMap((group) => group.fields);

/** The label of a field; its name when it is unknown. */
export const labelOf = (name: string): string => FIELDS.find((field) => field.name === name)?.label ?? name;
/** Every name, in the order of the screen. */
export const FIELD_NAMES = FIELDS.map((field) => field.name);
