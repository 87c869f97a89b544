import { useEffect, useState } from "react";
import { storedPerson } from "../../../browser/auth/stored-person.ts";
import { mayCount } from "../../../browser/may-count.ts";
import { useApi } from "../../data.ts";

/** A page that is left at once wasn't opened, in ms. */
const SETTLED_MS = 500;

/**
 * Tells the server that an article was opened, once it has been on the screen for a moment or is left before; a page rendered
 * ahead waits until it is shown. Failures are silent: counting is never in the reader's way.
 * @returns the number of views, the page's own until the server has answered
 */
export function useView(post: { id: string; views_count: number }): number {
  const api = useApi();
  const [counted, setCounted] = useState<{ id: string; views: number } | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTold = false;
    const tell = () => {
      if (isTold || timer === undefined) return;
      isTold = true;
      clearTimeout(timer);
      api.views
        .record(post.id, storedPerson()?.role === "admin" ? "admin" : "anonymous")
        .then(({ views_count }) => setCounted({ id: post.id, views: views_count }))
        .catch(() => {});
    };
    const look = () => {
      if (document.visibilityState !== "visible") tell();
      else if (timer === undefined && mayCount()) timer = setTimeout(tell, SETTLED_MS);
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", tell);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", tell);
    };
  }, [api, post.id]);

  return counted?.id === post.id ? counted.views : post.views_count;
}
