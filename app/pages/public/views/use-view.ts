import { useEffect, useState } from "react";
import { useApi } from "../../data.ts";

/** A page that is left at once wasn't opened, in ms. */
const SETTLED_MS = 500;

/**
 * Tells the server that an article was opened, once it has been on the screen for a moment; a page rendered ahead waits
 * until it is shown. Failures are silent: counting is never in the reader's way.
 * @returns the number of views, the page's own until the server has answered
 */
export function useView(post: { id: string; views_count: number }): number {
  const api = useApi();
  const [counted, setCounted] = useState<{ id: string; views: number } | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      if (document.visibilityState !== "visible" || timer !== undefined) return;
      timer = setTimeout(() => {
        api.views
          .record(post.id)
          .then(({ views_count }) => setCounted({ id: post.id, views: views_count }))
          .catch(() => {});
      }, SETTLED_MS);
    };
    count();
    document.addEventListener("visibilitychange", count);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", count);
    };
  }, [api, post.id]);

  return counted?.id === post.id ? counted.views : post.views_count;
}
