import type { Category } from "../../../domain/categories/category.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { plural } from "../../../texts/texts.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { useSite } from "../../data.ts";
import { categoryClass } from "../cards/post-parts.tsx";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

/** Links to the categories that have articles. Above all articles they show their drawings. */
export function CategoryChips({ categories, state }: { categories: Category[]; state: ListingQuery }) {
  const filled = categories.filter(({ posts_count }) => posts_count > 0);
  if (filled.length < 2 || state.search || state.tag || state.language) return null;
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

/** Links to what is written in each language. A category keeps to the site's language unless the reader chose another one before. */
export function LanguageChips({ state }: { state: ListingQuery }) {
  const { languages } = useSite();
  if (!languages || (!state.language && (state.category || state.tag))) return null;
  const listIn = (language: string | undefined) => routes.listing({ ...state, language, page: undefined });
  return (
    <nav className="category-chips" aria-label={texts.languages}>
      <ul>
        <li>
          <PageLink to={listIn(undefined)} aria-current={state.language ? undefined : "page"}>
            {texts.allArticles}
          </PageLink>
        </li>
        {languages.map(({ language, name }) => (
          <li key={language}>
            <PageLink
              to={listIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === state.language ? "page" : undefined}
            >
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
