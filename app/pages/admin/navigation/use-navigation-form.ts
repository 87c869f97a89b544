import { useMemo, useState } from "react";
import type { NavigationState } from "../../../domain/navigation/navigation.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { useVersionedSave } from "../frame/use-versioned-save.ts";
import { errorsOf, type MenuValues, toNavigation, toSave, toValues } from "./menu-values.ts";
import { navigationQuery, saveNavigation } from "./queries.ts";

const FAILED = "Failed to save navigation. Please try again.";

const SAVE = {
  call: saveNavigation,
  query: navigationQuery,
  success: "Navigation saved",
  failure: (_: string, error: Error) =>
    codeOf(error) === "stale_version" || codeOf(error) === "invalid_input" ? undefined : FAILED,
  unread: FAILED,
  errorsOf,
  invalidates: [["site"], ["admin", "audit"]],
};

/**
 * The state of the form: its values, what is wrong with them, and how they are saved.
 * @param stored the navigation as it was read last
 */
export function useNavigationForm(stored: NavigationState) {
  const { timezone } = useSite();
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState<MenuValues>(() => toValues(stored, timezone));
  const isDirty = useMemo(() => {
    const asStored = toNavigation(toValues(base, timezone), timezone);
    return JSON.stringify(toNavigation(values, timezone)) !== JSON.stringify(asStored);
  }, [values, base, timezone]);
  const copy = useDraftCopy("navigation", values, { isDirty });
  useLeaveWarning(isDirty);

  const { save, isBusy, errors, setErrors, failures, theirs, setTheirs } = useVersionedSave({
    ...SAVE,
    onSaved: (saved) => {
      copy.clear();
      setBase(saved);
      setTheirs(null);
      // What was typed while the form was on its way stays. As a new object, it is also copied again.
      setValues((now) => (now === values ? toValues(saved, timezone) : { ...now }));
    },
  });
  const adopt = (state: NavigationState) => {
    setBase(state);
    setValues(toValues(state, timezone));
    setErrors({});
    setTheirs(null);
  };
  // When nothing was typed, the form takes over what others have saved.
  if (stored.version > base.version && !isDirty) adopt(stored);

  return {
    values,
    targets: base.targets,
    timezone,
    errors,
    /** counts the saves that were refused for a field */
    failures,
    isDirty,
    isBusy,
    found: copy.found,
    restore: (found: MenuValues) => {
      setValues(found);
      copy.discard();
    },
    discardFound: copy.discard,
    /** Changes one part. Errors of the part go, because their places may have changed. */
    change: <Part extends keyof MenuValues>(part: Part, value: MenuValues[Part]) => {
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith(part))));
      setValues((all) => ({ ...all, [part]: value }));
    },
    undo: () => adopt(base),
    save: () => void save(toSave(values, base, timezone)),
    conflict: theirs && {
      saveMine: () => void save(toSave(values, theirs, timezone)),
      takeTheirs: () => {
        copy.clear();
        adopt(theirs);
      },
    },
  };
}

export type NavigationForm = ReturnType<typeof useNavigationForm>;
