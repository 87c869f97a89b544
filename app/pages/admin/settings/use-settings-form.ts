import { useRef, useState } from "react";
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingsState,
  settingsSave,
} from "../../../domain/settings/settings.ts";
import { flattenContent, SITE_CONTENT, type SiteContent, withTexts } from "../../../domain/settings/site-content.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { useVersionedSave } from "../frame/use-versioned-save.ts";
import { type FormPlace, namesIn } from "./form-places.ts";
import { conflictsOf, type FormValues, isSame, isSameIn, mergeForms, onlyTheirs, withOnly } from "./form-values.ts";
import { type SettingsAnswer, saveSettings, settingsQuery } from "./queries.ts";

const CONTENT = "content.";

export function toValues({ settings, content, chosen }: Pick<SettingsState, "settings" | "content" | "chosen">): FormValues {
  const own = Object.entries(settings).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  const texts = Object.entries(flattenContent(content)).map(([path, text]) => [CONTENT + path, text]);
  return { fields: Object.fromEntries([...own, ...texts]), chosen };
}

/** The texts of the form, over those that are stored. */
export function contentOf({ fields }: Pick<FormValues, "fields">, stored = SITE_CONTENT): SiteContent {
  const texts = Object.entries(fields).flatMap(([name, text]) =>
    name.startsWith(CONTENT) ? [[name.slice(CONTENT.length), text] as const] : [],
  );
  return withTexts(stored, Object.fromEntries(texts));
}

/** The values to send, or what is wrong with them by field, in the server's words. */
function toSave({ fields, chosen }: FormValues, { content, version }: { content: SiteContent; version: number }) {
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, typeof SETTINGS[name].initial === "number" ? numberOf(fields[name]) : fields[name]]),
  );
  const result = settingsSave.safeParse({ settings, content: contentOf({ fields }, content), chosen, version });
  if (result.success) return { input: result.data };
  return { errors: errorsOf(result.error.issues.map((issue) => ({ field: issue.path.join("."), rule: issue.message }))) };
}

const numberOf = (typed: unknown) => (typeof typed === "string" && typed.trim() !== "" ? Number(typed) : Number.NaN);

function errorsOf(faults: readonly { field: string; rule: string }[]): Record<string, string> {
  const named = faults.map(({ field, rule }) => [field.replace(/^settings\./, ""), rule]);
  return Object.fromEntries(named.reverse());
}

/** The specification's own words (section 8). */
const FAILED = "Failed to save settings. Please try again.";

/** A setting that matters once it is saved, with any value: until then the listing keeps its own page size. */
const COUNTS_WHEN_SAVED: SettingName = "postsPerPage";

const withField = ({ fields, chosen }: FormValues, name: string, value: string | boolean): FormValues => ({
  fields: { ...fields, [name]: value },
  chosen: name === COUNTS_WHEN_SAVED && !chosen.includes(name) ? [...chosen, name] : chosen,
});

const SAVE = {
  call: saveSettings,
  query: settingsQuery,
  success: "Settings saved",
  failure: (_: string, error: Error) => (codeOf(error) === "stale_version" ? undefined : FAILED),
  unread: FAILED,
  errorsOf,
  invalidates: [["site"], ["posts"], ["admin", "audit"]],
};

/**
 * Saves the form, and merges it with what someone else has saved in the meantime.
 * @param onSaved given what is stored, and the values that were sent
 * @returns `store` saves values over the settings that they began with; `changedElsewhere`: the fields that the last save found changed elsewhere
 */
function useMergingSave(values: FormValues, onSaved: (saved: SettingsAnswer, sent: FormValues) => void) {
  const [changedElsewhere, setChangedElsewhere] = useState<string[]>([]);
  /** What is being saved, and the values that it began with: by the time of an answer, the form may have others. */
  const sent = useRef({ mine: values, base: values });
  const beside = (theirs: SettingsState) => ({ ...sent.current, theirs: toValues(theirs) });
  const { save, ...rest } = useVersionedSave({
    ...SAVE,
    merge: (read) => (conflictsOf(beside(read)).length === 0 ? toSave(mergeForms(beside(read)), read) : null),
    onSaved: (saved, mergedWith) => {
      setChangedElsewhere(mergedWith ? onlyTheirs(beside(mergedWith)) : []);
      onSaved(saved, sent.current.mine);
    },
  });
  const store = (wanted: FormValues, start: SettingsState) => {
    sent.current = { mine: wanted, base: toValues(start) };
    void save(toSave(wanted, start));
  };
  return { store, changedElsewhere, ...rest };
}

/** The name of a place's copy in this browser. Before there were places, one form had all settings. */
const copyOf = ({ id }: FormPlace) => (id === "general" ? "settings" : `settings.${id}`);

/**
 * The state of one place's form: its values, how they differ from what is stored, and how they are saved. The values are those of all
 * places, because settings are stored as a whole; only the place's own are changed.
 * @param stored the settings as they were read last
 */
export function useSettingsForm(stored: SettingsAnswer, place: FormPlace) {
  const names = namesIn(place);
  const [base, setBase] = useState<SettingsState>(stored);
  const [values, setValues] = useState<FormValues>(() => toValues(stored));
  const isDirty = !isSame(values, toValues(base));
  const copy = useDraftCopy(copyOf(place), values, { isDirty });
  useLeaveWarning(isDirty);

  const { store, changedElsewhere, isBusy, errors, setErrors, failures, theirs, setTheirs } = useMergingSave(
    values,
    (saved, sent) => {
      copy.clear();
      setBase(saved);
      // What was typed while the form was on its way stays.
      setValues((now) => mergeForms({ mine: now, theirs: toValues(saved), base: sent }));
    },
  );
  const adopt = (state: SettingsState) => {
    setBase(state);
    setValues(toValues(state));
    setErrors({});
  };
  // When nothing was typed, the form takes over what others have saved.
  if (stored.version > base.version && !isDirty) adopt(stored);

  return {
    values,
    base,
    errors,
    /** counts the saves that were refused for a field */
    failures,
    isDirty,
    isDefault: isSameIn(names, values, defaultsOf(stored)),
    isBusy,
    /** the fields that the last save found changed elsewhere */
    changedElsewhere,
    found: copy.found,
    restore: (found: FormValues) => {
      setValues(withOnly(names, values, found));
      copy.discard();
    },
    discardFound: copy.discard,
    change: (name: string, value: string | boolean) => {
      setErrors(({ [name]: _, ...rest }) => rest);
      setValues((before) => withField(before, name, value));
    },
    reset: () => {
      setErrors({});
      setValues((before) => withOnly(names, before, defaultsOf(stored)));
    },
    save: () => store(values, base),
    conflict: theirs && {
      theirs,
      /** Saves the choices over what someone else has saved. */
      settle: (wanted: FormValues) => {
        setTheirs(null);
        setBase(theirs);
        setValues(wanted);
        store(wanted, theirs);
      },
      close: () => setTheirs(null),
    },
  };
}

const defaultsOf = ({ defaults, content_defaults }: SettingsAnswer): FormValues =>
  toValues({ settings: defaults, content: content_defaults, chosen: [] });

export type SettingsFormState = ReturnType<typeof useSettingsForm>;
