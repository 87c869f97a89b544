import type { Heading } from "../../../domain/posts/model.ts";
import { useCurrentHeading } from "./use-current-heading.ts";

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
