import { useEffect, useId } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { useConfirm } from "./use-confirm.tsx";

/**
 * While `isDirty`, asks before the user leaves: in our own dialog for navigations within the back office and the logout, in the
 * browser's for closing or reloading the tab.
 */
export function useLeaveWarning(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    const forget = registerUnsaved(id);
    addEventListener("beforeunload", stop);
    return () => {
      forget();
      removeEventListener("beforeunload", stop);
    };
  }, [id, isDirty]);
}

const unsaved = new Set<string>();

/** Registers unsaved changes. @returns a function that removes them */
function registerUnsaved(name: string): () => void {
  unsaved.add(name);
  return () => void unsaved.delete(name);
}

/** What passes on text that is typed but hasn't reached its form yet. */
const flushes = new Set<() => void>();

/** Calls `flush` before it is decided whether leaving would lose something. @returns a function that ends this */
export function flushBeforeLeaving(flush: () => void): () => void {
  flushes.add(flush);
  return () => void flushes.delete(flush);
}

/** Whether a form has unsaved changes. What has just been typed may not have reached it yet. */
export const isUnsaved = (): boolean => unsaved.size > 0;

export function hasUnsaved(): boolean {
  for (const flush of flushes) flush();
  return isUnsaved();
}

export const forgetUnsaved = (): void => unsaved.clear();

export const LEAVE_QUESTION = {
  title: "Leave without saving?",
  text: "Your changes on this screen haven’t been saved.",
  action: "Leave",
  cancel: "Stay",
} as const;

/** What tells one form of the back office from another in the address. */
export const placeOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get("continue") ?? ""}`;

/** A form that has been stored for the first time replaces its own address, and isn't left. */
const isLeaving: BlockerFunction = ({ currentLocation: from, nextLocation: to, historyAction }) =>
  from.pathname !== to.pathname || (historyAction !== "REPLACE" && placeOf(from) !== placeOf(to));

export function LeaveGuard() {
  const confirm = useConfirm();
  const blocker = useBlocker((navigation) => isLeaving(navigation) && hasUnsaved());
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm(LEAVE_QUESTION).then((agreed) => {
      if (!agreed) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker, confirm]);
  return null;
}
