import { useEffect, useState } from "react";
import type { Heading } from "../../../domain/posts/model.ts";

/** The upper part of the window, in which a heading counts as the one being read. */
const READING_ZONE = { rootMargin: "0px 0px -70% 0px" };

/** The id of the section being read: of the last heading that came into the upper third of the window. */
export function useCurrentHeading(headings: Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.findLast((entry) => entry.isIntersecting);
      if (seen) setCurrent(seen.target.id);
    }, READING_ZONE);
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
