import type { PostPage } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../page-link.tsx";
import * as texts from "./texts.ts";

/** That a search found, before its articles. */
export function FoundPages({ pages = [] }: { pages: PostPage["own_pages"] }) {
  if (pages.length === 0) return null;
  return (
    <section className="found-pages" aria-labelledby="found-pages">
      <h2 id="found-pages">{texts.foundPages}</h2>
      <ul>
        {pages.map(({ slug, title, description }) => (
          <li key={slug}>
            <PageLink to={routes.page(slug)} dir="auto">
              {title}
            </PageLink>
            {description ? <p dir="auto">{description}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
