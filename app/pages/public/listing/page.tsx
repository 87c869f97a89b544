import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { pathTo } from "../../../base-path.ts";
import { facesOf } from "../../../domain/categories/art-rules.ts";
import { summaryOf } from "../../../domain/categories/category-rules.ts";
import { LISTING_PAGE_SIZE, listingLikes } from "../../../domain/posts/post-rules.ts";
import type { PostPage } from "../../../domain/posts/post-shapes.ts";
import { isSearchable, SEARCH_MIN_LENGTH } from "../../../domain/search/search-rules.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { fill, isEnglish, locale, plural } from "../../../texts/texts.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useApi, useSite } from "../../data.ts";
import { Card, CardSkeleton } from "../cards/card.tsx";
import { MostRead } from "../cards/lines.tsx";
import { Meta } from "../meta.tsx";
import { PageLink } from "../page-link.tsx";
import { categoriesQuery, listingFromUrl, listingQuery, movedListing } from "../queries.ts";
import { SearchLine } from "../search/search-line.tsx";
import { CategoryChips, LanguageChips } from "./chips.tsx";
import { Filters } from "./filters.tsx";
import { Head } from "./head.tsx";
import { Pagination } from "./pagination.tsx";
import { texts } from "./texts.ts";

type ResultsProps = {
  result: PostPage | undefined;
  error: Error | null;
  view: View;
  state: ListingQuery;
  term: string | undefined;
  /** of the last selection, shown until the new articles arrive */
  isStale: boolean;
};

const PLACES = Array.from({ length: LISTING_PAGE_SIZE }, (_, place) => place);

function Results({ result, error, view, state, term, isStale }: ResultsProps) {
  const className = `cards cards-${view}`;
  const to = (page: number) => routes.listing({ ...state, page });
  if (error)
    return (
      <div className="notice" role="alert">
        <h2>{texts.notLoaded}</h2>
        <p>{(isEnglish() && error.message) || texts.notLoadedHint}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {texts.tryAgain}
        </button>
      </div>
    );
  if (!result)
    return (
      <div className={className} aria-busy="true">
        {PLACES.map((place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    );
  if (result.posts.length === 0)
    return (
      <>
        <div className="notice">
          <h2>{texts.noneFound}</h2>
          <p>{texts.noneFoundHint}</p>
          {state.search ? (
            <PageLink className="button" to={routes.listing({ ...state, search: undefined, page: 1 })}>
              {texts.clearSearch}
            </PageLink>
          ) : null}
          {/* A page beyond the last one has links back. */}
          {result.total > 0 ? <Pagination page={result.pages + 1} pages={result.pages} to={to} /> : null}
        </div>
        {result.total > 0 ? null : <MostRead />}
      </>
    );
  const faces = facesOf(result.posts);
  return (
    <>
      <div className={className} aria-busy={isStale}>
        {result.posts.map((post, place) => (
          <Card
            key={post.id}
            post={post}
            face={faces[place]}
            heading="h2"
            marks={{ term, forms: result.forms }}
            formatLikes={(count) => listingLikes(count, locale())}
            toasts={false}
            eager={place < 3}
          />
        ))}
      </div>
      <Pagination page={result.page} pages={result.pages} to={to} />
    </>
  );
}

/** The own pages that a search found, before its articles. */
function FoundPages({ pages = [] }: { pages: PostPage["own_pages"] }) {
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

type CountProps = {
  /** absent while the articles load */
  result: Pick<PostPage, "total" | "total_is_capped"> | undefined;
  category: string | undefined;
  state: ListingQuery;
};

/** "Showing 12 articles in Wellness", or "1000+" if it is capped (specification, section 2). */
export function showing(
  { total, total_is_capped: isCapped }: Pick<PostPage, "total" | "total_is_capped">,
  category?: string,
  tag?: string,
): string {
  const all = tag ? texts.showingTagged : texts.showing;
  const inCategory = tag ? texts.showingInTagged : texts.showingIn;
  return plural(category ? inCategory : all, total, isCapped ? `${total}+` : total, { category, tag });
}

/** Screen readers announce changes. */
function Count({ result, category, state: { search, tag, language } }: CountProps) {
  return (
    <div className="count">
      <p role="status">{result ? showing(result, category, tag) : null}</p>
      {search && !isSearchable(search) ? <p className="hint">{fill(texts.tooShort, { least: SEARCH_MIN_LENGTH })}</p> : null}
      {search || category || tag || language ? (
        <PageLink className="text-link" to={routes.listing()}>
          {texts.clearAll}
        </PageLink>
      ) : null}
    </div>
  );
}

type View = "grid" | "list";

const VIEW_KEY = "listing-view";

const VIEWS: { view: View; icon: IconName }[] = [
  { view: "grid", icon: "grid" },
  { view: "list", icon: "list" },
];

/** Stored in this browser. The server renders the grid; the choice applies once mounted. */
function useViewChoice(): { view: View; choose(view: View): void } {
  const [view, setView] = useState<View>("grid");
  useEffect(() => {
    try {
      if (localStorage.getItem(VIEW_KEY) === "list") setView("list");
    } catch {
      // The browser refuses storage, so the grid stays.
    }
  }, []);
  const choose = (next: View) => {
    setView(next);
    try {
      localStorage.setItem(VIEW_KEY, next);
    } catch {
      // The browser refuses storage, so the choice lasts as long as this page.
    }
  };
  return { view, choose };
}

function ViewToggle({ view: chosen, choose }: { view: View; choose(view: View): void }) {
  return (
    <ButtonGroup className="theme-toggle view-toggle needs-script" aria-label={texts.view}>
      {VIEWS.map(({ view, icon }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === chosen}
          aria-label={texts[view]}
          title={texts[view]}
          onClick={() => choose(view)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </ButtonGroup>
  );
}

type FeedLinkProps = { kind: "category" | "tag"; slug: string; name: string };

function FeedLink({ kind, slug, name }: FeedLinkProps) {
  const site = useSite();
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`${site.name}: ${name}`}
      href={pathTo(routes.feeds.of(kind, slug, "feed.xml"))}
    />
  );
}

/** Answers may take longer than the loader waits. A browser that asks for a former slug has an old list of categories. */
function Moved({ to }: { to: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => void queryClient.invalidateQueries({ queryKey: categoriesQuery(api).queryKey }), [api, queryClient]);
  return <Navigate to={to} replace />;
}

/** The URL alone determines the search term, the filters and the page. */
export function Component() {
  const api = useApi();
  const { languages } = useSite();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const state = listingFromUrl(params);
  const {
    data: result,
    error,
    isPlaceholderData,
  } = useQuery({ ...listingQuery(api, state), placeholderData: (before) => before });
  // If the request fails, there are no categories (specification, section 8).
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const { view, choose } = useViewChoice();
  if (result?.moved_to && !isPlaceholderData) return <Moved to={movedListing(params, result.moved_to)} />;
  const category = categories.find((one) => one.slug === state.category);
  const name = category?.name ?? state.category;
  // What is shown until the new articles arrive may be about another category.
  const own = category && !isPlaceholderData ? result?.category_page : undefined;
  const shownLanguage = languages?.find(({ language }) => language === state.language);
  const title = [
    state.search && isSearchable(state.search)
      ? fill(texts.searchFor, { term: state.search })
      : own?.heading || (name ?? texts.allArticles),
    state.tag && fill(texts.tagged, { tag: state.tag }),
    state.language && (shownLanguage?.name ?? state.language),
    state.page > 1 && fill(texts.onPage, { page: state.page }),
  ];
  return (
    <div className="page-width listing">
      <Meta
        title={title.filter(Boolean).join(texts.comma)}
        description={category?.description || (own && summaryOf(own.intro))}
        path={routes.listing({ category: state.category, tag: state.tag, language: state.language, page: state.page })}
        image={own?.picture ? { ...own.picture, path: own.picture.url } : undefined}
        noindex={Boolean(state.search) || result?.posts.length === 0}
      />
      {category ? <FeedLink kind="category" slug={category.slug} name={category.name} /> : null}
      {state.tag && result?.total ? <FeedLink kind="tag" slug={state.tag} name={state.tag} /> : null}
      <Head state={state} category={category} own={own} name={name} tag={result?.tag_name ?? state.tag} />
      <Filters key={`${state.tag} ${state.language}`} state={state} categories={categories} />
      <LanguageChips state={state} />
      <CategoryChips state={state} categories={categories} />
      <div className="listing-bar">
        <Count result={error || isPlaceholderData ? undefined : result} category={name} state={state} />
        <ViewToggle view={view} choose={choose} />
      </div>
      <SearchLine state={state} result={error || isPlaceholderData || !isSearchable(state.search) ? undefined : result} />
      <FoundPages pages={result?.own_pages} />
      <Results
        result={result}
        error={error}
        view={view}
        state={state}
        term={isSearchable(state.search) ? (result?.corrected ?? state.search) : undefined}
        isStale={isPlaceholderData}
      />
    </div>
  );
}
