import { useEffect, useState } from "react";
import type { Heading } from "../../../domain/posts/post-shapes.ts";

/** The upper part of the window, in which a heading counts as the one being read. */
const READING_ZONE = { rootMargin: "0px 0px -70% 0px" };

/** The id of the section being read: of the last heading that came into the upper third of the window. */
function useCurrentHeading(headings: Heading[]): string | undefined {
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

function Entries({ headings, current }: { headings: Heading[]; current?: string }) {
  return (
    <ol className="toc-list">
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? "toc-sub" : undefined}>
          <a href={`#${id}`} aria-current={id === current ? "true" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The contents list: beside the text where there is room, folded above it where there is none. */
export function Contents({ headings }: { headings: Heading[] }) {
  const current = useCurrentHeading(headings);
  return (
    <div className="toc">
      <nav className="toc-aside" aria-label="Contents">
        <h2>Contents</h2>
        <Entries headings={headings} current={current} />
      </nav>
      <details className="toc-folded">
        <summary>Contents</summary>
        <nav aria-label="Contents">
          <Entries headings={headings} />
        </nav>
      </details>
    </div>
  );
}
