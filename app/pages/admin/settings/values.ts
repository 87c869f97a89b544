import {
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingsState,
  settingsSave,
} from "../../../domain/settings/settings.ts";
import { flattenContent, type SiteContent, withTexts } from "../../../domain/settings/site-content.ts";
import { FIELD_NAMES } from "./groups.ts";

/** What stands in the form: texts as they are typed, switches, and which settings are to be stored whatever they equal. */
export type FormValues = { fields: Record<string, string | boolean>; chosen: SettingName[] };

const CONTENT = "content.";

/** The form's values of settings and content. */
export function toValues({ settings, content, chosen }: Pick<SettingsState, "settings" | "content" | "chosen">): FormValues {
  const own = Object.entries(settings).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  const texts = Object.entries(flattenContent(content)).map(([path, text]) => [CONTENT + path, text]);
  return { fields: Object.fromEntries([...own, ...texts]), chosen };
}

/** The fields in which two forms differ, in the order of the screen. */
export const differing = (a: FormValues, b: FormValues): string[] =>
  FIELD_NAMES.filter((name) => a.fields[name] !== b.fields[name]);

/** Whether two forms would store the same. */
export const isSame = (a: FormValues, b: FormValues): boolean =>
  differing(a, b).length === 0 && [...a.chosen].sort().join() === [...b.chosen].sort().join();

/** What is to be sent, or what is wrong with it: field by field, in the words that the server would use. */
export function toSave({ fields, chosen }: FormValues, { content, version }: { content: SiteContent; version: number }) {
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, typeof SETTINGS[name].initial === "number" ? numberOf(fields[name]) : fields[name]]),
  );
  const texts = Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (name.startsWith(CONTENT) ? [[name.slice(CONTENT.length), text]] : [])),
  );
  const result = settingsSave.safeParse({ settings, content: withTexts(content, texts), chosen, version });
  if (result.success) return { input: result.data };
  return { errors: errorsOf(result.error.issues.map((issue) => ({ field: issue.path.join("."), rule: issue.message }))) };
}

const numberOf = (typed: unknown) => (typeof typed === "string" && typed.trim() !== "" ? Number(typed) : Number.NaN);

/** What is wrong by the fields' names in the form; the first rule that each breaks. */
export function errorsOf(faults: readonly { field: string; rule: string }[]): Record<string, string> {
  const named = faults.map(({ field, rule }) => [field.replace(/^settings\./, ""), rule]);
  return Object.fromEntries(named.reverse());
}
