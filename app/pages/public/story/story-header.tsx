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

/** Links to the author's page, if there is one. */
function AuthorName({ post }: { post: Post }) {
  const name = authorName(post, useSite());
  const slug = post.author?.slug;
  if (slug === undefined) return name;
  return (
    <PageLink className="author-link" to={routes.author(slug)} rel="author">
      {name}
    </PageLink>
  );
}

export const authorName = (post: Pick<Post, "author">, site: Pick<Site, "defaultAuthor">): string =>
  post.author?.full_name || site.defaultAuthor;

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
          <AuthorName post={post} />
        </span>
        <span>{plural(cards.minRead, post.read_time)}</span>
        <span>{plural(cards.views, views, compactCount(views, locale()))}</span>
        <span>{plural(cards.likes, count, compactCount(count, locale()))}</span>
      </p>
      {post.translations ? <Translations translations={post.translations} /> : null}
    </header>
  );
}

export function AboutTheAuthor({ post }: { post: Post }) {
  const { picture, bio_html: bio } = post.author ?? {};
  return (
    <footer className="about-author">
      {picture ? <AuthorPicture picture={picture} sizes="3rem" className="author-mark" /> : <Mark className="author-mark" />}
      <div>
        <p className="written-by">
          <TextWith
            text={texts.writtenBy}
            parts={{
              author: (
                <strong>
                  <AuthorName post={post} />
                </strong>
              ),
            }}
          />{" "}
          <span className="published-on">
            <TextWith text={texts.publishedOn} parts={{ date: <PostDate iso={post.published_at} length="long" /> }} />
          </span>
        </p>
        {bio ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the bio and makes its links
          <div className="author-bio" dir="auto" dangerouslySetInnerHTML={{ __html: bio }} />
        ) : null}
      </div>
    </footer>
  );
}
