import {
  DATE_FORMATS,
  DEFAULT_SETTINGS,
  flattenContent,
  SETTING_LIMITS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  SITE_CONTENT,
  type SiteContent,
  TIMEZONES,
} from "./model.ts";

/**
 * The defaults with what is stored over them. A stored value that its setting can't take (written by hand, or by another
 * release) counts as not stored, and so does an unknown name.
 */
export function mergeSettings(stored: Record<string, unknown>, defaults: Settings = DEFAULT_SETTINGS): Settings {
  const names = Object.keys(defaults) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, accepts(name, stored[name]) ? stored[name] : defaults[name]])) as Settings;
}

/** Whether `value` is one that the setting `name` can have (specification, section 5). */
export function accepts(name: SettingName, value: unknown): boolean {
  if (typeof value !== typeof DEFAULT_SETTINGS[name]) return false;
  switch (name) {
    case "theme":
      return value === "light" || value === "dark" || value === "auto";
    case "timezone":
      return Object.hasOwn(TIMEZONES, value as string);
    case "dateFormat":
      return (DATE_FORMATS as readonly unknown[]).includes(value);
    case "postsPerPage":
    case "maxUploadSize":
    case "sessionIdleDays":
    case "sessionMaxDays":
      return within(value as number, SETTING_LIMITS[name]);
    case "siteUrl":
      return value === "" || isWebAddress(value as string);
    default:
      return true;
  }
}

// With a broken address not one page could be drawn, and the screen that could mend it is a page.
function isWebAddress(value: string): boolean {
  const protocol = URL.parse(value)?.protocol;
  return protocol === "https:" || protocol === "http:";
}

const within = (value: number, { min, max }: { min: number; max: number }) =>
  Number.isInteger(value) && value >= min && value <= max;

/** The settings that have a stored value of their own. */
export const chosenOf = (stored: Record<string, unknown>): SettingName[] =>
  SETTING_NAMES.filter((name) => accepts(name, stored[name]));

/**
 * What of a save is to be stored: what differs from the defaults, and what was chosen all the same. So a setting that
 * nobody has touched goes on following its default.
 * @param chosen settings to store even where they equal the default; left out: those stored before, and those that `next` changes
 */
export function settingsToStore(
  before: { stored: Record<string, unknown>; settings: Settings },
  next: Settings,
  { defaults, chosen }: { defaults: Settings; chosen?: readonly SettingName[] | undefined },
): Partial<Settings> {
  const kept = chosen ?? [...chosenOf(before.stored), ...SETTING_NAMES.filter((name) => next[name] !== before.settings[name])];
  const names = SETTING_NAMES.filter((name) => next[name] !== defaults[name] || kept.includes(name));
  return Object.fromEntries(names.map((name) => [name, next[name]]));
}

/** The texts of `content` that differ from the shipped ones, by their place. */
export function contentToStore(content: SiteContent): Record<string, string> {
  const shipped = flattenContent(SITE_CONTENT);
  return Object.fromEntries(Object.entries(flattenContent(content)).filter(([path, text]) => text !== shipped[path]));
}
