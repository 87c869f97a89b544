import { localDay } from "../../platform/time/zone.ts";
import type { Context } from "../context.ts";
import { LISTING_PAGE_SIZE } from "../posts/post-rules.ts";
import { type StoredRow, storedSettings } from "./settings.sql.ts";
import {
  accepts,
  DEFAULT_SETTINGS,
  type PublicSite,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  type SettingsState,
  type Site,
  TIMEZONES,
} from "./settings.ts";
import { SITE_CONTENT, type SiteContent, withTexts } from "./site-content.ts";

/**
 * The defaults with what is stored over them. A stored value that its setting can't take (written by hand, or by another
 * release) counts as not stored, and so does an unknown name.
 */
export function mergeSettings(stored: Record<string, unknown>, defaults: Settings = DEFAULT_SETTINGS): Settings {
  const merged = (name: SettingName) => (accepts(name, stored[name]) ? stored[name] : defaults[name]);
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, merged(name)])) as Settings;
}

/** The settings that have a stored value of their own. */
export const chosenOf = (stored: Record<string, unknown>): SettingName[] =>
  SETTING_NAMES.filter((name) => accepts(name, stored[name]));

/** The state of the settings, with when it was saved last (ISO 8601, UTC). */
export type ReadSettings = SettingsState & { updated_at: string };

/** A stored row as the settings screen takes it. */
export const presentSettings = (row: StoredRow, defaults: Settings): ReadSettings => ({
  settings: mergeSettings(row.value, defaults),
  content: withTexts(SITE_CONTENT, row.content),
  chosen: chosenOf(row.value),
  version: row.version,
  updated_at: row.updated_at.toISOString(),
});

/**
 * The settings as they are stored at this moment, whatever an instance holds in memory. One statement.
 * @param defaults what holds where nothing is stored
 */
export const readSettings = async ({ db }: Context, defaults: Settings): Promise<ReadSettings> =>
  presentSettings(await storedSettings(db), defaults);

/** The settings in force, held in memory. */
export type CurrentSettings = {
  get(): Settings;
  site(): Site;
  /** The texts of the site's own pages. */
  content(): SiteContent;
  /** What holds where nothing is stored. */
  defaults(): Settings;
  /** Reads them anew; when that fails, those in force stay. */
  reload(): Promise<void>;
};

/**
 * Reads the settings and keeps them at hand.
 * @param options `siteUrl`: the address that counts until the owner sets one; `adminEmail`: the same for the owner's address;
 *   `sendsMail`: whether a mail server is configured.
 * @throws whatever the database throws when it can't be read.
 */
export async function createCurrentSettings(
  ctx: Context,
  { siteUrl, adminEmail, sendsMail = true }: { siteUrl: string; adminEmail?: string | undefined; sendsMail?: boolean },
): Promise<CurrentSettings> {
  const defaults = { ...DEFAULT_SETTINGS, adminEmail: adminEmail || DEFAULT_SETTINGS.adminEmail };
  let settings = defaults;
  let content = SITE_CONTENT;
  const server = { siteUrl, sendsMail };
  let site = siteOf(defaults, content, {}, server);
  let newest = 0;

  async function reload(): Promise<void> {
    const turn = ++newest;
    const stored = await storedSettings(ctx.db);
    // An answer that took longer than a later question's is out of date.
    if (turn !== newest) return;
    settings = mergeSettings(stored.value, defaults);
    content = withTexts(SITE_CONTENT, stored.content);
    site = siteOf(settings, content, stored.value, server);
  }

  await reload();
  return { get: () => settings, site: () => site, content: () => content, defaults: () => defaults, reload };
}

/** What public pages show. The listing's own page size rules until the owner has stored one (specification, section 9). */
function siteOf(
  settings: Settings,
  content: SiteContent,
  stored: Record<string, unknown>,
  { siteUrl, sendsMail }: { siteUrl: string; sendsMail: boolean },
): Site {
  const { defaultAuthor, footer } = content;
  return {
    name: settings.siteName,
    description: settings.siteDescription,
    url: (settings.siteUrl || siteUrl).replace(/\/+$/, ""),
    email: settings.adminEmail,
    theme: settings.theme,
    timezone: TIMEZONES[settings.timezone],
    dateFormat: settings.dateFormat,
    allowComments: settings.allowComments,
    allowRegistration: settings.allowRegistration,
    enableAnalytics: settings.enableAnalytics,
    maintenance: settings.maintenanceMode,
    postsPerPage: accepts("postsPerPage", stored.postsPerPage) ? settings.postsPerPage : LISTING_PAGE_SIZE,
    defaultAuthor: defaultAuthor || `The ${settings.siteName} editors`,
    footer: { text: footer.text || settings.siteDescription, rights: footer.rights },
    sendsMail,
  };
}

/** The site as the API shows it. The year is that of `now` in the site's time zone. */
export const presentSite = (site: Site, now: Date): PublicSite => ({
  ...site,
  year: Number(localDay(now.getTime(), site.timezone).slice(0, 4)),
});
