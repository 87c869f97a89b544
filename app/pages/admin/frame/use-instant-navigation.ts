import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Follows a link to a screen that is there already, within the click: React would otherwise draw the screen in between
 * others' work, and still be at it when its rows come. Screens that are yet to be fetched are better left to the link, which
 * keeps the one before in sight meanwhile.
 * @returns what the link does when it is clicked; new tabs and windows stay the browser's
 */
export function useInstantNavigation(to: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(to, { flushSync: true, replace: to === pathname + search });
  };
}
