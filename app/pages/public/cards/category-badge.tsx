import type { CategoryRef } from "../../../domain/categories/category.ts";
import { UNCATEGORIZED } from "../../../domain/categories/category-rules.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

/** An article's category, leading to its fellows. */
export function CategoryBadge({ category }: { category: CategoryRef | null }) {
  if (!category) return <span className="badge">{UNCATEGORIZED}</span>;
  return (
    <PageLink className="badge" to={routes.listing({ category: category.slug })}>
      {category.name}
    </PageLink>
  );
}
