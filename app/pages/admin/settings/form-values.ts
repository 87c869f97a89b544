import type { SettingName } from "../../../domain/settings/settings.ts";
import { FIELD_NAMES } from "./form-places.ts";

/** The form's values: texts as typed, switches, and the settings that are stored even if they equal the default. */
export type FormValues = { fields: Record<string, string | boolean>; chosen: SettingName[] };

const differing = (a: FormValues, b: FormValues): string[] => FIELD_NAMES.filter((name) => a.fields[name] !== b.fields[name]);

/** Whether two forms would store the same. */
export const isSame = (a: FormValues, b: FormValues): boolean =>
  differing(a, b).length === 0 && [...a.chosen].sort().join() === [...b.chosen].sort().join();

/** Whether two forms would store the same for some fields. */
export const isSameIn = (names: readonly string[], a: FormValues, b: FormValues): boolean => isSame(withOnly(names, b, a), b);

/** `from` with the fields `names` as they are in `to`. */
export function withOnly(names: readonly string[], from: FormValues, to: FormValues): FormValues {
  const fields = Object.fromEntries(names.flatMap((name) => (name in to.fields ? [[name, to.fields[name] ?? ""]] : [])));
  return {
    fields: { ...from.fields, ...fields },
    chosen: [...from.chosen.filter((name) => !names.includes(name)), ...to.chosen.filter((name) => names.includes(name))],
  };
}

/** Two forms that began with the same values: the one on the screen, and the one that was saved elsewhere. */
export type TwoForms = { mine: FormValues; theirs: FormValues; base: FormValues };

/** The fields that both forms have changed, each to another value, in the order of the screen. */
export function conflictsOf({ mine, theirs, base }: TwoForms): string[] {
  const changed = new Set(differing(theirs, base));
  return differing(mine, base).filter((name) => changed.has(name) && mine.fields[name] !== theirs.fields[name]);
}

export function onlyTheirs({ mine, theirs, base }: TwoForms): string[] {
  const own = new Set(differing(mine, base));
  return differing(theirs, base).filter((name) => !own.has(name));
}

/**
 * Both forms in one: for each field the value of the form that changed it. If both did, this form's value is taken.
 * @param givenUp the fields whose value is taken from the other form in any case
 */
export function mergeForms({ mine, theirs, base }: TwoForms, givenUp: ReadonlySet<string> = new Set()): FormValues {
  const own = differing(mine, base).filter((name) => !givenUp.has(name));
  const added = mine.chosen.filter((name) => !base.chosen.includes(name));
  const removed = base.chosen.filter((name) => !mine.chosen.includes(name));
  return {
    fields: { ...theirs.fields, ...Object.fromEntries(own.map((name) => [name, mine.fields[name] ?? ""])) },
    chosen: [...new Set([...theirs.chosen, ...added])].filter((name) => !removed.includes(name)),
  };
}
