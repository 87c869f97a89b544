import { useEffect } from "react";
import { useBlocker } from "react-router";
import { forgetUnsaved, hasUnsaved } from "./unsaved.ts";
import { useConfirm } from "./use-confirm.tsx";

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
