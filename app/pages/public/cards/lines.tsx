import { useQuery } from "@tanstack/react-query";
import { routes } from "../../../routes.ts";
import { plural } from "../../../texts/texts.ts";
import { useApi } from "../../data.ts";
import { PageLink } from "../page-link.tsx";
import { homeQuery } from "../queries.ts";
import { CategoryBadge, categoryClass, PostDate } from "./post-parts.tsx";
import { texts } from "./texts.ts";

type Line = {
  title: string;
  slug: string;
  published_at: string;
  read_time: number;
  category: { name: string; slug: string } | null;
};

export function Lines({ posts }: { posts: Line[] }) {
  return (
    <ol className="lines">
      {posts.map(({ title, slug, published_at, read_time, category }) => (
        <li key={slug} className={categoryClass(category)}>
          <p className="card-kicker">
            <CategoryBadge category={category} />
            <PostDate iso={published_at} length="short" />
          </p>
          <h3 dir="auto">
            <PageLink to={routes.story(slug)}>{title}</PageLink>
          </h3>
          <p className="meta">{plural(texts.minRead, read_time)}</p>
        </li>
      ))}
    </ol>
  );
}

/** Shown to readers who didn't find what they were looking for. */
export function MostRead() {
  const { data } = useQuery(homeQuery(useApi()));
  if (!data || data.popular.length === 0) return null;
  return (
    <section className="most-read" aria-labelledby="most-read-title">
      <h2 id="most-read-title">{texts.mostRead}</h2>
      <Lines posts={data.popular} />
    </section>
  );
}
