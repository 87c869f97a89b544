import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Navigates within the click, for screens whose code is loaded. As a transition, React would render the screen in small steps and
 * could still be busy when its rows arrive. Screens that are yet to be loaded should use the plain link, which keeps the previous
 * screen visible meanwhile.
 * @returns the link's click handler; the browser still handles clicks that open new tabs and windows
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
