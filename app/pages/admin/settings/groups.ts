import { CRAWLER_SETTINGS, CRAWLERS } from "../../../domain/settings/crawlers-model.ts";
import { DATE_FORMATS, SETTING_LIMITS, TIMEZONES } from "../../../domain/settings/model.ts";

/** `half`: two of them share a line where there is room. */
type Shown = { name: string; label: string; hint?: string; optional?: true; half?: true };

/** One thing that can be set. Texts of the site's own pages have names such as `content.hero.title`. */
export type FieldSpec =
  | (Shown & { kind: "line" | "email" | "url" | "text" | "article"; max: number })
  | (Shown & { kind: "number"; min: number; max: number })
  /** `needs`: the switch without which this one means nothing */
  | (Shown & { kind: "toggle"; needs?: string })
  | (Shown & { kind: "select"; options: readonly { value: string; label: string }[] });

export type Group = { id: string; title: string; lead?: string; fields: FieldSpec[] };

const { line, text } = SETTING_LIMITS;
const lineOf = (name: string, label: string, more: { hint?: string; optional?: true; half?: true } = {}): FieldSpec => {
  return { kind: "line", name: `content.${name}`, label, max: line, ...more };
};
const textOf = (name: string, label: string, more: { hint?: string; optional?: true } = {}): FieldSpec => {
  return { kind: "text", name: `content.${name}`, label, max: text, ...more };
};
const FOUR = [0, 1, 2, 3];

/** Visitors are counted by day: days with other limits hold others. Searches and missing pages are stored by day, not by moment. */
const TIMEZONE_HINT =
  "Days in analytics begin at midnight here. After a change, past days are counted again where their visits are still stored, so " +
  "past visitors can differ by a few percent. Searches and missing pages stay on their old days.";

const THEMES = [
  { value: "auto", label: "Auto (as the reader's device has it)" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The settings by the groups of the specification. */
export const SETTING_GROUPS: Group[] = [
  {
    id: "general",
    title: "General",
    fields: [
      { kind: "line", name: "siteName", label: "Site name", max: SETTING_LIMITS.siteName },
      { kind: "text", name: "siteDescription", label: "Site description", max: SETTING_LIMITS.siteDescription },
      {
        kind: "url",
        name: "siteUrl",
        label: "Site URL",
        max: 255,
        optional: true,
        hint: "Used in links, feeds and mails. Leave it empty to use the address the server was started with.",
      },
      {
        kind: "email",
        name: "adminEmail",
        label: "Admin email",
        max: SETTING_LIMITS.adminEmail,
        hint: "Readers write to this address, and notifications go here.",
      },
    ],
  },
  {
    id: "comments",
    title: "Comments",
    fields: [
      {
        kind: "toggle",
        name: "allowComments",
        label: "Allow comments",
        hint: "When off, the comment form disappears. Existing comments stay.",
      },
      {
        kind: "toggle",
        name: "moderateComments",
        label: "Moderate comments",
        hint: "New comments wait until somebody approves them.",
        needs: "allowComments",
      },
    ],
  },
  {
    id: "users",
    title: "Users",
    fields: [
      { kind: "toggle", name: "allowRegistration", label: "Allow registration", hint: "When off, nobody can sign up." },
      {
        kind: "toggle",
        name: "requireEmailVerification",
        label: "Require email verification",
        hint: "New users confirm their address by a link in a mail.",
        needs: "allowRegistration",
      },
      {
        kind: "number",
        name: "sessionIdleDays",
        label: "Sign out after days without use",
        hint: "After this many days without a visit, users sign in again.",
        half: true,
        ...SETTING_LIMITS.sessionIdleDays,
      },
      {
        kind: "number",
        name: "sessionMaxDays",
        label: "Sign out after days in all",
        hint: "This many days after signing in, users sign in again in any case.",
        half: true,
        ...SETTING_LIMITS.sessionMaxDays,
      },
    ],
  },
  {
    id: "system",
    title: "System",
    fields: [
      { kind: "toggle", name: "enableAnalytics", label: "Enable analytics", hint: "When off, no visits are recorded." },
      {
        kind: "toggle",
        name: "enableNotifications",
        label: "Enable notifications",
        hint: "Mails to the admin about new comments, new users and notes on previews.",
      },
      {
        kind: "toggle",
        name: "maintenanceMode",
        label: "Maintenance mode",
        hint: "Readers see a maintenance page, and nobody can sign up. Admins can keep working and see the site.",
      },
      { kind: "number", name: "maxUploadSize", label: "Max upload size (MB)", ...SETTING_LIMITS.maxUploadSize },
      {
        kind: "line",
        name: "securityContact",
        label: "Security contact",
        max: SETTING_LIMITS.securityContact,
        optional: true,
        hint: "An email or https address for reports of security problems, published in security.txt. Leave it empty to publish none.",
      },
    ],
  },
  {
    id: "appearance",
    title: "Appearance",
    fields: [
      { kind: "select", name: "theme", label: "Theme", options: THEMES, hint: "A reader's own choice comes first." },
      {
        kind: "select",
        name: "timezone",
        label: "Timezone",
        options: Object.entries(TIMEZONES).map(([value, zone]) => ({
          value,
          label: value === zone ? value : `${value} (${zone})`,
        })),
        hint: TIMEZONE_HINT,
      },
      {
        kind: "select",
        name: "dateFormat",
        label: "Date format",
        options: DATE_FORMATS.map((value) => ({ value, label: value })),
        hint: "How the back office writes dates. Public pages follow its order.",
      },
      { kind: "number", name: "postsPerPage", label: "Posts per page", ...SETTING_LIMITS.postsPerPage },
    ],
  },
  {
    id: "machines",
    title: "Machines that read",
    lead: "What you offer to programs, and which crawlers robots.txt turns away. Well-behaved crawlers follow it.",
    fields: [
      {
        kind: "toggle",
        name: "offerMarkdown",
        label: "Offer articles as Markdown (llms.txt)",
        hint: "Each article is also available at its address followed by .md, and llms.txt lists them all.",
      },
      {
        kind: "toggle",
        name: "allowAiCrawlers",
        label: "Allow AI crawlers",
        hint: "When off, all crawlers below are asked to stay away. This doesn't affect search engines.",
      },
      ...CRAWLER_SETTINGS.map(
        (name): FieldSpec => ({
          kind: "toggle",
          name,
          label: `Allow ${CRAWLERS[name].agent}`,
          hint: CRAWLERS[name].owner,
          needs: "allowAiCrawlers",
          half: true,
        }),
      ),
    ],
  },
];

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

/** What a field is called; its name where it isn't known. */
export const labelOf = (name: string): string => FIELDS.find((field) => field.name === name)?.label ?? name;
/** Every name, in the order of the screen. */
export const FIELD_NAMES = FIELDS.map((field) => field.name);
