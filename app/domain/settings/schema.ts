import { z } from "zod";
import { CRAWLER_SETTINGS, CRAWLERS, type CrawlerSetting } from "./crawlers-model.ts";
import { DATE_FORMATS, SETTING_LIMITS, SETTING_NAMES, TIMEZONES, type TimezoneName } from "./model.ts";

const LIMITS = SETTING_LIMITS;
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /(?![\n\t])\p{Cc}/u;
const SLUG = /^[a-z0-9-]{3,254}$/;

/** Text that people read: trimmed, storable, no longer than `max` characters; on one line unless it may have breaks. */
const text = (name: string, max: number, { breaks = false, optional = false } = {}) =>
  z
    .string(`${name} must be text`)
    .overwrite((value) => (breaks ? value.replaceAll("\r\n", "\n") : value.replace(/\s+/g, " ")).trim())
    .min(optional ? 0 : 1, `${name} is required`)
    .max(max, `${name} must have at most ${max} characters`)
    .refine((value) => value.isWellFormed(), `${name} has a character that isn't whole`)
    .refine((value) => !(breaks ? CONTROL_BUT_BREAKS : CONTROL).test(value), `${name} must not have control characters`);

const line = (name: string, options?: { optional?: boolean }) => text(name, LIMITS.line, options);
const paragraph = (name: string, options?: { optional?: boolean }) => text(name, LIMITS.text, { ...options, breaks: true });

const toggle = (name: string) => z.boolean(`${name} must be on or off`);

function whole(name: string, { min, max }: { min: number; max: number }, unit = "") {
  const rule = `${name} must be a whole number from ${min} to ${max}${unit}`;
  return z.int(rule).min(min, rule).max(max, rule);
}

const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, `${name} must be one of ${values.join("; ")}`);

const SITE_URL_RULE = "Site URL must be an address such as https://blog.example, without a path";

/** The address's origin; null when it is more than that, or something else. Every page of the product stands at its root. */
function originOf(value: string): string | null {
  if (!/^https?:\/\/[^\s\\/?#@]+\/?$/i.test(value) || !URL.canParse(value)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(value);
  return pathname === "/" && `${search}${hash}${username}${password}` === "" ? origin : null;
}

const siteUrl = z
  .string(SITE_URL_RULE)
  .trim()
  .max(255, "Site URL must have at most 255 characters")
  .refine((value) => value === "" || originOf(value) !== null, SITE_URL_RULE)
  .overwrite((value) => originOf(value) ?? "");

const CONTACT_RULE = "Security contact must be an email address or an address that begins with https://";

/** An email or https address; security.txt has it on a line of its own, so it holds nothing else. */
const isContact = (value: string) =>
  /^https:\/\//i.test(value) ? URL.canParse(value) && !/[\s"<>]/.test(value) : z.email().safeParse(value).success;

const securityContact = z
  .string(CONTACT_RULE)
  .trim()
  .max(LIMITS.securityContact, `Security contact must have at most ${LIMITS.securityContact} characters`)
  .refine((value) => value === "" || isContact(value), CONTACT_RULE);

const crawlers = Object.fromEntries(CRAWLER_SETTINGS.map((name) => [name, toggle(`Allow ${CRAWLERS[name].agent}`)])) as Record<
  CrawlerSetting,
  ReturnType<typeof toggle>
>;

/** All settings, with the bounds of the specification's section 5. */
export const settingsInput = z.strictObject({
  siteName: text("Site name", LIMITS.siteName),
  siteDescription: text("Site description", LIMITS.siteDescription),
  siteUrl,
  adminEmail: z
    .string("Admin email is required")
    .trim()
    .min(1, "Admin email is required")
    .max(LIMITS.adminEmail, `Admin email must have at most ${LIMITS.adminEmail} characters`)
    .pipe(z.email("Admin email must be an email address")),
  allowComments: toggle("Allow comments"),
  moderateComments: toggle("Moderate comments"),
  allowRegistration: toggle("Allow registration"),
  requireEmailVerification: toggle("Require email verification"),
  enableAnalytics: toggle("Enable analytics"),
  enableNotifications: toggle("Enable notifications"),
  maintenanceMode: toggle("Maintenance mode"),
  theme: oneOf("Theme", ["light", "dark", "auto"]),
  timezone: oneOf("Timezone", Object.keys(TIMEZONES) as [TimezoneName, ...TimezoneName[]]),
  dateFormat: oneOf("Date format", DATE_FORMATS),
  postsPerPage: whole("Posts per page", LIMITS.postsPerPage),
  maxUploadSize: whole("Max upload size", LIMITS.maxUploadSize, " MB"),
  offerMarkdown: toggle("Offer articles as Markdown"),
  sessionIdleDays: whole("Sign out after days without use", LIMITS.sessionIdleDays),
  sessionMaxDays: whole("Sign out after days in all", LIMITS.sessionMaxDays),
  securityContact,
  allowAiCrawlers: toggle("Allow AI crawlers"),
  ...crawlers,
});

const figure = z.strictObject({ value: line("Figure"), label: line("Figure label") });
const value = z.strictObject({ name: line("Value name"), text: paragraph("Value text") });

/** All texts and figures of the site's own pages. */
export const siteContentInput = z.strictObject({
  hero: z.strictObject({
    title: line("Hero title"),
    lead: paragraph("Hero lead", { optional: true }),
    button: z.strictObject({
      label: line("Button label"),
      slug: z
        .string("Button article must be an article's slug")
        .trim()
        .refine((slug) => slug === "" || SLUG.test(slug), "Button article must be an article's slug, or empty for no button"),
    }),
  }),
  profile: z.strictObject({ articles: line("Articles"), readers: line("Readers"), likes: line("Likes") }),
  about: z.strictObject({
    lead: paragraph("About lead", { optional: true }),
    stats: z.array(figure).length(4, "Figures must be four"),
    mission: paragraph("Mission"),
    vision: paragraph("Vision"),
    values: z.array(value).length(4, "Values must be four"),
  }),
  defaultAuthor: line("Default author", { optional: true }),
  footer: z.strictObject({
    text: paragraph("Footer text", { optional: true }),
    rights: line("Copyright line", { optional: true }),
  }),
});

/** A save of the settings screen. `chosen`: settings to keep as saved even where they equal the default. */
export const settingsSave = z.strictObject({
  settings: settingsInput,
  content: siteContentInput,
  chosen: z.array(z.enum(SETTING_NAMES, "must be names of settings")).max(SETTING_NAMES.length).optional(),
  version: z.int("Version must be the number that the settings were read with").min(1),
});

export type SettingsSave = z.infer<typeof settingsSave>;
