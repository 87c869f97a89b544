import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useParams, useViewTransitionState } from "react-router";
import { CONTENTS_MIN_HEADINGS, countOf } from "../../../domain/posts/post-rules.ts";
import type { Post, PostCard, PostLink } from "../../../domain/posts/post-shapes.ts";
import type { TagRef } from "../../../domain/tags/tag.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { useApi } from "../../data.ts";
import { Card } from "../cards/card.tsx";
import { CategoryBadge } from "../cards/category-badge.tsx";
import { categoryClass } from "../cards/category-class.ts";
import { PostDate } from "../cards/post-date.tsx";
import { PostPicture } from "../cards/post-picture.tsx";
import { Comments } from "../comments/comments.tsx";
import { useSite } from "../layout/use-site.ts";
import { useLikeCount } from "../likes/use-like.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { ArticleNotFound } from "../not-found/article-not-found.tsx";
import { useView } from "../views/use-view.ts";
import { authorName } from "./author.ts";
import { Contents } from "./contents.tsx";
import { LikeAndShare } from "./like-and-share.tsx";
import { postQuery } from "./queries.ts";
import { StoryMeta } from "./story-meta.tsx";

const PARAGRAPH = ["a", "b", "c", "d"];

/** Stands in for an article while it loads. */
function StorySkeleton() {
  return (
    <div className="story" aria-busy="true">
      <title>Loading…</title>
      <p className="sr-only">Loading the article</p>
      <div className="story-header" aria-hidden="true">
        <p className="card-kicker">
          <span className="skeleton skeleton-word" />
        </p>
        <div className="skeleton-h1">
          <span className="skeleton skeleton-line" />
          <span className="skeleton skeleton-line skeleton-short" />
        </div>
        <p className="standfirst">
          <span className="skeleton skeleton-line" />
        </p>
        <p className="meta story-byline">
          <span className="skeleton skeleton-word" />
        </p>
      </div>
      <div className="story-picture" aria-hidden="true">
        <div className="picture skeleton" />
      </div>
      <div className="story-columns" aria-hidden="true">
        <div className="story-main prose">
          {PARAGRAPH.map((paragraph) => (
            <p key={paragraph}>
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line skeleton-short" />
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}

/** What an article is called, by whom, and how long it takes. */
function StoryHeader({ post }: { post: Post }) {
  const count = useLikeCount(post);
  const views = useView(post);
  const site = useSite();
  return (
    <header className="story-header">
      <p className="card-kicker">
        <CategoryBadge category={post.category} />
        <PostDate iso={post.published_at} length="long" />
      </p>
      <h1>{post.title}</h1>
      {post.description ? <p className="standfirst">{post.description}</p> : null}
      <p className="meta story-byline">
        <span className="author">{authorName(post, site)}</span>
        <span>{post.read_time} min read</span>
        <span>{countOf(views, "view")}</span>
        <span>{countOf(count, "like")}</span>
      </p>
    </header>
  );
}

/** The older and the newer article. */
function Neighbours({ previous, next }: { previous: PostLink | null; next: PostLink | null }) {
  if (!previous && !next) return null;
  return (
    <nav className="page-width neighbours" aria-label="More articles">
      {previous ? (
        <PageLink to={routes.story(previous.slug)} rel="prev">
          <span>
            <Icon name="arrow-left" />
            Previous
          </span>
          <strong>{previous.title}</strong>
        </PageLink>
      ) : null}
      {next ? (
        <PageLink className="neighbour-next" to={routes.story(next.slug)} rel="next">
          <span>
            Next
            <Icon name="arrow-right" />
          </span>
          <strong>{next.title}</strong>
        </PageLink>
      ) : null}
    </nav>
  );
}

/** Who wrote this, and when. */
function AboutTheAuthor({ post }: { post: Post }) {
  const site = useSite();
  return (
    <footer className="about-author">
      <Mark className="author-mark" />
      <div>
        <p className="written-by">
          Written by <strong>{authorName(post, site)}</strong>{" "}
          <span className="published-on">
            Published on <PostDate iso={post.published_at} length="long" />
          </span>
        </p>
        {post.author?.bio ? <p className="author-bio">{post.author.bio}</p> : null}
      </div>
    </footer>
  );
}

/**
 * Offers to play what an article embeds. Pages without such a thing load nothing for it.
 * @param html the article's text
 * @returns goes to the element that shows it
 */
function useEmbeds(html: string) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page of stills
  useEffect(() => {
    const box = text.current;
    if (!box?.querySelector("figure.embed")) return;
    // Whoever can't load it still has the links.
    import("./embeds/players.ts").then(
      ({ offerPlayers }) => offerPlayers(box),
      () => {},
    );
  }, [html]);
  return text;
}

/** Three articles that go well after this one. */
function Related({ posts }: { posts: PostCard[] }) {
  if (posts.length === 0) return null;
  return (
    <section className="page-width related" aria-labelledby="related-title">
      <h2 id="related-title" className="section-title">
        Related Articles
      </h2>
      <div className="cards cards-grid">
        {posts.map((post) => (
          <Card key={post.id} post={post} />
        ))}
      </div>
    </section>
  );
}

/** An article's tags, each leading to its fellows. */
function Tags({ tags }: { tags: TagRef[] }) {
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

/** How wide the picture above the text stands. */
const WIDE = "(min-width: 80rem) 78rem, 100vw";

type ArticleProps = {
  post: Post;
  isMoving?: boolean;
  /** what other machines are told */
  meta?: ReactNode;
  comments?: ReactNode;
};

/** An article to be read; the back office's preview shows the same, without what only a published one has. */
export function Article({ post, isMoving, meta, comments }: ArticleProps) {
  const text = useEmbeds(post.content_html);
  const hasContents = post.headings.length >= CONTENTS_MIN_HEADINGS;
  return (
    <article className={`story ${categoryClass(post.category)}`}>
      {meta}
      <div className="reading-progress" aria-hidden="true" />
      <StoryHeader post={post} />
      <div className={isMoving ? "story-picture moving-picture" : "story-picture"}>
        <PostPicture post={post} alt={post.featured_image_alt} sizes={WIDE} eager />
      </div>
      <div className="story-columns">
        {hasContents ? <Contents headings={post.headings} /> : null}
        <div className="story-main">
          {post.content_html ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the article was saved
            <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: post.content_html }} />
          ) : (
            <p className="notice">This article has no content yet.</p>
          )}
          <Tags tags={post.tags} />
          <LikeAndShare key={post.id} post={post} />
          <AboutTheAuthor post={post} />
          {comments}
        </div>
      </div>
      <Neighbours previous={post.previous} next={post.next} />
      <Related posts={post.related} />
    </article>
  );
}

/** The page of an article. */
export function Component() {
  const { slug = "" } = useParams();
  const { data: post, isError } = useQuery(postQuery(useApi(), slug));
  const isMoving = useViewTransitionState(routes.story(slug));
  if (!post) return isError ? <ArticleNotFound /> : <StorySkeleton />;
  // The loader leads from ids and old slugs to the current address, unless the answer took longer than it waits.
  if (post.slug !== slug) return <Navigate to={routes.story(post.slug)} replace />;
  const comments = <Comments key={`comments of ${post.id}`} post={post} />;
  return <Article post={post} isMoving={isMoving} meta={<StoryMeta post={post} />} comments={comments} />;
}
