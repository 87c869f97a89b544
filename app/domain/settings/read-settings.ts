import type { Context } from "../context.ts";
import { chosenOf, mergeSettings } from "./merge-settings.ts";
import { type Settings, type SettingsState, SITE_CONTENT, withTexts } from "./model.ts";
import { type StoredRow, storedSettings } from "./settings.sql.ts";

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
