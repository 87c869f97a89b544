import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "react-router";
import { pathTo } from "../../../base-path.ts";
import type { Author, AuthorPage } from "../../../domain/authors/author.ts";
import { facesOf } from "../../../domain/categories/art-rules.ts";
import { summaryOf } from "../../../domain/categories/category-rules.ts";
import { listingLikes } from "../../../domain/posts/post-rules.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { fill, locale, plural } from "../../../texts/texts.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { useApi, useSite } from "../../data.ts";
import { Card, SkeletonLines } from "../cards/card.tsx";
import { Pagination } from "../listing/pagination.tsx";
import { texts as listing } from "../listing/texts.ts";
import { JsonLd, Meta } from "../meta.tsx";
import { NotFound } from "../not-found/message-page.tsx";
import { Missing } from "../not-found/missing.tsx";
import { PageLink } from "../page-link.tsx";
import { authorQuery, pageFromUrl } from "../queries.ts";
import { AuthorPicture } from "./author-picture.tsx";
import { texts } from "./texts.ts";

const FEEDS = [
  { file: "feed.xml", type: "application/rss+xml" },
  { file: "atom.xml", type: "application/atom+xml" },
  { file: "feed.json", type: "application/feed+json" },
] as const;

type AboutProps = { author: Author; name: string };

function AuthorMeta({ author, name, page, isEmpty }: AboutProps & { page: number; isEmpty: boolean }) {
  const site = useSite();
  const { slug, bio, picture, links } = author;
  const description = summaryOf(bio);
  const person = {
    "@type": "Person",
    name,
    url: site.url + routes.author(slug),
    description: description || undefined,
    image: picture ? site.url + picture.url : undefined,
    sameAs: links.length > 0 ? links.map(({ url }) => url) : undefined,
  };
  return (
    <>
      <Meta
        title={page > 1 ? fill(texts.onPage, { author: name, page }) : name}
        description={description}
        path={routes.author(slug, page)}
        image={picture ? { ...picture, path: picture.url, alt: name } : undefined}
        noindex={isEmpty}
      />
      {FEEDS.map(({ file, type }) => (
        <link
          key={file}
          rel="alternate"
          type={type}
          title={`${site.name}: ${name}`}
          href={pathTo(routes.feeds.of("author", slug, file))}
        />
      ))}
      <JsonLd data={{ "@type": "ProfilePage", url: site.url + routes.author(slug), mainEntity: person }} />
    </>
  );
}

function AuthorHead({ author, name, count }: AboutProps & { count: number }) {
  return (
    <header className="author-head">
      {author.picture ? (
        <AuthorPicture picture={author.picture} sizes="9rem" className="author-portrait" />
      ) : (
        <Mark className="author-portrait" />
      )}
      <div>
        <p className="badge">{texts.author}</p>
        <h1 dir="auto">{name}</h1>
        {author.bio_html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the bio and makes its links
          <div className="author-about" dir="auto" dangerouslySetInnerHTML={{ __html: author.bio_html }} />
        ) : null}
        {author.links.length > 0 ? (
          <nav aria-label={fill(texts.links, { author: name })}>
            <ul className="author-links">
              {author.links.map(({ label, url }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two links may be alike
                <li key={place}>
                  <a className="text-link" href={url} rel="me noopener" dir="auto">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <p className="author-count">{plural(listing.articles, count)}</p>
      </div>
    </header>
  );
}

function Articles({ author, articles: { posts, page, pages } }: AuthorPage) {
  const faces = facesOf(posts);
  return (
    <>
      {posts.length === 0 ? (
        <div className="notice">
          <p>{texts.noneHere}</p>
          <PageLink className="button" to={routes.author(author.slug)}>
            {texts.firstPage}
          </PageLink>
        </div>
      ) : (
        <div className="cards cards-grid">
          {posts.map((post, place) => (
            <Card
              key={post.id}
              post={post}
              face={faces[place]}
              heading="h2"
              formatLikes={(count) => listingLikes(count, locale())}
              toasts={false}
              eager={place < 3}
            />
          ))}
        </div>
      )}
      <Pagination page={page} pages={pages} to={(target) => routes.author(author.slug, target)} />
    </>
  );
}

function AuthorSkeleton() {
  return (
    <div className="page-width listing" aria-busy="true">
      <title>{texts.loading}</title>
      <p className="sr-only">{texts.loadingAuthor}</p>
      <div className="skeleton-h1" aria-hidden="true">
        <SkeletonLines />
      </div>
    </div>
  );
}

/** The loader reports what is missing or moved, unless the answer takes longer than it waits. */
export function Component() {
  const { slug = "" } = useParams();
  const page = pageFromUrl(new URLSearchParams(useLocation().search));
  const site = useSite();
  const { data: found, error } = useQuery(authorQuery(useApi(), slug, page));
  if (found && found.author.slug !== slug) return <Navigate to={routes.author(found.author.slug, page)} replace />;
  if (found) {
    const { author, articles } = found;
    const name = author.full_name || site.defaultAuthor;
    return (
      <div className="page-width listing">
        <AuthorMeta author={author} name={name} page={page} isEmpty={articles.posts.length === 0} />
        <AuthorHead author={author} name={name} count={articles.total} />
        <Articles {...found} />
      </div>
    );
  }
  const skeleton = <AuthorSkeleton />;
  if (!error) return skeleton;
  // The page for what failed, not for what is missing.
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 400))) throw error;
  return (
    <Missing skeleton={skeleton}>
      <NotFound />
    </Missing>
  );
}
