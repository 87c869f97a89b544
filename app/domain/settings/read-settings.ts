import type { Context } from "../context.ts";
import { type StoredRow, storedSettings } from "./settings.sql.ts";
import { accepts, DEFAULT_SETTINGS, SETTING_NAMES, type SettingName, type Settings, type SettingsState } from "./settings.ts";
import { SITE_CONTENT, withTexts } from "./site-content.ts";

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
