import type { TagRef } from "../../../domain/tags/model.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

/** An article's tags, each leading to its fellows. */
export function Tags({ tags }: { tags: TagRef[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map(({ name, slug }) => (
        <li key={slug}>
          <PageLink to={routes.listing({ tag: slug })}>{name}</PageLink>
        </li>
      ))}
    </ul>
  );
}
