import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SettingName, SettingsState } from "../../../domain/settings/settings.ts";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { useLeaveWarning } from "../frame/use-leave-warning.ts";
import { type SettingsAnswer, saveSettings, settingsQuery } from "./queries.ts";
import { errorsOf, type FormValues, isSame, toSave, toValues } from "./values.ts";

/** The specification's own words (section 8). */
const FAILED = "Failed to save settings. Please try again.";

/** A setting whose being saved counts, whatever its value: the listing keeps its own page size until then. */
const COUNTS_WHEN_SAVED: SettingName = "postsPerPage";

/**
 * What stands in the form, how it differs from what is stored, and how it gets there.
 * @param stored the settings as they were read last
 */
export function useSettingsForm(stored: SettingsAnswer) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState<SettingsState>(stored);
  const [values, setValues] = useState<FormValues>(() => toValues(stored));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failures, setFailures] = useState(0);
  /** what somebody else has saved meanwhile */
  const [theirs, setTheirs] = useState<SettingsAnswer | null>(null);
  const isDirty = !isSame(values, toValues(base));
  const isDefault = isSame(values, defaultsOf(stored));
  const copy = useDraftCopy("settings", values, { isDirty });
  useLeaveWarning(isDirty);

  const adopt = (state: SettingsState) => {
    setBase(state);
    setValues(toValues(state));
    setErrors({});
  };
  // Read anew while nothing was typed: what others have saved is what stands here.
  if (stored.version > base.version && !isDirty) adopt(stored);

  const fail = (found: Record<string, string>) => {
    setErrors(found);
    setFailures((count) => count + 1);
  };
  const mutation = useAdminMutation({
    call: saveSettings,
    success: "Settings saved",
    failure: (_, error) => (codeOf(error) === "stale_version" ? undefined : FAILED),
    invalidates: [["site"], ["posts"], ["admin", "audit"]],
  });

  /** Fetches what somebody else has saved, to be held against what stands here. */
  const compare = async () => {
    const read = await queryClient.fetchQuery(settingsQuery).catch(() => null);
    if (read) setTheirs(read);
    else toast({ title: FAILED, tone: "error" });
  };

  /** Saves `wanted` over the version of `from`. */
  const send = async (wanted: FormValues, from: SettingsState) => {
    const { input, errors: found } = toSave(wanted, from);
    if (!input) return fail(found);
    setErrors({});
    try {
      const saved = await mutation.mutateAsync(input);
      copy.clear();
      adopt(saved);
      queryClient.setQueryData(settingsQuery.queryKey, saved);
    } catch (error) {
      if (codeOf(error) === "stale_version") await compare();
      else if (error instanceof ApiError && error.details) fail(errorsOf(error.details));
    }
  };

  return {
    values,
    base,
    errors,
    /** counts the saves that were refused for a field */
    failures,
    isDirty,
    isDefault,
    isBusy: mutation.isPending,
    found: copy.found,
    restore: (found: FormValues) => {
      setValues({ fields: { ...values.fields, ...found.fields }, chosen: found.chosen });
      copy.discard();
    },
    discardFound: copy.discard,
    change: (name: string, value: string | boolean) => {
      setErrors(({ [name]: _, ...rest }) => rest);
      setValues(({ fields, chosen }) => ({
        fields: { ...fields, [name]: value },
        chosen: name === COUNTS_WHEN_SAVED && !chosen.includes(name) ? [...chosen, name] : chosen,
      }));
    },
    reset: () => {
      setErrors({});
      setValues(defaultsOf(stored));
    },
    save: () => void send(values, base),
    conflict: theirs && {
      theirs,
      /** Saves what was chosen over what the other has saved. */
      settle: (wanted: FormValues) => {
        setTheirs(null);
        setBase(theirs);
        setValues(wanted);
        void send(wanted, theirs);
      },
      close: () => setTheirs(null),
    },
  };
}

const defaultsOf = ({ defaults, content_defaults }: SettingsAnswer): FormValues =>
  toValues({ settings: defaults, content: content_defaults, chosen: [] });

export type SettingsFormState = ReturnType<typeof useSettingsForm>;
