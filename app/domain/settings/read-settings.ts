import { basePathOf } from "../../base-path.ts";
import { createSnapshot } from "../../platform/cache/snapshot.ts";
import { localDay } from "../../platform/time/zone.ts";
import { languageOf } from "../../texts/languages.ts";
import { fill, inLanguage, type Language } from "../../texts/texts.ts";
import type { Look } from "../appearance/appearance.ts";
import { presentLook, readLook } from "../appearance/read-look.ts";
import type { Context } from "../context.ts";
import { LISTING_PAGE_SIZE } from "../posts/post-rules.ts";
import { readSpoken } from "../words/speak-words.ts";
import { texts } from "./default-texts.ts";
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
} from "./settings.ts";
import { SITE_CONTENT, type SiteContent, withTexts } from "./site-content.ts";
import { zoneOf } from "./timezone-rules.ts";

/** A stored value that its setting doesn't accept (written by hand or by another release) is ignored, and so is an unknown name. */
function mergeSettings(stored: Record<string, unknown>, defaults: Settings = DEFAULT_SETTINGS): Settings {
  const merged = (name: SettingName) => (accepts(name, stored[name]) ? stored[name] : defaults[name]);
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, merged(name)])) as Settings;
}

export const chosenOf = (stored: Record<string, unknown>): SettingName[] =>
  SETTING_NAMES.filter((name) => accepts(name, stored[name]));

/** `updated_at`: ISO 8601, UTC. */
export type ReadSettings = SettingsState & { updated_at: string };

export const presentSettings = (row: StoredRow, defaults: Settings): ReadSettings => ({
  settings: mergeSettings(row.value, defaults),
  content: withTexts(SITE_CONTENT, row.content),
  chosen: chosenOf(row.value),
  version: row.version,
  updated_at: row.updated_at.toISOString(),
});

/** From the database rather than from memory. One statement. */
export const readSettings = async ({ db }: Context, defaults: Settings): Promise<ReadSettings> =>
  presentSettings(await storedSettings(db), defaults);

export type CurrentSettings = {
  get(): Settings;
  site(): Site;
  content(): SiteContent;
  look(): Look;
  defaults(): Settings;
  /** Rejects if reading fails; the current settings stay. */
  renew(): Promise<unknown>;
};

/** @param options `siteUrl`, `adminEmail`: until an admin sets them; `sendsMail`: a mail server is configured @throws database errors */
export async function createCurrentSettings(
  ctx: Context,
  { siteUrl, adminEmail, sendsMail = true }: { siteUrl: string; adminEmail?: string | undefined; sendsMail?: boolean },
): Promise<CurrentSettings> {
  const defaults = { ...DEFAULT_SETTINGS, adminEmail: adminEmail || DEFAULT_SETTINGS.adminEmail };
  const read = async () => {
    const [stored, look] = await Promise.all([storedSettings(ctx.db), readLook(ctx)]);
    const settings = mergeSettings(stored.value, defaults);
    const content = withTexts(SITE_CONTENT, stored.content);
    const spoken = await readSpoken(ctx.db, settings.language);
    return { settings, content, look, site: siteOf(settings, content, stored.value, { siteUrl, sendsMail, look, spoken }) };
  };
  const onError = (err: unknown) => ctx.log.warn({ err }, "the settings could not be read; the earlier ones stay");
  const snapshot = createSnapshot(read, { onError, initial: await read() });
  const latest = () => snapshot.latest() as Awaited<ReturnType<typeof read>>;
  return {
    get: () => latest().settings,
    site: () => latest().site,
    content: () => latest().content,
    look: () => latest().look,
    defaults: () => defaults,
    renew: snapshot.renew,
  };
}

type Given = { siteUrl: string; sendsMail: boolean; look: Look; spoken: Language | undefined };

/** The listing has its own page size until an admin has stored one (specification, section 9). */
function siteOf(
  settings: Settings,
  content: SiteContent,
  stored: Record<string, unknown>,
  { siteUrl, sendsMail, look, spoken }: Given,
): Site {
  const { defaultAuthor, footer } = content;
  const own = inLanguage(languageOf({ ...settings, spoken }), () => ({
    rights: texts.rights,
    editors: fill(texts.editors, { site: settings.siteName }),
  }));
  const shown = presentLook(look);
  return {
    name: settings.siteName,
    description: settings.siteDescription,
    // The setting names the host; the path belongs to the server, which takes it off requests.
    url: (settings.siteUrl || new URL(siteUrl).origin).replace(/\/+$/, "") + basePathOf(siteUrl),
    email: settings.adminEmail,
    theme: settings.theme,
    timezone: zoneOf(settings.timezone),
    ...(settings.language !== DEFAULT_SETTINGS.language && { language: settings.language }),
    dateFormat: settings.dateFormat,
    allowComments: settings.allowComments,
    allowRegistration: settings.allowRegistration,
    enableAnalytics: settings.enableAnalytics,
    maintenance: settings.maintenanceMode,
    ...(sendsMail && settings.allowComments && settings.guestComments === "everyone" && { guestComments: true as const }),
    ...(settings.newsletter && { newsletter: true as const }),
    ...(settings.newsletter && settings.newsletterDigest && { newsletterDigest: true as const }),
    // The text that comes with the site knows no newsletter and no guests, and says that only accounts have an address.
    livePrivacy: settings.livePrivacy || settings.newsletter || settings.guestComments === "everyone",
    postsPerPage: accepts("postsPerPage", stored.postsPerPage) ? settings.postsPerPage : LISTING_PAGE_SIZE,
    ...(settings.updatedPosts === "keeps its date" && { keepsDates: true as const }),
    defaultAuthor: defaultAuthor || own.editors,
    footer: {
      text: footer.text || settings.siteDescription,
      rights: footer.rights === SITE_CONTENT.footer.rights ? own.rights : footer.rights,
    },
    sendsMail,
    ...(shown && { look: shown }),
    ...(spoken && { spoken }),
  };
}

type Shown = Pick<PublicSite, "own_pages" | "navigation" | "languages">;

/** `year` is that of `now` in the site's time zone. */
export const presentSite = (
  { spoken: _, ...site }: Site,
  now: Date,
  shown: Shown = { own_pages: [], navigation: null },
): PublicSite => ({
  ...site,
  year: Number(localDay(now.getTime(), site.timezone).slice(0, 4)),
  ...shown,
});
