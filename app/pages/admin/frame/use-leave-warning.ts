import { useEffect, useId } from "react";
import { noteUnsaved } from "./unsaved.ts";

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
