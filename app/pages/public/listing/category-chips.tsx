import type { Category } from "../../../domain/categories/category.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { plural } from "../../../texts/texts.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { categoryClass } from "../cards/post-parts.tsx";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

/** Links to the categories that have articles. Above all articles they show their drawings. */
export function CategoryChips({ categories, state }: { categories: Category[]; state: ListingQuery }) {
  const filled = categories.filter(({ posts_count }) => posts_count > 0);
  if (filled.length < 2 || state.search || state.tag) return null;
  return (
    <nav className="category-chips" aria-label={texts.categories} data-drawn={state.category ? undefined : true}>
      <ul>
        {filled.map(({ id, slug, name, posts_count }) => (
          <li key={id} className={categoryClass({ slug })}>
            <PageLink to={routes.listing({ category: slug })} aria-current={slug === state.category ? "page" : undefined}>
              {state.category ? (
                name
              ) : (
                <>
                  <Illustration slug={slug} className="picture" />
                  <span>{name}</span>
                  <small>{plural(texts.articles, posts_count)}</small>
                </>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
