import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation within the page, what a page load would have done: the new title is announced and the keyboard
 * starts at the new page's heading. Changes of the query alone (typing in a search box) leave the focus where it is.
 */
export function NavigationEffects() {
  const { pathname, hash } = useLocation();
  const [announcement, setAnnouncement] = useState("");
  const shown = useRef(pathname);

  // From here on the page answers to clicks; tools that drive a browser wait for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    return whenArrived((heading, isElsewhere) => {
      setAnnouncement(document.title);
      if (hash || isElsewhere) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [pathname, hash]);

  return (
    <p className="sr-only" aria-live="polite" role="status">
      {announcement}
    </p>
  );
}

/**
 * Calls back once the page has its heading, which its skeletons don't have.
 * @param callback is told whether the reader has put the focus somewhere in the meantime, where it had better stay
 * @returns calls it off
 */
function whenArrived(callback: (heading: HTMLElement, isElsewhere: boolean) => void): () => void {
  const before = document.activeElement;
  const arrive = (): boolean => {
    const heading = document.querySelector<HTMLElement>("main h1");
    const now = document.activeElement;
    if (heading) callback(heading, now !== before && now !== document.body);
    return heading !== null;
  };
  const observer = new MutationObserver(() => {
    if (arrive()) observer.disconnect();
  });
  // The title is set in the same commit; one frame later it is the new one.
  const frame = requestAnimationFrame(() => {
    if (!arrive()) observer.observe(document.body, { childList: true, subtree: true });
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
