import { useEffect, useId } from "react";
import { useBlocker } from "react-router";
import { useConfirm } from "./use-confirm.tsx";

/**
 * While `isDirty`, leaving the screen asks first: within the back office and at its Logout in a dialog of ours, at closing
 * or reloading the tab in the browser's own.
 */
export function useLeaveWarning(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    const forget = noteUnsaved(id);
    addEventListener("beforeunload", stop);
    return () => {
      forget();
      removeEventListener("beforeunload", stop);
    };
  }, [id, isDirty]);
}

/** What on the screen has changes that nobody has saved, by a name each. */
const unsaved = new Set<string>();

/** Notes something unsaved. @returns takes it back */
export function noteUnsaved(name: string): () => void {
  unsaved.add(name);
  return () => void unsaved.delete(name);
}

/** Whether leaving now would lose something. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Leaving has been agreed to: nothing holds it up any more. */
export const forgetUnsaved = (): void => unsaved.clear();

export const LEAVE_QUESTION = {
  title: "Leave without saving?",
  text: "What you have changed on this screen has not been saved yet.",
  action: "Leave",
  cancel: "Stay",
} as const;

/** Holds a navigation within the back office while something is unsaved, and asks. */
export function LeaveGuard() {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  );
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
