import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { NavigationState } from "../../../domain/navigation/navigation.ts";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { errorsOf, type MenuValues, toNavigation, toSave, toValues } from "./menu-values.ts";
import { navigationQuery, saveNavigation } from "./queries.ts";

const FAILED = "Failed to save navigation. Please try again.";

/**
 * The state of the form: its values, what is wrong with them, and how they are saved.
 * @param stored the navigation as it was read last
 */
export function useNavigationForm(stored: NavigationState) {
  const queryClient = useQueryClient();
  const { timezone } = useSite();
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState<MenuValues>(() => toValues(stored, timezone));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failures, setFailures] = useState(0);
  /** what someone else has saved in the meantime */
  const [theirs, setTheirs] = useState<NavigationState | null>(null);
  const isDirty = useMemo(() => {
    const asStored = toNavigation(toValues(base, timezone), timezone);
    return JSON.stringify(toNavigation(values, timezone)) !== JSON.stringify(asStored);
  }, [values, base, timezone]);
  const copy = useDraftCopy("navigation", values, { isDirty });
  useLeaveWarning(isDirty);

  const adopt = (state: NavigationState) => {
    setBase(state);
    setValues(toValues(state, timezone));
    setErrors({});
    setTheirs(null);
  };
  // When nothing was typed, the form takes over what others have saved.
  if (stored.version > base.version && !isDirty) adopt(stored);

  const fail = (found: Record<string, string>) => {
    setErrors(found);
    setFailures((count) => count + 1);
  };
  const mutation = useAdminMutation({
    call: saveNavigation,
    success: "Navigation saved",
    failure: (_, error) => (codeOf(error) === "stale_version" || codeOf(error) === "invalid_input" ? undefined : FAILED),
    invalidates: [["site"], ["admin", "audit"]],
  });

  /** Saves over the version of `from`. */
  const send = async (from: NavigationState) => {
    const { input, errors: found } = toSave(values, from, timezone);
    if (!input) return fail(found ?? {});
    setErrors({});
    try {
      const saved = await mutation.mutateAsync(input);
      copy.clear();
      adopt(saved);
      queryClient.setQueryData(navigationQuery.queryKey, saved);
    } catch (error) {
      if (codeOf(error) === "stale_version") {
        const read = await queryClient.fetchQuery(navigationQuery).catch(() => null);
        if (read) setTheirs(read);
        else toast({ title: FAILED, tone: "error" });
      } else if (error instanceof ApiError && error.details) fail(errorsOf(error.details));
    }
  };

  return {
    values,
    targets: base.targets,
    timezone,
    errors,
    /** counts the saves that were refused for a field */
    failures,
    isDirty,
    isBusy: mutation.isPending,
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
    save: () => void send(base),
    conflict: theirs && {
      saveMine: () => void send(theirs),
      takeTheirs: () => {
        copy.clear();
        adopt(theirs);
      },
    },
  };
}

export type NavigationForm = ReturnType<typeof useNavigationForm>;
