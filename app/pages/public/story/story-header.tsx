import { Fragment, useSyncExternalStore } from "react";
import { VIEWS_COUNTED } from "../../../browser/article-views.ts";
import { compactCount } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { locale, plural } from "../../../texts/texts.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { useSite } from "../../data.ts";
import { AuthorPicture } from "../author/author-picture.tsx";
import { CategoryBadge, PostDate } from "../cards/post-parts.tsx";
import { texts as cards } from "../cards/texts.ts";
import { PageLink } from "../page-link.tsx";
import { useLikeCount } from "../use-like.ts";
import { useTextLanguage } from "../use-text-language.ts";
import { texts } from "./texts.ts";

type Authors = Pick<Post, "author" | "coauthors">;

/** With their names; the default author takes the place of one without. `slug`: of the page, if there is one. */
export function authorsOf({ author, coauthors = [] }: Authors, { defaultAuthor }: Pick<Site, "defaultAuthor">) {
  const named = [author, ...coauthors].map((one) => ({ name: one?.full_name || defaultAuthor, slug: one?.slug }));
  const [first, ...others] = named;
  const distinct = others.filter(({ name }) => name !== defaultAuthor);
  return first ? [first, ...distinct] : distinct;
}

/** Each links to their page, if there is one. */
function AuthorNames({ post, isStrong = false }: { post: Post; isStrong?: boolean }) {
  const authors = authorsOf(post, useSite());
  let place = 0;
  const names = authors.map(({ name }) => name);
  return new Intl.ListFormat(locale()).formatToParts(names).map(({ type, value }, index) => {
    if (type === "literal") return value;
    const slug = authors[place++]?.slug;
    const Name = isStrong ? "strong" : Fragment;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the authors keep their order
      <Name key={index}>
        {slug === undefined ? (
          value
        ) : (
          <PageLink className="author-link" to={routes.author(slug)} rel="author">
            {value}
          </PageLink>
        )}
      </Name>
    );
  });
}

const listen = (update: () => void) => {
  addEventListener(VIEWS_COUNTED, update);
  return () => removeEventListener(VIEWS_COUNTED, update);
};

/** The number in the page until the tracker has counted this view. */
function useViews({ views_count }: Pick<Post, "views_count">): number {
  const counted = useSyncExternalStore(
    listen,
    () => (window.viewsCounted?.path === location.pathname ? window.viewsCounted.views : undefined),
    () => undefined,
  );
  return counted ?? views_count;
}

/** Links to the versions in other languages, each named in its own. */
function Translations({ translations }: { translations: NonNullable<Post["translations"]> }) {
  const languages = translations.map(({ language, name, slug }, place) => (
    <Fragment key={language}>
      {place > 0 ? ", " : ""}
      <PageLink className="text-link" to={routes.story(slug)} hrefLang={language} lang={language}>
        {name}
      </PageLink>
    </Fragment>
  ));
  return (
    <p className="translations">
      <TextWith text={texts.alsoIn} parts={{ languages }} />
    </p>
  );
}

export function StoryHeader({ post }: { post: Post }) {
  const count = useLikeCount(post);
  const views = useViews(post);
  const site = useSite();
  const written = { dir: "auto", lang: site.language, ...useTextLanguage(post) };
  return (
    <header className="story-header">
      <p className="card-kicker">
        <CategoryBadge category={post.category} />
        <PostDate iso={post.published_at} length="long" />
      </p>
      <h1 {...written}>{post.title}</h1>
      {post.description ? (
        <p className="standfirst" {...written}>
          {post.description}
        </p>
      ) : null}
      <p className="meta story-byline">
        <span className="author">
          <AuthorNames post={post} />
        </span>
        <span>{plural(cards.minRead, post.read_time)}</span>
        <span>{plural(cards.views, views, compactCount(views, locale()))}</span>
        <span>{plural(cards.likes, count, compactCount(count, locale()))}</span>
      </p>
      {post.translations ? <Translations translations={post.translations} /> : null}
    </header>
  );
}

/** @param name of one of several authors */
function Bio({ name, html }: { name: string | null; html: string }) {
  return (
    <div className="author-bio" dir="auto">
      {name ? <p className="author-bio-name">{name}</p> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the bio and makes its links */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

export function AboutTheAuthor({ post }: { post: Post }) {
  const authors = [post.author, ...(post.coauthors ?? [])].filter((one) => one !== null);
  const picture = authors.length === 1 ? authors[0]?.picture : undefined;
  return (
    <footer className="about-author">
      {picture ? <AuthorPicture picture={picture} sizes="3rem" className="author-mark" /> : <Mark className="author-mark" />}
      <div>
        <p className="written-by">
          <TextWith text={texts.writtenBy} parts={{ author: <AuthorNames post={post} isStrong /> }} />{" "}
          <span className="published-on">
            <TextWith text={texts.publishedOn} parts={{ date: <PostDate iso={post.published_at} length="long" /> }} />
          </span>
        </p>
        {authors.map(({ full_name, bio_html: bio }, place) =>
          bio ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the authors keep their order
            <Bio key={place} name={authors.length > 1 ? full_name : null} html={bio} />
          ) : null,
        )}
      </div>
    </footer>
  );
}
